# Every option of every command is given nonsense, drawn by a seed: an end with exit code 1 to 3 or none at all, and where a value of its kind cannot be that, wrong usage
# that names the option. Options and kinds are those that the helps list.
#
# A run tries a part of the options, one of three (with sanitizers one of eight), which the day chooses: three (eight) days that follow each other try all. The values are drawn by a new seed, which is
# printed. NONSENSE_SEED=N repeats the values, NONSENSE_TURN=T the part; NONSENSE_PART=1 tries all.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json
"$SONDE_BUILD/tests/sonde_test_trace" ring ring.trace || exit 1
"$SONDE" schedule bcast --algorithm binomial -n 4 -s 1K -o bcast.goal
"$SONDE" estimate plogp --platform synthetic:model.json --sizes 0,1K --quiet --store kept.db > /dev/null
cp kept.db sonde.db
seed=${NONSENSE_SEED:-$RANDOM}
RANDOM=$seed
[ -n "${SONDE_SANITIZE-}" ] && part=8 || part=3
part=${NONSENSE_PART:-$part} # of so many options one is tried
turn=$((${NONSENSE_TURN:-$(($(date +%s) / 86400))} % part))
echo "# NONSENSE_SEED=$seed NONSENSE_TURN=$turn NONSENSE_PART=$part"
long=$(head -c 3000 /dev/zero | tr '\0' x)
never=("nonsense" "%s%n" ":" "1:2:3:4" "0x" "1,,2" "٣" "$long") # a value of no number, size, time, range or choice
sometimes=("" " " "-1" "1e999" "nan" "inf" "99999999999999999999999" "1e-320" "0" "--" "./" "/dev/null" "$(printf '\377\376')" "1:0" "0:0" "=,=")

complete() # command; its arguments without options, and what keeps it from starting MPI
{
	case $1 in
	latency | bandwidth | stress) echo "$1 --quiet" ;;
	measure) echo "measure p2p --quiet -s 0" ;;
	measure-*) echo "measure ${1#*-} --quiet" ;;
	estimate) echo "estimate plogp --quiet" ;;
	fit) echo "fit plogp" ;;
	predict) echo "predict model.json bcast" ;;
	simulate) echo "simulate ring.trace" ;;
	schedule) echo "schedule bcast" ;;
	compare) echo "compare model.json" ;;
	report) echo "report model.json -o page.html" ;;
	model) echo "model convert model.json" ;;
	runs) echo "runs list" ;;
	decompose) echo "decompose -m model.json --domain 64x64 -n 4" ;;
	trace-*) echo "trace ${1#*-} ring.trace" ;;
	trace | run | lab) echo "$1" ;; # programs and labs are not started
	self-test) echo "self-test --launcher /bin/false" ;;
	tune) echo "tune -m model.json -n 2 --sizes 1K --only bcast --for sonde" ;;
	*) echo "$1" ;;
	esac
}

draws=0
try() # command, letter or -, name, argument as the help has it
{
	value=${sometimes[RANDOM % ${#sometimes[@]}]}
	strict=no
	case $4 in
	N | TIME | SIZE | SIZES | MIN:MAX | FROM:TO | PROCESS | E | C | S | P | \{*)
		[ "$3" = platform ] || [ $((RANDOM % 3)) -eq 0 ] || { value=${never[RANDOM % ${#never[@]}]} strict=yes; }
		;;
	esac
	case $1-$3 in # text in part, or an operation's own words
	*-partners | *-segment | *-groups | *-platform | predict-processes | tune-processes) strict=no ;;
	esac
	draws=$((draws + 1))
	line="sonde $1 --$3 ${value:0:60}"
	code=0
	(
		ulimit -t 60
		exec timeout -k 5 100 "$SONDE" $(complete "$1") --platform=synthetic:model.json --$3="$value"
	) > "$out" 2> "$err" < /dev/null || code=$?
	if contains "$err" "unknown option --platform"; then
		code=0
		(
			ulimit -t 60
			exec timeout -k 5 100 "$SONDE" $(complete "$1") --$3="$value"
		) > "$out" 2> "$err" < /dev/null || code=$?
	fi
	[ $code -le 3 ] || fail "expected an exit code of 0 to 3"
	grep -qE 'Sanitizer|runtime error' "$err" && fail "a sanitizer found something"
	[ $code -eq 0 ] || expect_err "sonde: "
	[ $strict = no ] || { [ $code -eq 2 ] && contains "$err" "$3"; } || fail "expected wrong usage that names --$3"
}

begin "options with an argument"
options=0
for command in $("$SONDE" --help | awk '/^  [a-z]/ { print $1 }') measure-collective measure-thresholds measure-overlap measure-protocols trace-show trace-export; do
	"$SONDE" $(case $command in measure-* | trace-*) echo "${command%%-*} ${command#*-}" ;; *) echo "$command" ;; esac) --help |
		sed -nE 's/^  (-([a-zA-Z]), |    )--([a-z0-9-]+) ([^ ].*)$/\3 \4/p' | awk '$2 != "" { print $1, $2 }' > options
	while read -r name argument; do
		case $argument in *[a-z]*[a-z]*) case $argument in \{* | *FILE* | *DIR*) ;; *) continue ;; esac ;; esac # a flag: its text
		options=$((options + 1))
		[ $((options % part)) -eq $turn ] || continue
		try "$command" - "$name" "$argument"
	done < options
done
echo "# $draws of $options options"
[ $options -gt 200 ] || fail "only $options options were found" # there are more than 300
[ $draws -eq $(((options + part - (turn > 0 ? turn : part)) / part)) ] || fail "$draws of $options options were tried, of each $part one"

begin "words that are no options, and options without what belongs to them"
for command in $("$SONDE" --help | awk '/^  [a-z]/ { print $1 }'); do
	case $command in latency | bandwidth | measure | estimate | compare) apart=--platform=synthetic:model.json ;; *) apart= ;; esac # starts no MPI; stress does
	for word in "---" "-" "-%" "--=x" "--json=1" "-szzz" "--sizes" "$(printf -- '--\377')" "--$long"; do
		line="sonde $command ${word:0:60}"
		code=0
		timeout -k 5 100 "$SONDE" "$command" $apart "$word" > "$out" 2> "$err" < /dev/null || code=$?
		case $code in 1 | 2) ;; *) fail "expected exit code 1 or 2" ;; esac
		expect_err "sonde: "
	done
done
finish
