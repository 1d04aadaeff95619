# Overheads and a piecewise bandwidth as set come back: o_s, o_r, and L + g(m) as the platform's one-way time, within 1 %; fresh round trips are predicted within 1 % on average, 3 % at most.
. "$SONDE_SOURCE/tests/sh/smpi.sh"

# One way: two links of 50 us and 125 MB/s, from 32 KiB on at 0.8 of that. Sending costs 5 us + 1 ns/B, from 4 KiB on 7 us + 0.5 ns/B; receiving 3 us + 2 ns/B. Below 64 KiB messages are eager.
# MPI_Wtime itself takes 10 ns.
cluster 2 125MBps 50us
options="--cfg=smpi/bw-factor:0:1;32768:0.8 --cfg=smpi/os:0:5e-6:1e-9;4096:7e-6:0.5e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"

one_way() # bytes
{
	awk -v m="$1" 'BEGIN {
		eager = m < 65536
		os = eager ? (m < 4096 ? 5e-6 + m * 1e-9 : 7e-6 + m * 0.5e-9) : 0
		or = eager ? 3e-6 + m * 2e-9 : 0
		printf "%.12g", os + or + 100e-6 + m / (125e6 * (m < 32768 ? 1 : 0.8))
	}'
}

succeeds "plogp is estimated" simulate 2 estimate plogp -o fast.json --reps 3:5 --quiet > /dev/null
show fast.json > fast.csv
L=$(parameter fast.csv L "")
for bytes in 0 1 64 1024 2048 4096 16384 32768 65536 262144; do
	gap=$(parameter fast.csv g $bytes)
	within "L + g($bytes)" "$(awk "BEGIN { print $L + $gap }")" "$(one_way $bytes)" 0.01
done
for bytes in 0 1 64 1024 2048; do
	within "o_s($bytes)" "$(parameter fast.csv o_s $bytes)" "$(awk "BEGIN { print 5e-6 + $bytes * 1e-9 }")" 0.01
done
for bytes in 4096 16384 32768; do
	within "o_s($bytes)" "$(parameter fast.csv o_s $bytes)" "$(awk "BEGIN { print 7e-6 + $bytes * 0.5e-9 }")" 0.01
done
for bytes in 0 1 64 1024 4096 32768; do
	within "o_r($bytes)" "$(parameter fast.csv o_r $bytes)" "$(awk "BEGIN { print 3e-6 + $bytes * 2e-9 }")" 0.01
	within "o_r_expected($bytes)" "$(parameter fast.csv o_r_expected $bytes)" "$(awk "BEGIN { print 3e-6 + $bytes * 2e-9 }")" 0.01
done

# The switch to rendezvous at 64 KiB is found to within the least step of the sizes, 1 % of it.
step=$(awk -F, '$1 == "g" { if (n++ && $4 < last && $3 > 60000) { print $3 - before; exit } last = $4; before = $3 }' fast.csv)
holds "the interval in which g drops at the switch to rendezvous" "\"$step\" != \"\" && ${step:-0} <= 0.01 * 65536"

succeeds "compare runs" simulate 2 compare fast.json --json --reps 3:5 --quiet > compare.json
mean=$(awk -F: '/mean_relative_error/ { print $2 + 0 }' compare.json)
most=$(awk -F: '/maximum_relative_error/ { print $2 + 0 }' compare.json)
holds "the mean error of predictions" "\"$mean\" != \"\" && $mean <= 0.01"
holds "the largest error of predictions" "\"$most\" != \"\" && $most <= 0.03"

# Models of straight lines, on a platform that is one: 5 us and 3 us of overhead, 100 us + m / 125 MB/s on the wire.
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:65536"
for method in two-point regression; do
	succeeds "hockney is estimated by $method" simulate 2 estimate hockney --method $method --long 32K -o hockney.json --reps 3:5 --quiet > /dev/null
	show hockney.json > hockney.csv
	within "alpha by $method" "$(parameter hockney.csv alpha "")" 108e-6 0.01
	within "beta by $method" "$(parameter hockney.csv beta "")" 8e-9 0.01
done
succeeds "loggp is estimated" simulate 2 estimate loggp --long 32K -o loggp.json --reps 3:5 --quiet > /dev/null
show loggp.json > loggp.csv
within "LogGP's L" "$(parameter loggp.csv L "")" 100e-6 0.01
within "LogGP's o_s" "$(parameter loggp.csv o_s "")" 5e-6 0.01
within "LogGP's o_r" "$(parameter loggp.csv o_r "")" 3e-6 0.01
within "LogGP's g" "$(parameter loggp.csv g "")" 5e-6 0.01
# Trains share the link with themselves: (g(M) - g(1)) / (M - 1), with 5 us of g(1) that is the sender's.
within "LogGP's G" "$(parameter loggp.csv G "")" "$(awk 'BEGIN { print (32768 * 8e-9 - 5e-6) / 32767 }')" 0.01
succeeds "logp is estimated" simulate 2 estimate logp -o logp.json --reps 3:5 --quiet > /dev/null
show logp.json > logp.csv
within "LogP's L" "$(parameter logp.csv L "")" 100e-6 0.01

finish_simulated
