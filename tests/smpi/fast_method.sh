# The fast method of Kielmann, Bal and Verstoep against saturation at the same epsilon and sizes, on their wide-area link and on fast Ethernet: at least 17 times less (simulated) time, and g(m)
# within 5 % (median over m).
. "$SONDE_SOURCE/tests/sh/smpi.sh"

against() # name, operations on the platform are set
{
	rm -f sonde.db # of another platform, whose state is not to be waited for
	for method in fast saturation; do
		succeeds "$1: plogp by $method" simulate 2 estimate plogp --method $method --sizes 0,1:256K -o "$method.json" --reps 3:5 --quiet > /dev/null
		show $method.json | awk -F, '$1 == "g" { print $3, $4 }' > $method.g
	done
	fast=$(awk -F'[:,]' '/measuring_seconds/ { print $2 + 0 }' fast.json)
	saturation=$(awk -F'[:,]' '/measuring_seconds/ { print $2 + 0 }' saturation.json)
	holds "$1: saturation needs 17 times the time of the fast method" "$saturation >= 17 * $fast"
	median=$(join fast.g saturation.g | awk '{ off = $2 / $3 - 1; print off < 0 ? -off : off }' | sort -g | awk '{ all[NR] = $1 } END { print NR ? (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 : "" }')
	holds "$1: the median difference of g" "\"$median\" != \"\" && $median <= 0.05"
	echo "$1: fast $fast s, saturation $saturation s, ratio $(awk "BEGIN { print $saturation / $fast }"), median difference of g $median"
}

# 6 Mbit/s, 2.5 ms one way, and the overheads of TCP on machines of the time. The receiver is the quicker side: a queue that grows at the receiver would take the simulator long.
two_hosts 750kBps 2.5ms 750kBps 2.5ms
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:100e-6 --cfg=smpi/or:0:50e-6 --cfg=smpi/async-small-thresh:65536"
against "6 Mbit/s, 2.5 ms"

two_hosts 12.5MBps 50us 12.5MBps 50us
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:65536"
against "100 Mbit/s, 50 us"

finish_simulated
