# On a live platform, too, what cannot be measured is refused before anything is measured: no run in the store, no model file. All processes end.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json
small="--sizes 0,1K $quick"
live 2 estimate plogp $small --quiet --store kept.db
runs kept.db > runs.before

expect_refused() # exit code, text, number of processes, arguments
{
	status=$1
	text=$2
	shift 2
	live "$@" --store kept.db
	expect_refusal "$status" "$text"
	expect_no_file new.json
	runs kept.db > runs.now
	expect_same_text runs.before runs.now
}

begin "two processes are what a run needs"
expect_code 0
expect_runs kept.db 1

begin "one process"
expect_refused 2 "two processes are measured, and there is 1: start with mpirun -n 2" 1 estimate plogp -o new.json
expect_refused 2 "two processes are measured, and there is 1: start with mpirun -n 2" 1 compare model.json
sonde estimate plogp --store kept.db
expect_refusal 2 "start with mpirun -n 2"

begin "a process that is not there"
expect_refused 2 "--pairs 0:2: there are processes 0 to 1" 2 estimate plogp --pairs 0:2 -o new.json
expect_refused 2 "--pairs 5:1: there are processes 0 to 2" 3 estimate plogp --pairs 5:1 -o new.json

begin "wrong usage: one process tells it, once" # of what the command line alone tells, the first with sanitizers: cli/refused has all of it
while IFS='|' read -r arguments text; do
	expect_refused 2 "$text" 2 $arguments
	expect_equal "times that it is told" 1 "$(grep -c '^sonde: ' "$err")"
	[ -z "${SONDE_SANITIZE-}" ] || break
done << 'END'
estimate plogp --noise 0.1 -o new.json|only a synthetic platform
estimate|missing argument
estimate plogp --epsilonn 0.1|unknown option --epsilonn: did you mean --epsilon?
estimate plogp2 -o new.json|no model is called "plogp2": did you mean plogp?
estimate plogp --method regression -o new.json|plogp has no method "regression"
estimate plogp --statistic mode|'mode' is not one of {min|mean|median}
estimate plogp --sizes 1K,2K -o new.json|--sizes must contain 0
compare model.json -s 0 --count 3|--count
END

begin "a message larger than an MPI call takes"
expect_refused 1 "larger than one MPI call takes: at most 2147483647 bytes" 2 estimate plogp --sizes 0,2G -o new.json
if [ -z "${SONDE_SANITIZE-}" ]; then
	expect_refused 1 "a message of 1099511627776 bytes is larger" 2 estimate plogp --sizes 0,1024G -o new.json
	expect_refused 1 "larger than one MPI call takes" 2 estimate plogp --max-size 2G -o new.json
	expect_refused 1 "larger than one MPI call takes" 2 estimate loggp --long 2G -o new.json
fi
expect_refused 1 "larger than one MPI call takes" 2 compare model.json -s 0,2G

begin "messages that memory does not hold"
case $(grep SONDE_SANITIZE "$SONDE_BUILD/CMakeCache.txt") in
*=ON) skip_case "under a sanitizer the address space cannot be bounded" ;;
*)
	# In 2 GB no message of 2047 MiB has room, however much memory the machine has.
	if (ulimit -S -v 2000000) 2> /dev/null; then
		address_space=$(ulimit -S -v)
		ulimit -S -v 2000000
		expect_refused 1 "choose smaller sizes" 2 estimate plogp --sizes 0,2047M -o new.json
		expect_refused 1 "choose smaller sizes" 2 estimate hockney --method two-point --long 2047M -o new.json
		expect_refused 1 "choose smaller sizes" 2 compare model.json -s 0,2047M
		ulimit -S -v "$address_space"
	else
		skip_case "the address space cannot be bounded here"
	fi
	;;
esac

begin "memory that does not suffice to begin with: all processes say so, and leave MPI as usual"
run $SONDE_MPIRUN 2 $(preloading "$SONDE_BUILD/tests/libsonde_test_lacking.so") "$SONDE" estimate plogp $small --store kept.db
expect_code 1
expect_err "not enough memory for what each process has of a collective operation"
expect_err "MPI has been left" # of one at least: the launcher may end the other when the first one has ended

begin "a store, or an output, that cannot be written"
live 2 estimate plogp $small --store nowhere/new.db -o new.json
expect_refusal 1 "its folder is not there"
expect_no_file new.json
expect_refused 1 "-o nowhere/new.json: the file cannot be written" 2 estimate plogp $small -o nowhere/new.json
expect_refused 2 "this is the store" 2 estimate plogp $small -o kept.db
printf 'Dear diary,\n' > diary.txt
live 2 estimate plogp $small --store diary.txt -o new.json
expect_refusal 1 "'diary.txt' is not an SQLite file"
expect_equal "the diary" "Dear diary," "$(cat diary.txt)"

begin "a name of a run that is taken"
expect_refused 1 "the name 'run-1' is taken" 2 estimate plogp $small --run run-1 -o new.json

begin "a broken model to compare with"
sed '/"L":/d' model.json > broken.json
expect_refused 1 "broken.json:6: parameters.L: missing" 2 compare broken.json

begin "--help needs no second process and starts no MPI"
live 1 estimate --help
expect_code 0
expect_out "usage: mpirun -n 2 sonde estimate MODEL[,MODEL...]|all [OPTIONS]"
expect_silence err

begin "three processes with --pairs: two are measured, the third stays idle"
live 3 estimate plogp $small --pairs 1:2 -o pair.json --store pair.db
expect_code 0
expect_err "processes 1 and 2 are measured"
expect_equal "processes" 3 "$(json pair.json processes)"
expect_equal "from" 1 "$(json pair.json provenance/from)"
expect_equal "to" 2 "$(json pair.json provenance/to)"
sonde fit plogp --pairs 1:2 --store pair.db -o fitted.json
expect_code 0
expect_same_findings pair.json fitted.json
sonde fit plogp --store pair.db
expect_refusal 1 "no roundtrip of 0 bytes from 0 to 1 was measured"

begin "--platform mpi is what runs without it"
live 2 estimate plogp $small --platform mpi --quiet -o mpi.json
expect_code 0
expect_equal "platform" mpi "$(json mpi.json provenance/platform)"
live 2 estimate plogp $small --platform=mpi --quiet -o mpi.json
expect_code 0

finish
