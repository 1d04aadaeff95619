# What the tests on simulated clusters share; a test sources it first and calls finish_simulated last. Values are checked against what the simulated platform was told.

set -u
export LC_ALL=C
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
failures=0
checks=0

# The options that make the simulation an exact reference: no computation, no factors on latency and bandwidth, no flow in the opposite direction of a transfer.
exact="--cfg=smpi/simulate-computation:no --cfg=smpi/lat-factor:0:1 --cfg=network/crosstraffic:no --log=root.thres:critical"

# cluster HOSTS BANDWIDTH LATENCY [SHARED]: hosts n0 …, each behind a link of its own, so that a message crosses two; SHARED ones serve both directions with one capacity. Makes platform.xml and hosts.
cluster()
{
	cat > platform.xml <<-END
		<?xml version='1.0'?>
		<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
		<platform version="4.1"><cluster id="c" prefix="n" suffix="" radical="0-$(($1 - 1))" speed="1Gf" bw="$2" lat="$3" sharing_policy="${4-SPLITDUPLEX}"/></platform>
	END
	host=0
	while [ $host -lt "$1" ]; do
		echo "n$host"
		host=$((host + 1))
	done > hosts
}

# two_hosts BANDWIDTH_OUT LATENCY_OUT BANDWIDTH_BACK LATENCY_BACK: n0 and n1, one link each way.
two_hosts()
{
	cat > platform.xml <<-END
		<?xml version='1.0'?>
		<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
		<platform version="4.1"><zone id="z" routing="Full">
		<host id="n0" speed="1Gf"/><host id="n1" speed="1Gf"/>
		<link id="out" bandwidth="$1" latency="$2"/><link id="back" bandwidth="$3" latency="$4"/>
		<route src="n0" dst="n1" symmetrical="NO"><link_ctn id="out"/></route>
		<route src="n1" dst="n0" symmetrical="NO"><link_ctn id="back"/></route>
		</zone></platform>
	END
	printf 'n0\nn1\n' > hosts
}

# unlike_cluster HOSTS: hosts n0 … of 7 kinds in turn, which differ in bandwidth (118 down to 34 MB/s) and latency of the link that each has up to the others and down from them. A message crosses the
# sender's way up and the receiver's way down: latencies add up, and the narrower one decides. Makes platform.xml and hosts.
unlike_cluster()
{
	awk -v n="$1" 'BEGIN {
		split("118 105 92 61 117 34 119", bandwidth)
		split("20 30 35 40 25 60 15", latency)
		print "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\"><zone id=\"z\" routing=\"Cluster\">"
		for (i = 0; i < n; i++) {
			kind = i % 7 + 1
			printf "<host id=\"n%d\" speed=\"1Gf\"/>", i
			for (way = 0; way < 2; way++)
				printf "<link id=\"%s%d\" bandwidth=\"%gMBps\" latency=\"%gus\"/>", way ? "down" : "up", i, bandwidth[kind], latency[kind]
			printf "<host_link id=\"n%d\" up=\"up%d\" down=\"down%d\"/>\n", i, i, i
			print "n" i > "hosts"
		}
		print "<router id=\"center\"/></zone></platform>"
	}' > platform.xml
}

# simulate PROCESSES ARGUMENTS…: sonde on the platform, with the options in $options; its output goes to stdout, its notes to the file notes.
simulate()
{
	processes=$1
	shift
	# shellcheck disable=SC2086
	timeout "${limit:-250}" smpirun -np "$processes" -platform platform.xml -hostfile hosts $exact $options "$SONDE" "$@" 2> notes
}

# parameter FILE NAME BYTES [LINK]: a value in the output of "model show --csv", in seconds; for a scalar BYTES is empty.
parameter()
{
	awk -F, -v name="$2" -v bytes="$3" -v link="${4-any}" '$1 == name && $2 == link && $3 == bytes { print $4 != "" ? $4 : $7; exit }' "$1"
}

# show MODEL.json: its parameters as CSV, without a simulation.
show()
{
	simulate 1 model show "$1" --csv
}

# within WHAT VALUE EXPECTED TOLERANCE: relative.
within()
{
	checks=$((checks + 1))
	if ! awk -v v="$2" -v e="$3" -v t="$4" 'BEGIN { off = v - e; if (off < 0) off = -off; exit !(v != "" && off <= t * (e < 0 ? -e : e)) }'; then
		echo "not ok: $1 is \"$2\", expected $3 within $4"
		failures=$((failures + 1))
	fi
}

# every MODEL.csv NAME FORMULA TOLERANCE [LINK]: all values of a parameter per size, relative to an awk expression in m, which may use the functions in $formulas. At least 10 of them; what a
# formula gives as 0 is not said. Nothing varies in a simulation: intervals have no width.
every()
{
	checks=$((checks + 1))
	if ! awk -F, -v name="$2" -v t="$4" -v link="${5-any}" "${formulas-}"'
		function off(a, b) { return a > b ? a - b : b - a }
		$1 == name && $2 == link {
			m = $3
			expected = '"$3"'
			if (expected == 0)
				next
			n++
			if (off($4, expected) > t * expected || off($5, $6) > 0.001 * expected) {
				printf "not ok: %s(%d) is %s (%s to %s), expected %.9g within %s\n", name, m, $4, $5, $6, expected, t
				bad = 1
			}
		}
		END {
			if (n < 10)
				printf "not ok: %s has %d values to check\n", name, n
			exit bad || n < 10
		}' "$1"; then
		failures=$((failures + 1))
	fi
}

# holds WHAT CONDITION: an awk condition on numbers.
holds()
{
	checks=$((checks + 1))
	if ! awk "BEGIN { exit !($2) }"; then
		echo "not ok: $1: $2 does not hold"
		failures=$((failures + 1))
	fi
}

# succeeds WHAT COMMAND…
succeeds()
{
	what=$1
	shift
	checks=$((checks + 1))
	if ! "$@"; then
		echo "not ok: $what"
		sed 's/^/    /' notes
		failures=$((failures + 1))
	fi
}

finish_simulated()
{
	echo "$checks checks, $failures failed"
	[ $failures -eq 0 ]
}
