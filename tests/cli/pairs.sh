# All pairs and classes of processes, on the synthetic platform.
. "$SONDE_SOURCE/tests/sh/lib.sh"

cat > unlike.json << 'END'
{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 4, "parameters": {
  "0>1": {"alpha": 1e-5, "beta": 1e-9}, "0>2": {"alpha": 2e-5, "beta": 2e-9}, "0>3": {"alpha": 2e-5, "beta": 2e-9},
  "1>2": {"alpha": 2e-5, "beta": 2e-9}, "1>3": {"alpha": 2e-5, "beta": 2e-9}, "2>3": {"alpha": 4e-5, "beta": 3e-9}}}
END
on="--platform synthetic:unlike.json"

begin "a heterogeneous model has a link for each pair"
sonde estimate hockney --pairs all --heterogeneous $on -o het.json --json
expect_code 0
expect_json summary/model hockney
run "$SONDE" model show het.json --csv
expect_equal "links" 6 "$(grep -c '^alpha,' "$out")"
expect_near "alpha of 2>3" 4e-5 "$(awk -F, '$1 == "alpha" && $2 == "2>3" { print $4 }' "$out")" 1e-9

begin "without a word the model is the average, and differences are told"
sonde estimate hockney --pairs all $on -o mean.json
expect_code 0
expect_out "any"
expect_err "the pairs differ by more than their intervals"
expect_err "a heterogeneous model keeps them apart"

begin "model average makes the one of the other"
run "$SONDE" model average het.json -o average.json
expect_code 0
for name in alpha beta; do
	run "$SONDE" model show mean.json --csv
	a=$(awk -F, -v p=$name '$1 == p { print $4 + $7 }' "$out")
	run "$SONDE" model show average.json --csv
	expect_near $name "$a" "$(awk -F, -v p=$name '$1 == p { print $4 + $7 }' "$out")" 1e-9
done

begin "a model that holds for every pair has no average"
run "$SONDE" model average mean.json
expect_refusal 1 "homogeneous already"

begin "parallel rounds find the same"
sonde estimate hockney --heterogeneous --parallel $on -o parallel.json
expect_code 0
for file in het parallel; do
	run "$SONDE" model show $file.json --csv
	awk -F, 'NR > 1 { printf "%s %s %.9g\n", $1, $2, $4 + $7 }' "$out" > $file.txt
done
expect_same_text het.txt parallel.txt

begin "fit finds the heterogeneous model in the store"
run "$SONDE" fit hockney --heterogeneous -o fitted.json
expect_code 0
run "$SONDE" model show fitted.json --csv
awk -F, 'NR > 1 { printf "%s %s %.9g\n", $1, $2, $4 + $7 }' "$out" > fitted.txt
expect_same_text het.txt fitted.txt

begin "a run of all pairs that ended is not resumed"
sonde estimate hockney --heterogeneous $on --noise 0.01 --run whole --store whole.db
sonde estimate hockney --heterogeneous $on --noise 0.01 --run whole --store whole.db --resume
expect_refusal 1 "was not interrupted"

begin "a class of each file's word is kept in the model, and stands for its processes"
printf '0-1 quick # the first two\n2 slow\n3 slow\n' > classes.txt
sonde estimate hockney --classes classes.txt $on -o classes.json
expect_code 0
expect_err "4 processes are of 2 classes"
expect_file classes.json
run "$SONDE" model show classes.json --csv
expect_equal "links" 3 "$(grep -c '^alpha,' "$out")"
for pair in "0 1 1e-05" "1 0 1e-05" "0 3 2e-05" "3 1 2e-05" "3 2 4e-05"; do
	set -- $pair
	run "$SONDE" predict classes.json p2p -s 0 --from $1 --to $2 --csv
	expect_near "empty message $1>$2" $3 "$(awk -F, 'NR == 2 { print $5 }' "$out")" 1e-9
done

begin "a platform that does not say where its processes run has no classes by that"
sonde estimate hockney --classes hwloc $on -o none.json
expect_refusal 1 "does not say on which host"

begin "a store does not say it either: fit does not offer such classes"
sonde fit hockney --classes hwloc
expect_refusal 2 "--classes hwloc: the store does not keep where on its host a process ran"
sonde fit --help
expect_out "--classes auto|FILE"
sonde estimate --help
expect_out "--classes auto|hwloc|FILE"

begin "classes are found by measuring"
sonde estimate hockney --classes auto $on -o found.json
expect_code 0
run "$SONDE" predict found.json scatter --algorithm linear -n 4 -s 1K
expect_code 0

printf '0-1 a\n2\n' > bad1.txt
printf '9 a\n' > bad2.txt
printf '0 a\n1 a\n3 b\n' > bad3.txt
printf '0-2 a\n1-3 b\n' > bad4.txt

begin "how the platform treats messages is found with classes, too"
sonde estimate plogp --classes auto $on --store classes.db -o with-facts.json
expect_code 0
contains with-facts.json '"ports"' || fail "the model does not say how ports serve messages"

begin "fit finds the same classes in the store"
run "$SONDE" fit hockney --classes auto -o refound.json
expect_code 0
for file in found refound; do
	run "$SONDE" model show $file.json --csv
	awk -F, 'NR > 1 { printf "%s %s %.9g\n", $1, $2, $4 + $7 }' "$out" > $file.txt
done
expect_same_text found.txt refound.txt
grep -q '"classes"' refound.json || fail "the model has no classes"
run "$SONDE" fit hockney --classes classes.txt -o again.json
expect_code 0

begin "a model of many links is shown as a table of links, a column for each parameter, and the report has ranges"
awk 'BEGIN {
	printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 5, \"parameters\": {"
	for (i = 0; i < 5; i++)
		for (k = i + 1; k < 5; k++)
			printf "%s\"%d>%d\": {\"alpha\": %de-6, \"beta\": %de-9}", n++ ? ", " : "", i, k, 10 + i + k, 1 + i
	print "}}"
}' > many.json
run "$SONDE" model show many.json
expect_code 0
expect_out "link   alpha   beta"
expect_equal "rows" 10 "$(grep -c '^[0-4]>[0-4]' "$out")"
run "$SONDE" model show many.json --csv
expect_equal "rows of all" 21 "$(grep -c . "$out")"
run "$SONDE" report many.json --store sonde.db -o many.html
expect_code 0
grep -q "alpha of 10 links" many.html || fail "the report has no range of alpha"

# Refusals, before anything is measured: options, what is said.
while IFS='|' read -r options says; do
	[ -n "$options" ] || continue
	begin "refused: estimate hockney $options"
	sonde estimate hockney $on --store refused.db $options
	[ $code -eq 1 ] || [ $code -eq 2 ] || fail "expected a refusal"
	expect_err "$says"
	expect_no_file refused.db
done << 'END'
--heterogeneous --homogeneous|say one
--pairs all --serial --parallel|say one
--pairs 0:1 --heterogeneous|say --pairs all
--pairs 0:1 --parallel|say --pairs all
--pairs 0:1 --classes auto|not with one pair
--homogeneous --classes auto|not with --homogeneous
--classes none.txt|none.txt: cannot be opened
--classes bad1.txt|bad1.txt:2: a line names
--classes bad2.txt|bad2.txt:1: "9" is neither a host
--classes bad3.txt|bad3.txt: process 2 has no class
--classes classes.txt --class-tolerance 0.1|--class-tolerance: of no effect with hockney
--classes bad4.txt|bad4.txt:2: process 1 has a class already
--classes auto --class-tolerance 2|--class-tolerance
END
finish
