# Where the protocol switches, the cost steps, and the adaptive sizes close in on the step to max(32 B, epsilon * m) on their own.
. "$SONDE_SOURCE/tests/sh/smpi.sh"

# The sizes next to a switch, and the parameter there: "below value above value".
around() # model.csv, parameter, first size beyond the switch
{
	awk -F, -v name="$2" -v at="$3" '
		$1 == name && $3 < at { below = $3; before = $4 }
		$1 == name && $3 >= at && above == "" { above = $3; after = $4 }
		END { print below, before, above, after }' "$1"
}

found() # what, parameter, first size beyond the switch, epsilon, least ratio of the step; the model is in model.json
{
	show model.json > model.csv
	read -r below before above after <<-WORDS
		$(around model.csv "$2" "$3")
	WORDS
	holds "$1 at $3 B, epsilon $4: the sizes around it are $below and $above" "\"$above\" != \"\" && $above - $below <= (0.01 + $4 * $above > 32 ? 0.01 + $4 * $above : 32)"
	holds "$1 at $3 B, epsilon $4: the step" "$after >= $5 * $before"
}

# From S bytes on sender and receiver meet before anything is sent: the send call, 5 us so far, lasts as long as the transfer, at least 100 us.
cluster 2 125MBps 50us
for case in "700 0.01" "3001 0.01" "20000 0.01" "20000 0.05" "65536 0.01"; do
	S=${case% *}
	epsilon=${case#* }
	options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:$S --cfg=smpi/send-is-detached-thresh:$S"
	succeeds "plogp is estimated where $S bytes meet" simulate 2 estimate plogp --epsilon "$epsilon" -o model.json > /dev/null
	found "the switch to rendezvous" o_s "$S" "$epsilon" 20
done

# A step in the gap alone: above 10000 bytes, envelope of 16 included, messages get the half of the bandwidth.
options="--cfg=smpi/bw-factor:0:1;10000:0.5 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:65536"
succeeds "plogp is estimated where the bandwidth drops" simulate 2 estimate plogp -o model.json > /dev/null
found "the drop of the bandwidth" g 9985 0.01 1.8

# Nothing steps: no size is added to powers of two and the one between each two of them from 64 B to 64 KiB.
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:8388608 --cfg=smpi/send-is-detached-thresh:8388608"
succeeds "plogp is estimated where nothing steps" simulate 2 estimate plogp -o model.json > /dev/null
show model.json > model.csv
others=$(awk -F, '$1 == "g" { m = $3; k = 0; while (m > 1) { m /= 2; k++ } if (m > 0 && m < 1) printf "%d ", k - 1 }' model.csv)
holds "between powers of two one size is measured from 64 B to 64 KiB, beyond them none: those above 2^ $others" "\"$others\" == \"6 7 8 9 10 11 12 13 14 15 \""

finish_simulated
