# How the command is called: help, what is refused as wrong usage (exit code 2), and where texts go.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json
synthetic="--platform synthetic:model.json"
commands=$("$SONDE" --help | awk '/^  [a-z]/ { print $1 }')

begin "the overview lists the commands, on standard output"
for help in --help -h help; do
	sonde $help
	expect_code 0
	expect_silence err
	for command in estimate fit model predict compare report info; do
		expect_out "  $command "
	done
done

begin "every command is listed with a summary"
sonde --help
expect_equal "lines without one" "" "$(awk '/^  [a-z]/ && NF < 2' "$out")"

begin "without a command the overview goes to standard error"
sonde
expect_code 2
expect_silence out
expect_err "usage: sonde COMMAND [OPTIONS]"

begin "the version"
sonde --version
expect_code 0
expect_silence err
expect_out "sonde 0."

begin "of several processes without MPI the first works alone"
export PMI_SIZE=2 PMI_RANK=0
sonde predict model.json p2p -s 0
expect_code 0
expect_err "2 processes were started, but this needs no MPI"
expect_out "p2p"
export PMI_RANK=1
sonde predict model.json p2p -s 0
expect_code 0
expect_silence out
expect_silence err

begin "wrong usage of what each process of a launch does is told by the first alone, and so is help"
while read -r arguments; do
	export PMI_RANK=0
	sonde $arguments
	expect_code 2
	expect_equal "times that it is told of: $arguments" 1 "$(grep -c '^sonde: ' "$err")"
	export PMI_RANK=1
	sonde $arguments
	expect_code 0
	expect_silence out
	expect_silence err
done << 'END'
run
run --collectives
run --collectives table
run --colectives table ./program
trace ./program
trace -o
tune --verify
tune --verify rules.conf --check rules.conf
tune --verify rules.conf --only bcast
frobnicate
END
sonde run --help
expect_code 0
expect_silence out
sonde run --collectives none ./program # its node may lack the table where the first process' node does not
expect_code 1
expect_err "sonde: "
unset PMI_SIZE PMI_RANK

begin "a prediction beyond the sizes of the fit says so"
sonde predict model.json p2p -s 0,1G
expect_code 0
expect_err "larger messages are predicted by the line"
sonde predict model.json p2p -s 0,1K
expect_silence err

begin "an unknown command is refused, with the nearest one if it is near"
for case in "estimat|did you mean \"estimate\"?" "modle|did you mean \"model\"?" "frobnicate|there is no command \"frobnicate\"" "--quiet|there is no command \"--quiet\""; do
	sonde "${case%%|*}"
	expect_refusal 2 "${case#*|}"
done

for command in $commands; do
	begin "$command --help goes to standard output and says usage, options and an example"
	sonde "$command" --help
	expect_code 0
	expect_silence err
	expect_out "sonde $command: "
	expect_out "usage: "
	expect_out "sonde $command "
	expect_out "example: "
	for option in --json --csv --quiet "-h, --help"; do
		expect_out "$option "
	done
	expect_equal "lines of more than 100 characters" "" "$(awk 'length > 100 && !/^(sonde|usage|example)/' "$out")"
	cp "$out" help
	sonde "$command" -h
	expect_same_text help "$out"

	begin "$command --help does not need the operands, and its example has only options that it lists"
	# What follows the program of trace and run is the program's.
	case $command in
	trace | run) sonde "$command" --help model.json extra ;;
	*) sonde "$command" model.json extra --help ;;
	esac
	expect_code 0
	for option in $(sed -n 's/^example: //p' help | tr ' ' '\n' | grep '^-' | grep -v '^-n$'); do
		grep -q -e "^ *$option[, ]" -e ", $option " help || fail "the example has $option"
	done

	begin "$command refuses an unknown option, and names the nearest one"
	sonde "$command" --quit
	expect_refusal 2 "unknown option --quit: did you mean --quiet?"
	sonde "$command" --no-such-thing-at-all
	expect_refusal 2 "unknown option --no-such-thing-at-all: --help lists the options"
	sonde "$command" -json
	expect_refusal 2 "unknown option -json: did you mean --json?"

	begin "$command refuses what is given twice, and an argument where none belongs"
	sonde "$command" --json --json
	expect_refusal 2 "option --json is given twice"
	sonde "$command" --quiet=yes
	expect_refusal 2 "option --quiet takes no argument"
done

# Wrong usage: the arguments, and what the refusal says.
begin "wrong usage is refused with what is allowed, and leaves no file behind"
while IFS='|' read -r arguments text; do
	sonde $arguments
	expect_refusal 2 "$text"
	expect_equal "files" "help model.json" "$(ls | tr '\n' ' ' | sed 's/ $//')"
done << END
info model.json|too many arguments, from model.json: usage: sonde info [OPTIONS]
info --json --csv|--json and --csv: a result is printed in one form
estimate|missing argument: usage: sonde estimate MODEL
estimate $synthetic|missing argument
estimate plogp logp $synthetic|too many arguments, from logp
estimate plogp logp $synthetic|several are one argument: plogp,logp
measure collective bcast $synthetic|--op bcast says the operation
latency 1K $synthetic|-s 1K says the size
estimate plogp $synthetic --sizes 0.5M|--sizes: '0.5M' is not a size
estimate plogp $synthetic -- --json|too many arguments, from --json
estimate plogp --sizes|option --sizes needs an argument: --sizes SIZES
estimate plogp --platform|option --platform needs an argument
estimate plogp --platform cluster|--platform cluster: use mpi, synthetic:MODEL.json or equations:MODEL.json
estimate plogp $synthetic --method fats|plogp has no method "fats": did you mean fast?
estimate plogp $synthetic --method two-point|plogp has no method "two-point": there are fast, saturation
estimate plogp $synthetic --statistic medain|'medain' is not one of {min|mean|median}: did you mean median?
estimate plogp $synthetic --directions all|'all' is not one of {auto|one|both}
estimate plogp $synthetic --size-rule middle|'middle' is not one of {extrapolation|midpoint}
estimate plogp $synthetic --sizes 64Q|'64Q' is not a size
estimate plogp $synthetic --sizes 0,1T|'1T' is not a size
estimate plogp $synthetic --sizes 1K:0|a range begins with the smaller size
estimate plogp $synthetic --sizes 0,99999999999999999999|99999999999999999999
estimate plogp $synthetic --sizes=0,1K --sizes 0|option --sizes is given twice
estimate plogp $synthetic --sizes 1K,2K|--sizes must contain 0
estimate logp $synthetic --sizes 0,1K|measures fixed sizes only
estimate plogp $synthetic --reps 5:2|'5:2' is not MIN:MAX
estimate plogp $synthetic --reps 1:2|must be from 2 to
estimate plogp $synthetic --error 2|must be from 0 to 1
estimate plogp $synthetic --confidence 95|must be from 0.5 to 0.9999
estimate plogp $synthetic --epsilon 0|must be from
estimate plogp $synthetic --seed -1|'-1' is not a whole number
estimate plogp $synthetic --pairs 0|'0' is not FROM:TO
estimate plogp $synthetic --pairs 1:1|'1:1' is not FROM:TO
estimate plogp $synthetic --pairs 0:2|--pairs 0:2: there are processes 0 to 1
estimate plogp $synthetic --max-train 5|must be from 20 to
estimate plogp $synthetic --max-sizes 2|must be from 3 to
estimate plogp $synthetic --max-size 0|must be from 1 to
estimate plogp $synthetic --long 1|must be from 2 to
estimate plogp $synthetic --strides 2,8|--strides: of no effect with plogp by fast: no data in blocks
estimate hockney $synthetic --blocks 8|--blocks: of no effect with hockney by regression: no data in blocks
estimate 3pc $synthetic --blocks 8|--blocks: of no effect with 3pc by paths: no data in blocks
estimate plogp $synthetic --long 16K|--long: of no effect with plogp by fast: no message is its long one
estimate hockney $synthetic --sizes 0,1K --long 16K|--long: of no effect with hockney by regression of these --sizes
estimate logp $synthetic --max-sizes 10|--max-sizes: of no effect with logp by saturation: its sizes are not adapted
estimate plogp $synthetic --sizes 0,1K --max-sizes 10|--max-sizes: of no effect with plogp by fast of these --sizes
estimate hockney $synthetic --size-rule midpoint|--size-rule: of no effect with hockney by regression
estimate 3pc $synthetic --max-size 1M|--max-size: of no effect with 3pc by paths: its sizes do not grow
estimate plogp $synthetic --patience soon|'soon' is not a time
estimate plogp $synthetic --noise -1|must be from 0 to 10
estimate plogp $synthetic --outliers 2|must be from 0 to 1
estimate plogp $synthetic --switching 0.5:3s|--switching: the factor between states is 0.5: a finite number of at least 1 is allowed
estimate plogp $synthetic --disturbances 4:0.5ns:50ms|--disturbances: the length of disturbances is 5e-10 s: a finite number of at least 1e-09 s is allowed
estimate plogp $synthetic --drifting 0.3|is not PART:TIME
estimate plogp $synthetic --disturbances 4:2ms|is not FACTOR:LENGTH:APART
estimate plogp $synthetic -omodel.json|a space belongs between -o and its argument
estimate plogp $synthetic -o new.db --store new.db|this is the store
fit|missing argument
fit plogp --pairs 0:0|'0:0' is not FROM:TO
model|missing argument
model show|missing argument
model improve model.json|the actions are show, convert, average and check
model convert model.json|--to MODEL is missing
model show model.json -o new.json|--output goes with "convert" and "average" only
model check model.json --to loggp|--to goes with "convert" only
predict model.json|missing argument
predict model.json teleport -s 0|there is no operation "teleport"
predict model.json p2p|-s SIZES is missing
predict model.json p2p -s auto:0:1M|a prediction has nothing to adapt to
predict model.json p2p -s 0 --to 0|two different processes
predict model.json p2p -s 0 --to 2|two different processes of 0 to 1
compare|missing argument
compare model.json $synthetic -s auto:0:1M|a comparison has nothing to adapt to
compare model.json $synthetic --count 0|must be from 1 to
END

begin "options may stand before and after operands, with = or a space"
sonde predict -s 1K model.json --csv p2p
expect_code 0
cp "$out" before
sonde predict model.json p2p --sizes=1024 --csv
expect_code 0
expect_same_text before "$out"

begin "an operand that begins with - goes after --"
cp model.json ./-m.json
sonde predict --csv -s 1K -- -m.json p2p
expect_code 0
expect_same_text before "$out"

finish
