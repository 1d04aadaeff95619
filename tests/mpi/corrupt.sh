# A message that arrives damaged is an error and not a time: the run ends, says which process got what from whom, and writes no model.
. "$SONDE_SOURCE/tests/sh/lib.sh"
corrupt=$SONDE_BUILD/tests/libsonde_test_corrupt.so
write_plogp model.json

# Runs an estimation in which one process damages its messages of a length from some message on. Under a sanitizer its library is not the first one then.
damaged() # process, bytes, how many are whole, how, offset, arguments
{
	settings="CORRUPT_RANK=$1 CORRUPT_BYTES=$2 CORRUPT_AFTER=$3 CORRUPT_HOW=$4 CORRUPT_OFFSET=$5"
	shift 5
	run $SONDE_MPIRUN 2 $(preloading "$corrupt") $settings "$SONDE" "$@" --patience 0
}

# The run failed in good order: in its own words, nothing on standard output, no model; the run is in the store as one that did not end.
expect_damage() # text
{
	expect_code 1
	expect_err "sonde: "
	expect_err "$1"
	expect_silence out
	expect_no_file new.json
	expect_equal "state of the run" killed "$(runs sonde.db | tail -n 1 | cut -d '|' -f 3)"
}

plogp="estimate plogp --sizes 0,1000,64K --reps 3:5 -o new.json"
hockney="estimate hockney --reps 3:5 -o new.json"

begin "without damage the same run succeeds"
damaged 0 77 0 flip 0 $plogp
expect_code 0
expect_file new.json
rm -f new.json

# Which process damages, messages of which length, after how many, where; and the experiment. How many messages there are depends on how fast they are: on a busy machine each
# repetition is a single round trip.
begin "a bit that is turned over: sender, receiver, length and place are named"
while read -r process bytes after offset arguments; do
	damaged "$process" "$bytes" "$after" flip "$offset" $arguments
	expect_damage "process $((1 - process)) received a message of $bytes bytes from process $process with wrong content: byte $offset is 0x"
	expect_err " was sent"
done << END
0 1000 0 0 $plogp
0 1000 2 503 $plogp
0 65536 0 65535 $plogp
0 65536 20 40000 $plogp --method saturation
0 1 0 0 measure p2p --sizes 1 --reps 3:5
1 3000 0 1234 $hockney --sizes 0,3000
1 2000000 0 1999999 $hockney --sizes 0,2000000
0 3000 3 17 compare model.json -s 3000 --reps 3:5
END

begin "the values that are named differ in the bit that was turned over"
damaged 0 1000 0 flip 5 $plogp
values=$(sed -n 's/.*byte 5 is \(0x[0-9a-f]*\), \(0x[0-9a-f]*\) was sent.*/\1 \2/p' "$err" | head -n 1)
expect_equal "difference" 8 "$((${values% *} ^ ${values#* }))"

begin "a message that is too short: both lengths are named"
damaged 0 1000 0 shorten 0 $plogp
expect_damage "process 1 received 999 bytes from process 0 where 1000 were sent"
damaged 0 65536 2 shorten 0 $plogp
expect_damage "process 1 received 65535 bytes from process 0 where 65536 were sent"
damaged 1 3000 0 shorten 0 $hockney --sizes 0,3000
expect_damage "process 0 received 2999 bytes from process 1 where 3000 were sent"

begin "a message that is too long: the call that failed, between whom, and what MPI says"
damaged 0 1000 0 lengthen 0 $plogp
expect_damage " between processes 0 and 1 failed: "
damaged 1 3000 0 lengthen 0 $hockney --sizes 0,3000
expect_damage " between processes 0 and 1 failed: "

begin "what was measured before the damage is in the store, and a fit can use it"
# Two sizes are measured in turn, 40 times each: when 30 of the long ones have come, both have been timed.
damaged 0 1048576 30 flip 0 estimate hockney --sizes 0,1M --reps 40:40 --error 0 -o new.json
expect_damage "received a message of 1048576 bytes from process 0 with wrong content"
[ "$(runs sonde.db | tail -n 1 | cut -d '|' -f 5)" -ge 6 ] || fail "the timings were not kept"
sonde fit hockney -o fitted.json
expect_code 0
expect_file fitted.json

finish
