# What the quickstart ends with: in which state of the machine the numbers are, and what not to trust. Of synthetic machines with one state and with two.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp truth.json

# Runs the quickstart in a folder of its own, where programs that install, build and start processes do nothing, and the command measures a synthetic platform.
quickstart() # folder, options of estimate, options of compare
{
	rm -rf "$1"
	mkdir -p "$1/tools" "$1/build" "$1/bin"
	cp "$SONDE_SOURCE/quickstart.sh" "$1"
	cp "$SONDE_SOURCE/tools/quickstart-lines.sh" "$1/tools"
	for program in tools/setup.sh bin/cmake bin/sleep; do
		printf '#!/bin/sh\n' > "$1/$program"
	done
	printf '#!/bin/sh\nshift 2\nexec "$@"\n' > "$1/bin/mpirun"
	echo "MPIEXEC_EXECUTABLE:FILEPATH=$PWD/$1/bin/mpirun" > "$1/build/CMakeCache.txt"
	cat > "$1/build/sonde" <<-END
		#!/bin/sh
		case \$1 in
		estimate) exec "$SONDE" "\$@" --platform "synthetic:$PWD/truth.json" --noise 0.02 $2 ;;
		compare) exec "$SONDE" "\$@" --platform "synthetic:$PWD/truth.json" --noise 0.02 $3 ;;
		esac
		exec "$SONDE" "\$@"
	END
	chmod +x "$1"/tools/* "$1"/bin/* "$1/build/sonde"
	run env PATH="$PWD/$1/bin:$PATH" sh "$1/quickstart.sh"
	expect_code 0
	cp "$1"/quickstart/* "$1"
	[ -s "$1/report.html" ] || fail "there is no report"
	grep -q '^$' "$out" && fail "an empty line"
	[ "$(wc -l < "$out")" -le 15 ] || fail "more than 15 lines"
}

# Whatever model has an error above 15 % is in the line that says so, with the state.
expect_large_errors() # what follows "at all sizes"
{
	large=$(awk '/^(plogp|loggp|logp|hockney) / && $4 > 15 { print $1 " (up to " $4 " %)" }' "$out" | paste -s -d , - | sed 's/,/, /g')
	[ -n "$large" ] || fail "no error above 15 %, though logp knows no sizes"
	expect_out "Do not trust at all sizes$1: $large."
}

begin "two states are named with levels and shares, and each error with the state that it is of"
for seed in $(seeds 3 4 5); do
	quickstart two "--switching 2.5:20ms --seed $seed" "--switching 2.5:20ms --seed $((seed + 10))"
	expect_out "The machine was in several states, by an empty round trip: $(sed -n 's/^states  *//p' two/models.txt)."
	main=$(json two/plogp.json main_state)
	expect_out "A message between 2 processes takes in the state $main, by its bytes: 0: "
	compared=$(sed -n 's/^state  *//p' two/compare.txt)
	case $compared in
	quick | slow) ;;
	*) fail "errors of the state '$compared'" ;;
	esac
	expect_equal "rows with the state" 4 "$(grep -Ec "^(plogp|loggp|logp|hockney) .* $compared\$" "$out")"
	expect_large_errors ", in the state $compared"
done

begin "of one state little is said, and no error is of another"
quickstart one "--seed 3" "--seed 4"
expect_out "The machine was in one state: an empty round trip takes 26"
expect_out "A message between 2 processes takes, by its bytes: 0: 1"
expect_equal "rows with the state" 4 "$(grep -Ec ' the only one$' "$out")"
expect_large_errors ""
grep -q several "$out" && fail "states of a machine that has one"

begin "how much launches differ is said"
expect_out "between 3 launches. Expected errors are those of the next launch."

begin "models that miss more than their intervals say are named"
expect_out "Do not take intervals for errors: at other sizes models are off by more: "
for model in loggp logp hockney; do
	mean=$(awk -v group="residuals of $model" 'NF == 0 { inside = 0 } $0 == group { inside = 1 } inside && $1 == "mean" { print $2 }' one/models.txt)
	grep -q "off by more: .*\<$model ($mean %)" "$out" || fail "$model ($mean %) is not named"
done

begin "errors in another state than that of the models are said to be"
quickstart moved "--seed 3" "--switching 2.5:1000s --seed 1"
trip=$(awk '$1 == "empty_round_trip" { print $2 }' moved/compare.txt)
expect_near "an empty round trip" 65 "$trip" 0.05
expect_equal "rows with the state" 4 "$(grep -Ec " of $trip us\$" "$out")"
expect_large_errors ", in the state of an empty round trip of $trip us"
expect_out "Models are of a state in which an empty round trip takes 26."
expect_out "errors were measured in a state in which an empty round trip takes $trip us. They are of the states, not of the models."

begin "a state that has its name only from a later run is the models' by that name, and differs from that of the errors"
cp -r one named
sed -i 's/^state  .*an empty round trip takes.*/state: slow  an empty round trip takes 0.268 us, 100 % of the time (the main state)/' named/run.txt
sed -i 's/^empty_round_trip .*/state             quick\nempty_round_trip  0.236 us/' named/compare.txt
sed -i 's/^sentinel_seconds .*/sentinel_seconds  0.268 us/' named/models.txt
run "$SONDE_SOURCE/tools/quickstart-lines.sh" named
expect_code 0
expect_out "Models are of the state slow, in which an empty round trip takes 0.268 us; errors were measured in the state quick, in which an empty round trip takes 0.236 us. They are of the states, not of the models."
expect_out "A message between 2 processes takes in the state slow, by its bytes"
expect_out "at other sizes models of the state slow are off by more"
expect_equal "rows with the state" 4 "$(grep -Ec "^(plogp|loggp|logp|hockney) .* quick\$" "$out")"
grep -q "was in one state" "$out" && fail "one state is spoken of"

begin "models that there was no time for are not spoken of"
cp -r one fewer
rm fewer/plogp.json fewer/loggp.json
run "$SONDE_SOURCE/tools/quickstart-lines.sh" fewer
expect_code 0
expect_equal "models" "logp hockney" "$(awk '/^(plogp|loggp|logp|hockney) / { print $1 }' "$out" | paste -s -d ' ' -)"

begin "a long note ends with a whole word"
awk 'BEGIN { printf "sonde: warning: "; for (i = 0; i < 60; i++) printf "uncertain "; print "" }' > named/models.log
run "$SONDE_SOURCE/tools/quickstart-lines.sh" named
grep -Eqx 'Note: (uncertain )+\.\.\.' "$out" || fail "a note is cut within a word"

begin "the quickstart measures for at most 30 s"
seconds() # command
{
	sed -n "s/.*measure $1 .*--budget \([0-9]*\)s .*/\1/p" "$SONDE_SOURCE/quickstart.sh"
}
tries=$(sed -n 's/^\ttries=//p' "$SONDE_SOURCE/quickstart.sh")
expect_equal "commands that measure" 2 "$(grep -c 'measure [a-z]* [a-z]* ' "$SONDE_SOURCE/quickstart.sh")"
launches=$(sed -n 's/^\tfor number in \(.*\); do$/\1/p' "$SONDE_SOURCE/quickstart.sh" | wc -w)
[ $((launches * $(seconds models) + tries * $(seconds compare))) -le 30 ] || fail "more than 30 s"
finish
