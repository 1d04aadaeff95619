#!/bin/sh
# The lines that the quickstart ends with. Usage: tools/quickstart-lines.sh DIR
# DIR has what sonde printed: models.txt and models.log of estimate, compare.txt and compare.log, predict.txt; run.txt of runs show of the estimation, made after the comparison, by which its state has its name.
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
	elif [ -n "$trip" ] && { [ -n "$states" ] || apart; }; then
		echo "of $trip us"
	else
		echo "the only one"
	fi
}

# The comparison is of a state that the models do not have: by its name in the store, or by what an empty round trip takes, as the comparison says.
apart()
{
	name=$(text compare state)
	case " $(echo "$states" | tr -d ,) " in
	*" $name "*) [ -z "$name" ] || return 1 ;;
	esac
	{ [ -n "$name" ] && [ -n "$main" ] && [ "$name" != "$main" ]; } || grep -q 'of another state of the machine\|of which the model knows nothing' "$dir/compare.log"
}

# "the state slow, in which an empty round trip takes 0.268 us"
named() # name or nothing, us
{
	[ -n "$1" ] && which="the state $1, in" || which="a state in"
	echo "$which which an empty round trip takes $2 us"
}

tell_messages()
{
	awk -v main="$main" '
		/^p2p/ { times = times sprintf("%s%s: %s us", times == "" ? "" : ", ", $(NF - 1), $NF) }
		END { printf "A message between 2 processes takes%s, by its bytes: %s\n", main == "" ? "" : " in the state " main, times }' "$dir/predict.txt"
}

tell_states()
{
	if [ -n "$states" ]; then
		echo "The machine was in several states, by an empty round trip: $states."
	elif ! apart && [ -n "$(text compare states)" ]; then
		echo "The machine was in one state, and in several while errors were measured: $(text compare states)."
	elif ! apart; then
		trip=$(value compare empty_round_trip)
		echo "The machine was in one state${trip:+: an empty round trip takes $trip us}."
	fi
	! apart || echo "Models are of $(named "$main" "$(value models sentinel_seconds)"); errors were measured in $(named "$(text compare state)" "$(value compare empty_round_trip)"). They are of the states, not of the models."
}

# The error to expect of a model, in percent; "-" if the budget left no time to find out.
expected() # model
{
	mean=$(value models mean "residuals of $1")
	echo "${mean:--}"
}

tell_errors()
{
	printf '%-8s %16s %12s %12s  %s\n' model "expected error %" "mean error %" "max error %" "in the state"
	for model in $models; do
		printf '%-8s %16s %12s %12s  %s\n' "$model" "$(expected "$model")" "$(value compare mean_relative_error "$model")" "$(value compare maximum_relative_error "$model")" "$state"
	done
}

# "a, b" of lines.
listed()
{
	paste -s -d , - | sed 's/,/, /g'
}

# By how much the time of a message differs between the launches that the models are fitted to.
tell_launches()
{
	spread=$(value models launch_spread)
	[ -z "$spread" ] || echo "Times of messages differ by $spread % between $(value models launches) launches. Expected errors are those of the next launch."
}

# Intervals hold noise: where a model misses more than that, they are no error bars.
tell_misfits()
{
	for model in $models; do
		[ -z "$(value models misfit "residuals of $model")" ] || value models mean "residuals of $model" | awk -v model="$model" '$1 >= 0.5 { print model " (" $1 " %)" }'
	done | listed | sed -n "s/..*/Do not take intervals for errors: at other sizes models${main:+ of the state $main} are off by more: &./p"
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
		awk '{ kind = $0; gsub(/[0-9.]+/, "", kind) } !told[kind]++ && ++n <= 2' | awk '{ if (length($0) > 200) { $0 = substr($0, 1, 201); sub(/ [^ ]*$/, " ..."); } print }'
}

models=
for model in plogp loggp logp hockney; do
	[ ! -e "$dir/$model.json" ] || models="$models $model"
done
states=$(text models states)
main=$(sed -n 's/^state: \([^ ]*\)  *an empty round trip .*(the main state)$/\1/p' "$dir/run.txt")
[ -n "$main" ] || main=$(text models state)
state=$(compared_in)
tell_messages
tell_states
tell_errors
tell_launches
tell_misfits
tell_large_errors
tell_warnings
echo "The last launch: $(value models experiments) experiments, $(value models messages) messages, $(value models seconds) s. Errors are those of messages of other sizes, measured afterwards."
