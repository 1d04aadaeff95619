# The switch from eager to rendezvous messages, a step of 1.6 to 9 % of the round trip, is found to the byte, and nothing else is.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
cluster 2 125MBps 50us
for S in 700 3001 20000 50001; do
	options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:$S --cfg=smpi/send-is-detached-thresh:$S"
	succeeds "adaptive sizes where $S bytes meet" simulate 2 measure p2p --sizes auto:0:64K --epsilon 0.01 --store $S.db > result
	succeeds "the switch at $S bytes is named to the byte" grep -q "^break_1 .* between $((S - 1)) and $S B" result
	holds "other breaks than that at $S bytes" "$(awk '$1 == "breaks" { print $2 }' result) == 1"
	holds "sizes measured for the switch at $S bytes" "$(awk '$1 == "sizes" { print $2 }' result) <= 60"
done
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:1048576 --cfg=smpi/send-is-detached-thresh:1048576"
succeeds "adaptive sizes where nothing switches" simulate 2 measure p2p --sizes auto:0:64K --store none.db > result
succeeds "no break is named where there is none" grep -q "^breaks *0" result
finish_simulated
