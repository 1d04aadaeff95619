# sonde stress finds nothing where nothing is wrong, and names each fault that is planted: what kind, who received it from whom, by which operation, in a message of which length, where, what was
# expected and what was found.
. "$SONDE_SOURCE/tests/sh/lib.sh"
faults=$SONDE_BUILD/tests/libsonde_test_stress_faults.so

# By which of these operations a fault is planted that looks alike by all: with sanitizers by send and put.
operations()
{
	if [ -n "${SONDE_SANITIZE-}" ]; then printf '%s\n' "$@" | grep -xE 'send|put'; else echo "$*"; fi
}

# A run in which a process damages a message. Under a sanitizer the library is not the first one then.
planted() # process, how, seed, operation, further arguments
{
	settings="FAULT_RANK=$1 FAULT_HOW=$2 FAULT_SEED=$3 FAULT_LOG=$work/done"
	operation=$4
	seed=$3
	shift 4
	rm -f "$work/done"
	run $SONDE_MPIRUN 2 $(preloading "$faults") $settings "$SONDE" stress --op "$operation" --seed "$seed" --max-size 3000 --rounds 5 --csv "$@"
	read -r bytes offset bit place < "$work/done" || fail "nothing was planted"
}

column() # name: of the first row
{
	tr -d '\r' < "$out" | awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR == 2 { print $at }'
}

expect_fault() # kind, process, peer
{
	expect_code 1
	expect_err "1 fault, first: process $2"
	expect_equal "rows" 2 "$(grep -c . "$out")"
	expect_equal kind "$1" "$(column kind)"
	expect_equal process "$2" "$(column process)"
	expect_equal peer "$3" "$(column peer)"
	expect_equal operation "$operation" "$(column operation)"
	expect_equal bytes "$bytes" "$(column bytes)"
}

expect_bit()
{
	expect_equal offset "$offset" "$(column offset)"
	expect_equal "bits that differ" $((1 << bit)) "$(($(column expected) ^ $(column found)))"
}

begin "nothing is found where nothing is wrong: all operations, between all processes"
live 2 stress --max-size 20000 --json
expect_code 0
expect_json summary/faults 0
expect_json summary/pairs 2
expect_json summary/processes 2
expect_json summary/rounds 1
expect_equal "operations" 14 "$(json "$out" "rows/#")"
live 3 stress --max-size 9 --rounds 2 --json
expect_code 0
expect_json summary/faults 0
expect_json summary/pairs 6
expect_json summary/rounds 2

begin "the seed decides what is sent, not how much"
live 2 stress --max-size 3000 --op send --seed 7 --csv
expect_code 0
cp "$out" seven
live 2 stress --max-size 3000 --op send --seed 8 --csv
expect_same_text seven "$out"

begin "a bit that is turned over: by each operation"
while read -r operation seed process; do
	planted 1 flip "$seed" "$operation"
	expect_fault bits "$process" $((1 - process))
	expect_bit
done << END
send 1 0
ssend 2 0
isend 3 0
persistent 4 0
sendrecv 5 0
put 6 0
put-lock 7 0
get 8 1
get-lock 9 1
bcast 10 0
scatter 11 0
alltoall 12 0
END

begin "of gathered messages the root finds it, of a reduction everyone"
planted 1 flip 13 gather
expect_fault bits "$(column process)" 1
expect_bit
planted 1 flip 14 allreduce
expect_code 1
expect_err "2 faults, first: process 0"
expect_equal "processes" "0 1" "$(tr -d '\r' < "$out" | awk -F, 'NR > 1 { printf "%s%s", s, $2; s = " " }')"
expect_equal "peer" "" "$(column peer)"
expect_bit

begin "a message that is truncated"
for operation in $(operations send ssend isend persistent sendrecv); do
	planted 1 truncate 21 $operation
	expect_fault length 0 1
	expect_equal expected "$bytes" "$(column expected)"
	expect_equal found $((bytes - 1)) "$(column found)"
done
for operation in $(operations put put-lock); do
	planted 1 truncate 22 $operation
	expect_fault bits 0 1
	expect_equal offset $((bytes - 1)) "$(column offset)"
done

# The last message of a row has no next one that could be taken for it: then there is one too many.
begin "a message that comes twice, or whose content comes in place of the next one's"
for operation in $(operations send ssend isend sendrecv); do
	for seed in $(seeds 31 32); do
		planted 1 repeat "$seed" "$operation"
		expect_fault "$([ "$place" -lt 4 ] && echo repeated || echo surplus)" 0 1
		[ "$place" -ge 4 ] || expect_equal message $((place + 1)) "$(column message)"
	done
done
for operation in $(operations persistent put put-lock); do
	planted 1 repeat 33 $operation
	expect_fault repeated 0 1
	expect_equal message "$place" "$(column message)"
done

begin "two messages that change places"
for operation in $(operations send ssend isend persistent sendrecv put put-lock); do
	planted 1 swap 41 $operation
	expect_fault order 0 1
	expect_equal message "$place" "$(column message)"
done

begin "--keep-going goes on to the end and counts"
planted 1 flip 51 isend --keep-going
expect_fault bits 0 1
expect_equal faults 1 "$(column faults)"
expect_bit
planted 1 swap 52 send --keep-going
expect_fault order 0 1

# Whether the receiver asks for any tag, and then takes the end of the row for the message, or waits for this one, follows from the seed.
begin "a message that never comes is missing"
planted 1 lose 61 send
expect_fault missing 0 1

begin "a message that is waited for in vain: the run ends when the time for it is over"
planted 1 lose 62 send --give-up 1s
expect_code 1
expect_err "a batch of messages took longer than --give-up allows"
expect_silence out

begin "what cannot be done is refused"
live 1 stress
expect_refusal 2 "messages need two processes at least, and there is 1: start with mpirun -n 2"
live 2 stress --op sned
expect_refusal 2 "--op: there is no operation \"sned\": there are send, ssend"
live 2 stress --max-size 1000G
expect_refusal 2 "--max-size"
live 2 stress --rounds 0
expect_refusal 2 "--rounds"
live 2 stress 17
expect_refusal 2 "too many arguments, from 17"

begin "--time ends a run that would go on for ever"
live 2 stress --time 0.2s --max-size 100 --json
expect_code 0
expect_json summary/faults 0

finish
