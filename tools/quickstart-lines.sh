#!/bin/sh
# The lines that the quickstart ends with. Usage: tools/quickstart-lines.sh DIR
# DIR has what sonde printed: models.txt and models.log of estimate, compare.txt and compare.log, predict.txt.
set -eu
dir=$1

# The value of a name in a summary; in the group of this name, if one is given.
value() # file, name, [group]
{
	awk -v name="$2" -v group="${3-}" '
		NF == 0 { inside = 0 }
		$0 == group { inside = 1 }
		$1 == name && (group == "" || inside) { found = $2 }
		END { print found }' "$dir/$1.txt"
}

# The text of a name in the summary.
text() # file, name
{
	sed -n "s/^$2  *\([^ ].*\)/\1/p" "$dir/$1.txt" | tail -n 1
}

# In which state the errors are: its name; or what an empty round trip took in it, if the models are of another one.
compared_in()
{
	name=$(text compare state)
	trip=$(value compare empty_round_trip)
	if [ -n "$name" ]; then
		echo "$name"
	elif [ -n "$trip" ] && { [ -n "$states" ] || grep -q 'of another state of the machine' "$dir/compare.log"; }; then
		echo "of $trip us"
	else
		echo "the only one"
	fi
}

tell_messages()
{
	awk -v main="$main" '
		/^p2p/ { times = times sprintf("%s%s: %s us", times == "" ? "" : ", ", $(NF - 1), $NF) }
		END { printf "A message between 2 processes takes%s, by its bytes: %s\n", main == "" ? "" : " in the state " main, times }' "$dir/predict.txt"
}

tell_states()
{
	moved=$(sed -n 's/^sonde: warning: .* is of another state of the machine: \(.*\)/\1/p' "$dir/compare.log" | head -n 1)
	if [ -n "$states" ]; then
		echo "The machine was in several states, by an empty round trip: $states."
	elif [ -n "$moved" ]; then
		echo "The machine was in one state, and in another one when errors were measured: $moved."
	elif [ -n "$(text compare states)" ]; then
		echo "The machine was in one state, and in several while errors were measured: $(text compare states)."
	else
		trip=$(value compare empty_round_trip)
		echo "The machine was in one state${trip:+: an empty round trip takes $trip us}."
	fi
}

tell_errors()
{
	printf '%-8s %12s %12s  %s\n' model "mean error %" "max error %" "in the state"
	for model in $models; do
		printf '%-8s %12s %12s  %s\n' "$model" "$(value compare mean_relative_error "$model")" "$(value compare maximum_relative_error "$model")" "$state"
	done
}

# "a, b" of lines.
listed()
{
	paste -s -d , - | sed 's/,/, /g'
}

# Intervals hold noise: where a model misses more than that, they are no error bars.
tell_misfits()
{
	for model in $models; do
		[ -z "$(value models misfit "residuals of $model")" ] || value models mean "residuals of $model" | awk -v model="$model" '$1 >= 0.5 { print model " (" $1 " %)" }'
	done | listed | sed -n 's/..*/Do not take intervals for errors: at sizes left out of their fits models are off by more: &./p'
}

tell_large_errors()
{
	for model in $models; do
		value compare maximum_relative_error "$model" | awk -v model="$model" '$1 > 15 { print model " (up to " $1 " %)" }'
	done | listed | sed -n "s/..*/Do not trust at all sizes, in the state $state: &./p" | sed 's/, in the state the only one:/:/; s/in the state of/in the state of an empty round trip of/'
}

# Of warnings that differ in numbers alone the first, and first those about the machine.
tell_warnings()
{
	sed -n '/of another state of the machine/d; s/^sonde: warning: /Note: /p' "$dir/models.log" "$dir/compare.log" |
		awk '/^Note: The machine/ { print; next } { rest = rest $0 "\n" } END { printf "%s", rest }' |
		awk '{ kind = $0; gsub(/[0-9.]+/, "", kind) } !told[kind]++ && ++n <= 2' | cut -c1-200
}

models="plogp loggp logp hockney"
states=$(text models states)
main=$(echo "$states" | sed -n 's/^\([^ ]*\) (main) .*/\1/p')
state=$(compared_in)
tell_messages
tell_states
tell_errors
tell_misfits
tell_large_errors
tell_warnings
echo "One run: $(value models experiments) experiments, $(value models messages) messages, $(value models seconds) s. Errors are those of messages of other sizes, measured afterwards."
