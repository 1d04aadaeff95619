# Carries out calls with drawn rules of the library at hand: run.sh SEED FROM N BOUND PROGRAMS FORM LAUNCHER...; PROGRAMS has
# sonde_test_drawn and sonde_test_drawn_calls. What was said of each call is held against what is seen: a process that has not ended after BOUND seconds is
# ended; where it was said to be fine or to abort, it first gets six times as many: a busy machine is no hang. Prints a line for each difference, and counts.
seed=$1 from=$2 n=$3 bound=$4 programs=$5 form=$6
shift 6
starts=6 # of a file: each call that ends the program or hangs takes one
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$programs/sonde_test_drawn" "$form" "$seed" "$from" "$n" "$work" > "$work/said" || { cat "$work/said"; exit 1; }
calls=0 unjudged=0 harmful=0 fine=0 aborted=0 hung=0 wrong=0 different=0 unsaid=0 files=0

see() # command: with the rules in force; sets status
{
	status=0
	if [ "$form" = mpich ]; then
		export MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE="$work/$i.rules"
	else
		export OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_coll_tuned_dynamic_rules_filename="$work/$i.rules"
	fi
	timeout -k 5 "$patience" "$@" > "$work/out" 2> "$work/err" < /dev/null || status=$?
}

ended_early() # call: whether it was ended, was said to end, and has not had the longer time
{
	[ "$status" -eq 124 ] || [ "$status" -eq 137 ] || return 1
	[ "$patience" -eq "$bound" ] || return 1
	case $(sed -n "$(($1 + 1))p" "$work/$i.calls" | cut -d ' ' -f 5) in fine | aborts) ;; *) return 1 ;; esac
}

judge() # call, what was seen of it
{
	set -- $(sed -n "$(($1 + 1))p" "$work/$i.calls") "$2"
	calls=$((calls + 1))
	case $7 in
	fine) fine=$((fine + 1)) ;;
	aborts) aborted=$((aborted + 1)) ;;
	hangs) hung=$((hung + 1)) ;;
	wrong) wrong=$((wrong + 1)) ;;
	esac
	case $5:$7 in
	fine:fine | aborts:aborts | may:fine | may:aborts | may:hangs) ;;
	harms:*) harmful=$((harmful + 1)) ;;
	*)
		different=$((different + 1))
		echo "different: file $i: $1 of $2 processes, $3 B, unlike $4: said $5, seen $7"
		;;
	esac
	if [ "$7" != fine ] && [ "$6" = 0 ]; then
		unsaid=$((unsaid + 1))
		echo "unsaid: file $i: $1 of $2 processes, $3 B: seen $7"
	fi
}

i=$from
while [ "$i" -lt $((from + n)) ]; do
	files=$((files + 1))
	all=$(wc -l < "$work/$i.calls") next=0 begun=0 patience=$bound
	while [ "$next" -lt "$all" ] && [ "$begun" -lt "$starts" ]; do
		begun=$((begun + 1))
		see "$@" "$programs/sonde_test_drawn_calls" "$work/$i.calls" "$next"
		while read -r word at; do
			case $word in
			did) judge "$at" fine; next=$((at + 1)) ;;
			wrong) judge "$at" wrong; next=$((at + 1)) ;;
			esac
		done < "$work/out"
		if [ "$status" -eq 0 ]; then
			next=$all
		elif [ "$next" -lt "$all" ] && ended_early "$next"; then
			patience=$((6 * bound)) begun=$((begun - 1))
			continue
		elif [ "$next" -lt "$all" ]; then
			patience=$bound
			if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then judge "$next" hangs; else judge "$next" aborts; fi
			next=$((next + 1))
		else
			next=$all
		fi
	done
	unjudged=$((unjudged + all - next))
	i=$((i + 1))
done
echo "not judged: $unjudged calls behind the ${starts}th start of their file; $harmful of algorithms that lack what they need without the library noticing"
echo "$form, seed $seed: $files files, $calls calls: $fine fine, $aborted aborted, $hung hung, $wrong wrong; $different other than said, $unsaid not said"
[ "$different" -eq 0 ] && [ "$unsaid" -eq 0 ]
