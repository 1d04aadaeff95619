# What is wrong in the world outside the command line is refused before anything is measured: no run appears in the store, and no file. Exit code 1.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json
synthetic="--platform synthetic:model.json"
sonde estimate plogp $synthetic --sizes 0,1K --quiet --store kept.db
runs kept.db > runs.before

expect_kept()
{
	runs kept.db > runs.now
	expect_same_text runs.before runs.now
}

# Estimating is refused and leaves the runs of kept.db as they were; the model file does not appear.
expect_refused_estimate() # text, options
{
	text=$1
	shift
	sonde estimate plogp --sizes 0,1K -o new.json "$@"
	expect_refusal 1 "$text"
	expect_no_file new.json
	expect_kept
}

begin "a synthetic platform needs a model file that is there"
expect_refused_estimate "nowhere.json: cannot be opened" --platform synthetic:nowhere.json --store kept.db
expect_refused_estimate "cannot be read" --platform "synthetic:$work" --store kept.db

begin "a run's name that is taken is refused, as is an empty one"
expect_refused_estimate "the name 'run-1' is taken" $synthetic --store kept.db --run run-1
expect_refused_estimate "the name of a run cannot be empty" $synthetic --store kept.db --run ""

begin "a store in a folder that is not there"
expect_refused_estimate "its folder is not there" $synthetic --store nowhere/new.db
expect_no_file nowhere

begin "a store that is a folder, or has no name"
mkdir folder
expect_refused_estimate "cannot open the store 'folder': Is a directory" $synthetic --store folder
expect_refused_estimate "the store's path is empty" $synthetic --store ""

begin "a store that cannot be written"
if [ "$(id -u)" -ne 0 ]; then
	cp kept.db read-only.db
	chmod a-w read-only.db
	expect_refused_estimate "the file is read-only for you" $synthetic --store read-only.db
	mkdir read-only
	chmod a-w read-only
	expect_refused_estimate "its folder is read-only for you" $synthetic --store read-only/new.db
	chmod u+w read-only
elif [ -d /proc/self ]; then
	expect_refused_estimate "cannot make the store '/proc/new.db'" $synthetic --store /proc/new.db
else
	skip_case "root may write everywhere"
fi

begin "a store that is something else is left as it was"
printf 'Dear diary,\n' > diary.txt
"$tool" foreign addresses.db
cp diary.txt diary.before
cp addresses.db addresses.before
expect_refused_estimate "'diary.txt' is not an SQLite file" $synthetic --store diary.txt
expect_refused_estimate "'addresses.db' is an SQLite file of another program" $synthetic --store addresses.db
sonde fit plogp --store diary.txt
expect_refusal 1 "'diary.txt' is not an SQLite file"
sonde fit plogp --store addresses.db
expect_refusal 1 "'addresses.db' is an SQLite file of another program"
expect_same_text diary.before diary.txt
cmp -s addresses.before addresses.db || fail "the foreign file changed"

begin "a store of a newer sonde"
cp kept.db newer.db
printf '\000\000\000\011' | dd of=newer.db bs=1 seek=60 conv=notrunc 2> /dev/null # the schema version
expect_refused_estimate "schema version 9, but this sonde knows versions up to" $synthetic --store newer.db

begin "a store that another process uses"
mkfifo pipe
"$SONDE_BUILD/tests/sonde_test_store" hold kept.db < pipe > held &
own=$!
exec 3> pipe
i=0
while [ ! -s held ] && [ $i -lt 1200 ]; do
	sleep 0.1
	i=$((i + 1))
done
sonde estimate plogp --sizes 0,1K -o new.json $synthetic --store kept.db
expect_refusal 1 "in use"
expect_no_file new.json
exec 3>&-
wait $own
own=
expect_runs kept.db 1
sonde estimate plogp --sizes 0,1K $synthetic --store kept.db --quiet
expect_code 0
expect_runs kept.db 2
runs kept.db > runs.before

begin "a model file that cannot be written"
for file in nowhere/new.json folder; do
	sonde estimate plogp --sizes 0,1K $synthetic --store kept.db -o $file
	expect_refusal 1 "-o $file: the file cannot be written: "
	sonde fit plogp --store kept.db -o $file
	expect_refusal 1 "-o $file: the file cannot be written: "
done
sonde model convert model.json --to loggp -o nowhere/new.json
expect_refusal 1 "-o nowhere/new.json: the file cannot be written: "
expect_kept

begin "no command writes over what it reads"
printf '0 a\n1 b\n' > classes.txt
for file in model.json kept.db classes.txt; do
	cp $file before
	case $file in
	model.json)
		sonde model convert $file --to loggp -o $file
		expect_refusal 2 "-o $file: this is the model that is read"
		ln -s $file link.json
		sonde model average $file -o link.json
		expect_refusal 2 "-o link.json: this is the model that is read"
		sonde estimate plogp --sizes 0,1K $synthetic --store kept.db -o $file
		expect_refusal 2 "-o $file: this is the model of the platform"
		sonde report $file --store kept.db -o $file
		expect_refusal 2 "-o $file: this is one of the models"
		;;
	kept.db)
		for command in "estimate plogp --sizes 0,1K $synthetic" "fit plogp" export report; do
			sonde $command --store $file -o ./$file
			expect_refusal 2 "-o ./$file: this is the store"
		done
		;;
	*)
		sonde fit plogp --store kept.db --pairs all --classes $file -o $file
		expect_refusal 2 "-o $file: this is the file of the classes"
		;;
	esac
	cmp -s before $file || fail "$file changed"
done
expect_kept

begin "a model file that is there keeps its content until the new one is complete"
cp model.json kept.json
sonde estimate plogp --sizes 0,1K $synthetic --store nowhere/new.db -o kept.json
expect_code 1
expect_same_text model.json kept.json

begin "-o must not be the store, however it is called"
ln -s kept.db link.db
for file in kept.db ./kept.db link.db; do
	sonde estimate plogp --sizes 0,1K $synthetic --store kept.db -o $file
	expect_refusal 2 "this is the store"
	sonde fit plogp --store kept.db -o $file
	expect_refusal 2 "this is the store"
done
expect_kept

# Broken model files: an edit of a good one, and what is said with line and key. Every command that reads a model refuses it alike.
begin "a broken model file is refused with line and key by all that read it"
while IFS='|' read -r edit text; do
	sed "$edit" model.json > broken.json
	cmp -s model.json broken.json && fail "$edit changes nothing"
	for command in "model check broken.json" "model show broken.json" "model convert broken.json --to loggp" "predict broken.json p2p -s 0" \
		"compare model.json broken.json $synthetic --store kept.db" "estimate plogp --platform synthetic:broken.json --store kept.db" "estimate lmo --platform synthetic:broken.json --store kept.db"; do
		sonde $command
		expect_refusal 1 "broken.json:$text"
	done
done << 'END'
s/"version": 1/"version": 2/|3: version: 2 is newer than the 1 that this sonde reads: a newer sonde is needed
s/"format": "sonde-model"/"format": "sonde-table"/|2: format: not a model file
s/"model": "plogp"/"model": "plogg"/|4: model: no model is called "plogg": did you mean plogp?
s/"model": "plogp"/"model": "LogGP"/|4: model: no model is called "LogGP": did you mean loggp?
s/"processes": 2/"processes": 0/|5: processes: a whole number from 1
s/"L": 10e-6/"L": "long"/|7: parameters.L: a number is expected
/"L":/d|6: parameters.L: missing
s/"o_r"/"o_rx"/|12: parameters.o_rx: unknown key: did you mean o_r?
9s/1024, 65536/65536, 1024/|9: parameters.o_s.bytes[2]: sizes must ascend
14s/1.2e-6, //|14: parameters.o_r.seconds: 3 numbers for 4 sizes
18s/3e-6/null/|18: parameters.g.seconds[0]: a number is expected
18s/3e-6/3e-6e/|18: not JSON
19,$d|19: not JSON: the text ends before the model does: is the file truncated?
END
expect_kept

begin "a model file that is cut off anywhere is refused"
length=$(wc -c < model.json)
cut=0
while [ $cut -lt $((length - 2)) ]; do
	head -c $cut model.json > cut.json
	sonde model check cut.json
	[ $code -eq 1 ] && contains "$err" "cut.json:" || fail "cut after $cut bytes, it is not refused"
	cut=$((cut + 37))
done

begin "no model file at all"
for file in nowhere.json "$work" "$SONDE" diary.txt; do
	sonde predict "$file" p2p -s 0
	expect_refusal 1 "$file"
done

begin "fit says which experiment is missing, and which runs there are"
sonde fit loggp --store kept.db
expect_refusal 1 "no train of long messages from 0 to 1 was measured"
sonde fit plogp --store kept.db --pairs 1:0
expect_refusal 1 "no roundtrip of 0 bytes from 1 to 0 was measured"
sonde fit plogp --store kept.db --run run-9
expect_refusal 1 "there is no run 'run-9' in the store 'kept.db'; the newest are 'run-2', 'run-1'"
sonde fit plogp --store nowhere.db
expect_refusal 1 "there is no store 'nowhere.db'"
expect_no_file nowhere.db

begin "conversions that there are not"
sonde model convert model.json --to hockney
expect_refusal 1 "a plogp model can be converted to loggp and logp, not to hockney"
sonde model convert model.json --to plogp
expect_refusal 1 "the model is a plogp model already"

begin "a live platform needs MPI"
if [ "$SONDE_MPI" = none ]; then
	for command in "estimate plogp -o new.json" "compare model.json"; do
		sonde $command
		expect_refusal 1 "built without MPI"
	done
	expect_no_file new.json
	expect_no_file sonde.db
else
	skip_case "this build has MPI"
fi

finish
