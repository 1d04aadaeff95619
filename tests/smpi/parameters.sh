# Overheads and a piecewise bandwidth as set come back: o_s, o_r, and L + g(m) as the platform's one-way time, within 1 %; fresh round trips are predicted within 1 % on average, 3 % at most.
. "$SONDE_SOURCE/tests/sh/smpi.sh"

# One way: two links of 50 us and 125 MB/s, of which messages get the half up to 10000 bytes, 0.9 up to 100000 and all beyond; SMPI adds an envelope of 16 bytes. Overheads as a line in two
# pieces, with a jump. SMPI charges overheads only for messages that it detaches, so all are; they are eager, or a receive call would contain the transfer. MPI_Wtime itself takes 10 ns.
cluster 2 125MBps 50us
eager="--cfg=smpi/async-small-thresh:8388608 --cfg=smpi/send-is-detached-thresh:8388608"
options="--cfg=smpi/os:0:5e-6:1e-9;4096:12e-6:0.5e-9 --cfg=smpi/or:0:7e-6:2e-9;30000:20e-6:1e-9 --cfg=smpi/bw-factor:0:0.5;10000:0.9;100000:1 $eager"
formulas='
	function o_s(m) { return m <= 4096 ? 5e-6 + m * 1e-9 : 12e-6 + m * 0.5e-9 }
	function o_r(m) { return m <= 30000 ? 7e-6 + m * 2e-9 : 20e-6 + m * 1e-9 }
	function wire(bytes) { return 100e-6 + bytes / (125e6 * (bytes <= 10000 ? 0.5 : bytes <= 100000 ? 0.9 : 1)) }
	function one_way(m) { return o_s(m) + wire(m + 16) + o_r(m) }'

succeeds "plogp is estimated" simulate 2 estimate plogp -o plogp.json > /dev/null
show plogp.json > plogp.csv
L=$(parameter plogp.csv L "")
awk -F, -v OFS=, -v L="$L" '$1 == "g" { print "L + g", $2, $3, $4 + L, $5 + L, $6 + L }' plogp.csv > one_way.csv
every plogp.csv o_s 'o_s(m)' 0.01
every plogp.csv o_r 'o_r(m)' 0.01
every plogp.csv o_r_expected 'o_r(m)' 0.01
every one_way.csv "L + g" 'one_way(m)' 0.01

# The sizes were not used: compare draws them.
succeeds "compare runs" simulate 2 compare plogp.json --json > compare.json
mean=$(awk -F: '/mean_relative_error/ { print $2 + 0 }' compare.json)
most=$(awk -F: '/maximum_relative_error/ { print $2 + 0 }' compare.json)
holds "the mean error of predictions" "\"$mean\" != \"\" && $mean <= 0.01"
holds "the largest error of predictions" "\"$most\" != \"\" && $most <= 0.03"

# Models of straight lines, on a platform that is one: 5 us and 3 us of overhead, 100 us + m / 125 MB/s on the wire.
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:65536"
for method in two-point regression; do
	succeeds "hockney is estimated by $method" simulate 2 estimate hockney --method $method --long 32K -o hockney.json > /dev/null
	show hockney.json > hockney.csv
	within "alpha by $method" "$(parameter hockney.csv alpha "")" 108e-6 0.01
	within "beta by $method" "$(parameter hockney.csv beta "")" 8e-9 0.01
done
succeeds "loggp is estimated" simulate 2 estimate loggp --long 32K -o loggp.json > /dev/null
show loggp.json > loggp.csv
within "LogGP's L" "$(parameter loggp.csv L "")" 100e-6 0.01
within "LogGP's o_s" "$(parameter loggp.csv o_s "")" 5e-6 0.01
within "LogGP's o_r" "$(parameter loggp.csv o_r "")" 3e-6 0.01
within "LogGP's g" "$(parameter loggp.csv g "")" 5e-6 0.01
# Trains share the link with themselves: (g(M) - g(1)) / (M - 1), with 5 us of g(1) that is the sender's.
within "LogGP's G" "$(parameter loggp.csv G "")" "$(awk 'BEGIN { print (32768 * 8e-9 - 5e-6) / 32767 }')" 0.01
succeeds "logp is estimated" simulate 2 estimate logp -o logp.json > /dev/null
show logp.json > logp.csv
within "LogP's L" "$(parameter logp.csv L "")" 100e-6 0.01
within "LogP's o_s" "$(parameter logp.csv o_s "")" 5e-6 0.01
within "LogP's o_r" "$(parameter logp.csv o_r "")" 3e-6 0.01
within "LogP's g" "$(parameter logp.csv g "")" 5e-6 0.01

finish_simulated
