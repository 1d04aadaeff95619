# Simulated clusters drawn at random, and what global timing is held against there. Sourced after tests/sh/smpi.sh.

# random_cluster SEED HOSTS alike|unlike: hosts n0 …, each behind a link of its own, so that a message crosses two. Makes platform.xml, hosts, latencies (of each host's link, in seconds), and sets
# options. All is uniform in the logarithm but shares: 10 MB/s to 10 GB/s and 1 to 100 us for all links, or three to seven kinds of links that are up to 8 times narrower and up to 10 times longer; 0.2 to
# 8 us to send and to receive, and per byte up to a third of what the link takes, at most 2 ns; a nonblocking send takes a share of that; messages are eager up to 1 KiB to 256 KiB. In one cluster of
# three a link serves one direction at a time.
random_cluster()
{
	awk -v seed="$1" -v hosts="$2" -v unlike="$3" '
		function draw() { state = state * 16807 % 2147483647; return state / 2147483647 }
		function between(low, high) { return low + (high - low) * draw() }
		function scaled(low, high) { return exp(between(log(low), log(high))) }
		function overhead(per_byte) { return scaled(2e-7, 8e-6) ":" between(0, per_byte < 2e-9 ? per_byte : 2e-9) }
		BEGIN {
			state = seed * 7919 + 1
			for (i = 0; i < 20; i++)
				draw()
			fastest = scaled(1e7, 1e10)
			shortest = scaled(1e-6, 1e-4)
			kinds = unlike == "unlike" ? 3 + int(5 * draw()) : 1
			for (k = 0; k < kinds; k++) {
				bandwidth[k] = kinds > 1 ? fastest / scaled(1, 8) : fastest
				latency[k] = kinds > 1 ? shortest * scaled(1, 10) : shortest
			}
			shared = draw() < 1 / 3
			send = overhead(1 / 3 / fastest)
			receive = overhead(1 / 3 / fastest)
			split(send, parts, ":")
			share = draw()
			eager = 2 ^ (10 + int(9 * draw()))
			printf "--cfg=smpi/bw-factor:0:1 --cfg=smpi/async-small-thresh:%d --cfg=smpi/send-is-detached-thresh:%d", eager, eager > "drawn"
			printf " --cfg=smpi/os:0:%s --cfg=smpi/ois:0:%.9g:%.9g --cfg=smpi/or:0:%s\n", send, share * parts[1], share * parts[2], receive > "drawn"
			print "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\"><zone id=\"z\" routing=\"Cluster\">"
			for (i = 0; i < hosts; i++) {
				k = int(kinds * draw())
				printf "<host id=\"n%d\" speed=\"1Gf\"/>", i
				link = "bandwidth=\"" bandwidth[k] "Bps\" latency=\"" latency[k] "s\" sharing_policy=\"SHARED\""
				printf "<link id=\"up%d\" %s/>", i, link
				if (!shared)
					printf "<link id=\"down%d\" %s/>", i, link
				printf "<host_link id=\"n%d\" up=\"up%d\" down=\"%s%d\"/>\n", i, i, shared ? "up" : "down", i
				print "n" i > "hosts"
				print latency[k] > "latencies"
			}
			print "<router id=\"center\"/></zone></platform>"
		}' > platform.xml
	options=$(cat drawn)
}

# observed HOSTS OPERATIONS SIZES: each operation timed by global timing, by the MPI library and by each of sonde's algorithms, as lines OPERATION ALGORITHM BYTES SECONDS in measured; in ends, the same
# operations as tests/smpi/ends.c observes them, with their least time; in ends.backwards once more, the last first. False if a command failed.
observed()
{
	: > measured
	: > timed.notes
	for operation in $2; do
		simulate "$1" measure collective --op "$operation" --algorithm all --sizes "$3" --reps 2:2 --patience 0 --csv --store random.db > timed.csv || return 1
		cat notes >> timed.notes
		columns algorithm bytes seconds < timed.csv | sed "s/^/$operation /" >> measured
	done
	awk '{ print $1, $2, $3 }' measured > operations
	tac operations > operations.backwards
	for order in "" .backwards; do
		# shellcheck disable=SC2086
		timeout "${limit:-250}" smpirun -np "$1" -platform platform.xml -hostfile hosts $exact --cfg=smpi/wtime:0 $options "$SONDE_BUILD/tests/sonde_test_ends" operations$order latencies > ends$order 2> notes || return 1
	done
}

# Where several events of the simulator fall on one instant, the same operation takes one of two times, by what went before: on cluster 1018 allgather by bruck of 700 B 7.7406 or 7.7493 ms. So a timing is held against the
# nearer one of the two ends.
#
# hold_observed: the number of timings, of those below their least time, of those off the observed end by more than 0.1 %, the largest deviation in percent, and of what. False if a timing has no
# counterpart, or one of these numbers is not 0.
hold_observed()
{
	awk '
		FILENAME == "ends" { end[$1, $2, $3] = $4; least[$1, $2, $3] = $5; next }
		FILENAME == "ends.backwards" { other[$1, $2, $3] = $4; next }
		!(($1, $2, $3) in end) { missing++; next }
		{
			n++
			off = $4 / end[$1, $2, $3] - 1
			if (off < 0)
				off = -off
			again = $4 / other[$1, $2, $3] - 1
			if (again < 0)
				again = -again
			if (again < off)
				off = again
			if ($4 < (1 - 1e-6) * least[$1, $2, $3])
				below++
			if (off > 0.001)
				bad++
			if (off >= most) {
				most = off
				which = $1 " " $2 " of " $3 " B"
			}
		}
		END {
			print n + 0, below + 0, bad + 0, 100 * most, which
			exit missing || !n || below || bad
		}' ends ends.backwards measured
}
