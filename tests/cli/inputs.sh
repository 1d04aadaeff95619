# Every option and operand that names a file to read is given what is no such file: devices and pipes without end, a folder, nothing. Each is refused, naming it, in
# bounded time and memory. A new option of such a file has a line here: the helps are searched for those that have none.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json
sed 's/"processes": 2/"processes": 4/' model.json > four.json
synthetic="--platform synthetic:model.json"
"$SONDE_BUILD/tests/sonde_test_trace" ring ring.trace || exit 1
sonde schedule bcast --algorithm binomial -n 4 -s 1K -o bcast.goal
sonde estimate plogp $synthetic --sizes 0,1K --store kept.db --quiet
printf '# OSU MPI Latency Test v7.0\n1 0.26\n' > osu
mkdir folder
: > empty
mkfifo pipe

# Processor seconds and kilobytes that a refusal may take; sanitizers reserve memory without bounds.
seconds=6
[ -n "${SONDE_SANITIZE-}" ] && seconds=60 && kilobytes=unlimited || kilobytes=3000000

refuse() # what the refusal names, arguments
{
	named=$1
	shift
	line="sonde $*"
	code=0
	(
		ulimit -t $seconds -v $kilobytes
		exec timeout -k 5 100 "$SONDE" "$@"
	) > "$out" 2> "$err" < /dev/null || code=$?
	case "$code $*" in
	[12]\ * | 3\ *--check*) ;;
	*) fail "expected exit code 1 or 2" ;;
	esac
	expect_err "sonde: "
	expect_err "$named"
}

# The arguments; @ is the file. A line that begins with * is the first one that has its reader: it gets the pipe too, which takes most of the time.
cat > uses << 'END'
*estimate hockney --classes @ --pairs all --platform synthetic:model.json --sizes 0,1K
*estimate plogp --sizes 0,1K --platform synthetic:@
estimate plogp --sizes 0,1K --platform equations:@
latency --platform synthetic:@ -s 0
fit plogp --store @
fit hockney --classes @ --pairs all --store kept.db
*export --store @
export @ --format simgrid
*import @
runs list --store @
report --store @ --run run-1
report @
*report --trace @
report --trace ring.trace -m @
model show @
model check @
model convert @ --to loggp
model average @
predict @ p2p -s 0
*predict model.json bcast -s 1K -n 4 --order @
predict model.json bcast -s 1K -n 4 --groups @
predict model.json bcast -s 1K -n 4 --arrival @
predict model.json bcast -s 1K -n 4 --placement @ --intra model.json
predict model.json bcast -s 1K -n 4 --placement block:2 --intra @
predict model.json bcast -s 1K -n 4 --placement block:2 --intra model.json --inter @
decompose -m @ --domain 64x64 -n 4
*decompose -m model.json --domain 64x64 -n 4 --operations @
*decompose -m model.json --domain 64x64 -n 4 --mapping rankfile --hosts @ -o hosts
decompose -m model.json --domain 64x64 -n 4 --placement @ --intra model.json
decompose -m model.json --domain 64x64 -n 4 --placement block:2 --intra @
*simulate @ -m model.json
simulate bcast.goal -m @
simulate bcast.goal -m model.json --intra @ --placement block:2
simulate bcast.goal -m model.json --intra model.json --placement @
*simulate ring.trace -m model.json --compute-scale @
*simulate ring.trace -m model.json --collectives @
*simulate ring.trace -m model.json --rules @
compare @ --platform synthetic:model.json -s 1K --store kept.db
compare ring.trace -m @
compare @ -m model.json
compare ring.trace -m model.json --compute-scale @
compare ring.trace -m model.json --collectives @
compare ring.trace -m model.json --rules @
compare ring.trace -m model.json --intra @
*schedule @
schedule bcast --algorithm binomial -n 4 -s 1K --order @
schedule gather --algorithm two-level -n 4 -s 1K --groups @
measure collective --op bcast --algorithm binomial --order @ --platform synthetic:model.json -s 1K
measure collective --op bcast --arrival @ --platform synthetic:model.json -s 1K
measure thresholds --model @ --platform synthetic:four.json
tune -m @ -n 4 --only bcast -o rules
tune -m model.json --trace @ -o rules
tune -n 4 --only bcast --intra @ --inter model.json --ppn 2 -o rules
tune -n 4 --only bcast --intra model.json --inter model.json --placement @ -o rules
*tune --check @
trace show @
trace export @
trace export ring.trace --format goal --rules @ -o goal
trace gather @ -o gathered
*run --collectives @ true
compare ring.trace -m model.json --placement @
simulate ring.trace -m model.json --intra model.json --inter @
decompose -m model.json --domain 64x64 -n 4 --placement block:2 --intra model.json --inter @
tune -n 4 --only bcast --intra model.json --inter @ --ppn 2 -o rules
bandwidth --platform synthetic:@ -s 0
measure p2p --platform synthetic:@ -s 0
compare model.json --platform synthetic:@ -s 1K
tune --platform synthetic:@ -o rules
measure collective --op gather --algorithm two-level --groups @ --platform synthetic:model.json -s 1K
predict model.json bcast -s 1K -n 4 --inter @ --intra model.json --placement block:2
END
# Of a command that measures the store is made, where there is none and where a file is empty.
cat > stores << 'END'
import osu
estimate plogp --sizes 0,1K --platform synthetic:model.json
latency --platform synthetic:model.json -s 0
bandwidth --platform synthetic:model.json -s 0
measure p2p --platform synthetic:model.json -s 0
compare model.json --platform synthetic:model.json -s 1K
tune --platform synthetic:model.json -o rules
END

# Files to read, of the helps: all but what is written. measure schedule needs processes, --verify a library, and compare's --inter is its -m: they read models, schedules and rules as others do.
begin "each option of a file has a line here"
for command in $("$SONDE" --help | awk '/^  [a-z]/ { print $1 }'); do
	for more in "" $(case $command in measure) echo collective thresholds ;; trace) echo show export gather ;; esac); do
		"$SONDE" "$command" $more --help | sed -n 's/^  \(-[a-zA-Z], \|    \)--\([a-z-]*\) [^ ]*\(FILE\|DIR\|TABLE\|\.json\|PLACES\|HOSTS\|P\)\( .*\)*$/\2 \1/p'
	done | grep -vE '^(output|plot|timeline|rates|cpu|slow|verify|processes) ' | sort -u > options
	while read -r option letter; do
		grep -qE "^[*]?$command .*(--$option|${letter%,}) (synthetic:)?@" uses || [ "$command $option" = "compare inter" ] || { [ "$option" = store ] && grep -q "^$command " stores; } ||
			fail "sonde $command --$option: no line"
	done < options
done

endless_pipe() # what opens the pipe next reads lines without end
{
	yes '0 a' > pipe 2> /dev/null &
	own=$!
}

end_pipe()
{
	kill "$own" 2> /dev/null
	wait "$own" 2> /dev/null
	own=
}

while read -r arguments; do
	star=${arguments%%[!*]*}
	arguments=${arguments#"$star"}
	begin "${arguments%% *} refuses what is no file for it: $arguments"
	for file in $(seeds /dev/zero empty /dev/urandom folder nowhere); do
		refuse "$file" $(printf '%s' "$arguments" | sed "s|@|$file|")
	done
	[ -n "$star" ] || continue
	endless_pipe
	refuse pipe $(printf '%s' "$arguments" | sed "s|@|pipe|")
	end_pipe
done < uses
while read -r arguments; do
	begin "${arguments%% *} refuses what can be no store: $arguments"
	for file in /dev/zero /dev/urandom folder pipe; do
		refuse "$file" $arguments --store "$file"
	done
done < stores

begin "a lab refuses what is no file for it"
if [ "$(id -u)" -eq 0 ]; then
	for option in rates cpu slow; do
		for file in /dev/zero /dev/urandom folder nowhere; do
			refuse "$file" lab up --name inputs --$option "$file"
		done
	done
else
	skip_case "labs are root's"
fi

begin "what a model shows of its provenance takes time as there are facts"
awk 'BEGIN { print "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2, \"parameters\": {\"alpha\": 1e-5, \"beta\": 1e-9}, \"provenance\": {"
	for (i = 0; i < 60000; i++) print "\"f" i "\": " i (i < 59999 ? "," : "}}") }' > facts.json
line="sonde model show facts.json"
(
	ulimit -t $seconds
	exec "$SONDE" model show facts.json
) > "$out" 2> "$err" || fail "more than $seconds s of a processor" # a search for each took 16 s
expect_out "f59999"
rm facts.json

begin "a prediction that memory does not suffice for is refused before it begins, with what it would need"
if [ "$kilobytes" = unlimited ]; then
	skip_case "with sanitizers memory is not limited"
else
	refuse "a simulation of about 5e+08 operations needs " predict model.json bcast --algorithm pipeline -n 16 -s 16M --segment 1
	refuse "a simulation of 100000000 processes needs 20 GB of memory at least" predict model.json bcast --algorithm binomial -n 100000000 -s 1K
	refuse "a simulation of about 2e+10 operations needs " predict model.json alltoall --algorithm linear -n 100000 -s 1K
	refuse "a simulation of about 5.2e+08 operations needs " predict model.json bcast --algorithm chain -n 4000 -s 65000K --segment 1K # neither alone is many
	sonde predict model.json gather --algorithm linear -n 30000 -s 1K --json # one process has many operations, the others few
	expect_code 0

	refuse "a schedule of about 1.8e+11 operations is a file of " schedule alltoall --algorithm linear -n 300000 -s 1K -o all.goal
	[ ! -e all.goal ] || fail "it is written"
	sonde schedule alltoall --algorithm linear -n 700 -s 1K -o all.goal
	sonde schedule alltoall --algorithm linear -n 700 -s 1K --format binary -o all.bin
	for file in all.goal all.bin; do
		line="$file of 979300 operations is not simulated without the memory"
		(ulimit -v 45000; exec "$SONDE" simulate $file -m model.json) > "$out" 2> "$err" && fail "it ran within 45 MB"
		said=$(sed -n 's/.*a simulation of about \([0-9.e+]*\) operations needs .* of memory at least.*/\1/p' "$err")
		awk -v said="$said" 'BEGIN { exit !(said > 0.9 * 979300 && said < 1.1 * 979300) }' || fail "said $said"
	done
	line="how far a long simulation is, on a terminal and nowhere else"
	sonde schedule alltoall --algorithm linear -n 1200 -s 1K --format binary -o long.bin # takes several times as long as the first line comes after
	script -qec "'$SONDE' simulate long.bin -m model.json" terminal > /dev/null
	grep -q 'simulated operations: [0-9]* of 2878800' terminal || fail "nothing is told"
	rm long.bin
	"$SONDE" simulate all.bin -m model.json > "$out" 2> "$err"
	[ ! -s "$err" ] || fail "it is told"
	rm all.goal all.bin

	line="an alltoall among 700 takes what is estimated, within a fifth"
	(ulimit -v 60000; exec "$SONDE" predict model.json alltoall --algorithm linear -n 700 -s 1K) > "$out" 2> "$err" && fail "it ran within 60 MB"
	said=$(sed -n 's/.* needs \([0-9.]*\) GB of memory at least.*/\1/p' "$err")
	if [ -x /usr/bin/time ]; then
		for n in 2 700; do
			/usr/bin/time -f %M -o took.$n "$SONDE" predict model.json alltoall --algorithm linear -n $n -s 1K > "$out" 2> "$err" || fail "-n $n"
		done
		awk -v said="$said" -v none="$(cat took.2)" -v took="$(cat took.700)" 'BEGIN { x = said * 1e9 / 1024 / (took - none); exit !(x > 0.8 && x < 1.25) }' || fail "said $said GB, took $(cat took.700) KB"
	else
		skip_case "there is no /usr/bin/time"
	fi
fi

begin "a list that is too long, or no text, is refused with what is allowed"
head -c 64000001 /dev/zero | tr '\0' 0 > long
refuse "--order long: too long for a list or table: 64 MB are allowed" predict model.json bcast -s 1K -n 4 --order long
refuse "--order /dev/zero: this is no text, as a list or table is: byte 0 is 0" predict model.json bcast -s 1K -n 4 --order /dev/zero
rm long
finish
