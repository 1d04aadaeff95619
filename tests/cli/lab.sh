# The emulated cluster: what is made, what runs in it, and that nothing is left of it, whoever is killed. As root, with network namespaces, tbf and tap devices; else skipped.
. "$SONDE_SOURCE/tests/sh/lib.sh"
export PATH="$PATH:/usr/sbin:/sbin"
probe=sonde-probe-$$

can_shape()
{
	ip netns add $probe 2> "$err" || return 1
	tc -n $probe qdisc add dev lo root tbf rate 100mbit burst 16kb limit 64kb 2> "$err" && ip -n $probe tuntap add dev eth0 mode tap 2> "$err"
	shaped=$?
	ip netns del $probe
	return $shaped
}

begin "what cannot be is refused as wrong usage, with what is allowed"
printf '9 25mbit\n' > rates
while IFS='|' read -r arguments text; do
	sonde lab $arguments
	expect_refusal 2 "$text"
done << END
|say what is to be done: up, run, status or down
start|lab start: say first what is to be done
up --nodes 1|2
up --nodes 65|64
up --rate 100|'100' is not the rate of a link
up --switch-buffer 64kbit|is not the size of a switch's buffer
up --cpu-share 0|0.01
up --latency 20|--latency
up --latency 2s|it must be from 1e-06s to 1s
up --links cables|wires
up --tcp carrier-pigeons|a congestion control of TCP that this machine has is expected: 
up --links buckets --latency 20us|--latency: of wires
up --name Lab|'Lab' cannot be the name of a lab
up lab|too many arguments, from lab
run -n 4|which program?
run --nodes 4 -n 5 -- true|-n 5: a lab of 4 nodes has one process on each
run --name x --nodes 4 -- true|--name: of a lab that is up already
run --mpi lam -- true|openmpi
END
sonde lab up --rates rates
expect_refusal 1 "rates:1: '9' is not a node: they are 1 to 8"
printf '1 1ms\n' > slow
sonde lab up --slow slow
expect_refusal 1 "slow:1: expected a node and its time per call and per byte"
sonde lab up --cpu nowhere
expect_refusal 1 "nowhere: cannot be opened"

if [ "$(id -u)" -ne 0 ]; then
	begin "the lab needs root, and says so"
	sonde lab up
	expect_refusal 1 "must be run by root"
	close_case
	[ $failed -eq 0 ] || finish
	skip_test "the lab needs root"
fi
for program in ip tc ethtool; do
	command -v $program > /dev/null || skip_test "the lab needs $program"
done
can_shape || skip_test "no network namespaces with tbf and tap devices here: $(cat "$err")"

lab=test-$$
foreign=sonde-$lab-foreign
remains() # namespaces of this test's lab
{
	ip netns list | grep -c "^sonde-$lab-"
}
until_gone() # a pattern of namespaces
{
	for i in $(seq 1200); do
		ip netns list | grep -q "$1" || return 0
		sleep 0.05
	done
	return 1
}
trap '"$SONDE" lab down --name $lab --quiet 2> /dev/null; ip netns del $foreign 2> /dev/null; clean_up' EXIT

begin "a missing program is named, with its package"
mkdir bin
ln -s "$(command -v ip)" bin/ip
run env PATH="$work/files/bin" "$SONDE" lab up --name $lab
expect_refusal 1 "the program tc, which is not in PATH (on Debian: apt-get install iproute2)"
expect_equal "namespaces" 0 "$(remains)"

begin "a lab has the nodes, rates and buffer that were asked for"
ip netns add $foreign
printf '2 25mbit\n' > rates
printf '2 400us 50ns\n' > slow
sonde lab up --name $lab --nodes 3 --rate 50mbit --rates rates --slow slow --switch-buffer 32k --tcp reno --json
expect_code 0
expect_json summary/tcp reno
expect_near "per call" 400e-6 "$(json "$out" rows/1/per_call)" 1e-12
expect_near "per byte" 50e-9 "$(json "$out" rows/1/per_byte)" 1e-12
expect_json rows/# 3
expect_json rows/0/rate 50000000
expect_json rows/1/rate 25000000
expect_json rows/1/address 10.77.0.2
expect_json summary/switch_buffer 32768
switch=$(json "$out" summary/switch)
expect_equal "namespaces" 5 "$(remains)"
expect_json summary/links wires
expect_near "latency" 20e-6 "$(json "$out" summary/latency)" 1e-12
expect_equal "links in the machine's own namespace" "" "$(ip -o link | grep -e port1 -e br0)"

begin "connections between nodes have the congestion control that was asked for"
sonde lab enter $lab 2 ip route get 10.77.0.3
expect_code 0
expect_out "congctl reno"

begin "a lab that is up is shown, and not made again"
sonde lab status
expect_out "$lab "
expect_out "up"
sonde lab up --name $lab
expect_refusal 1 "there is a lab $lab already"

begin "processes run on the nodes, with names of their own, and reach each other"
sonde lab enter $lab 3 sh -c 'hostname; ip -o -4 addr show eth0'
expect_code 0
expect_out node3
expect_out 10.77.0.3/24
sonde lab agent $lab -x 10.77.0.2 hostname ';' echo '"two  words"'
expect_code 0
expect_out node2
expect_out "two  words"
sonde lab enter $lab 4 hostname
expect_refusal 1 "has no node 4: there are 1 to 3"

mpi=$SONDE_MPI
[ "$mpi" = none ] && mpi=openmpi
if command -v mpirun.$mpi > /dev/null; then
	begin "lab run starts one process on each of the first nodes, and tells how it ended"
	sonde lab run --name $lab --mpi $mpi -n 2 -- sh -c 'hostname; exit 0'
	expect_code 0
	expect_equal "nodes" "node1 node2 " "$(sort "$out" | tr '\n' ' ')"
	sonde lab run --name $lab --mpi $mpi -n 3 -- sh -c 'echo $(hostname) $SONDE_LAB_SLOW ${LD_PRELOAD##*/}'
	expect_code 0
	expect_equal "slow nodes" "node1 node2 0.00040000000000000002 4.9999999999999998e-08 10.77.0. libsonde_slow.so node3 " "$(sort "$out" | tr '\n' ' ')"
	sonde lab run --name $lab --mpi $mpi -n 1 -- sh -c 'exit 3'
	expect_code 1
	expect_err "sh: ended with exit code 3"
	sonde lab run --name $lab --mpi $mpi -n 4 -- true
	expect_refusal 2 "-n 4: lab $lab has 3 nodes"
fi

begin "what runs inside ends with the lab, and only the lab's namespaces go"
"$SONDE" lab enter $lab 1 sleep 100 &
own="$own $!"
for i in $(seq 1200); do
	sonde lab status --name $lab --json
	[ "$(json "$out" summary/processes_inside)" = 1 ] && break
	sleep 0.05
done
expect_json summary/processes_inside 1
sonde lab down --name $lab
expect_code 0
expect_silence err
expect_equal "namespaces" "$foreign" "$(ip netns list | grep "^sonde-$lab-" | cut -d ' ' -f 1)"
sonde lab down --name $lab
expect_refusal 1 "there is no lab $lab"
sonde lab run --name $lab -- true
expect_refusal 1 "there is no lab $lab"

# What measures there is the same with sanitizers as in tests/mpi, and these would be all that takes long here.
if [ "$SONDE_MPI" != none ] && [ -z "${SONDE_SANITIZE-}" ]; then
	begin "sonde measures the lab's network"
	sonde lab run --nodes 2 --rate 10mbit --quiet -- "$SONDE" measure p2p --sizes 128K $quick --json --store lab.db
	expect_code 0
	# 128 KiB there and back at 10 Mbit/s take 0.21 s; buckets let 16 KiB through at once at each of four places, so that more than half of it must be left.
	awk -v s="$(json "$out" rows/0/seconds)" 'BEGIN { exit !(s > 0.1) }' || fail "128 KiB passed faster than the links allow"

	begin "a link that goes down and a node that stands still while it is measured are survived, and named"
	sonde lab up --name $lab --nodes 2 --rate 50mbit --json
	node=$(json "$out" rows/1/namespace)
	"$SONDE" lab run --name $lab --mpi $SONDE_MPI -n 2 -- "$SONDE" measure p2p --sizes 128K --reps 1000000:1000000 --budget 15s --json --store disturbed.db > "$out" 2> "$err" &
	measuring=$!
	own="$own $measuring"
	until_kept() # transactions
	{
		for i in $(seq 1200); do
			kept=$("$tool" commits disturbed.db-wal)
			[ "$kept" -lt "$1" ] || return 0
			kill -0 $measuring 2> /dev/null || break
			sleep 0.05
		done
		fail "the store took $kept transactions, not $1"
	}
	until_kept 10
	ip -n "$node" link set eth0 down
	sleep 0.6
	ip -n "$node" link set eth0 up
	until_kept $((kept + 10))
	processes=$(ip netns pids "$node")
	[ -n "$processes" ] || fail "nothing runs on the node that is to stand still"
	kill -STOP $processes
	sleep 0.6
	kill -CONT $processes
	code=0
	wait $measuring || code=$?
	expect_code 0
	# What befalls the processes while nothing is timed is told as a pause.
	if contains "$err" "upset: the worst took "; then
		expect_err "a stopped process or a clock that jumps makes such times; they are kept as outliers"
	else
		expect_err "between timings: the longest took "
	fi
	[ "$("$SONDE" export --store disturbed.db --format csv --quiet | awk 'END { print NR - 1 }')" -ge 20 ] || fail "timings are missing"

	begin "a trace of several hosts knows what TCP sent between them"
	sonde lab run --name $lab --mpi $SONDE_MPI -n 2 -- "$SONDE" trace -o hosts.trace "$SONDE_BUILD/tests/sonde_test_ring" 0
	expect_code 0
	expect_equal "hosts" 2 "$(json hosts.trace/network.json hosts)"
	awk -v n="$(json hosts.trace/network.json segments)" 'BEGIN { exit !(n >= 10 && n < 1e6) }' || fail "TCP sent $(json hosts.trace/network.json segments) segments"
	sonde lab down --name $lab
elif [ "$SONDE_MPI" != none ]; then
	begin "sonde measures the lab's network"
	skip_case "with sanitizers it takes too long; tests/mpi has what measures with them"
fi

if command -v mpirun.$mpi > /dev/null; then
	begin "a lab that was made for a run goes with it, even if the run is killed"
	"$SONDE" lab run --nodes 2 --quiet --mpi $mpi -- sleep 100 2> killed.err &
	victim=$!
	own="$own $victim"
	for i in $(seq 1200); do
		sonde lab status --name run-$victim --json
		[ $code -eq 0 ] && [ "$(json "$out" summary/processes_inside)" -ge 4 ] && break
		sleep 0.05
	done
	expect_equal "namespaces" 3 "$(ip netns list | grep -c "^sonde-run-$victim-")"
	if [ $mpi = openmpi ]; then
		for i in $(seq 1200); do
			[ "$(ls /var/lib/sonde-lab/run-$victim/tmp | wc -l)" -ge 2 ] && break
			sleep 0.05
		done
		expect_equal "temporary files in the lab" "ompi.node1.0 ompi.node2.0" "$(ls /var/lib/sonde-lab/run-$victim/tmp | tr '\n' ' ' | sed 's/ $//')"
	fi
	kill -9 $victim
	wait $victim 2> /dev/null
	until_gone "^sonde-run-$victim-" || fail "namespaces of the run are left: $(ip netns list | grep "^sonde-run-$victim-" | tr '\n' ' ')"
	for i in $(seq 1200); do
		[ -e /var/lib/sonde-lab/run-$victim ] || break
		sleep 0.05
	done
	expect_no_file /var/lib/sonde-lab/run-$victim
fi

begin "what is left of a lab whose makers were all killed is found and removed, and nothing else"
mkdir -p /var/lib/sonde-lab/run-$$-0
namespace=sonde-run-$$-0-cafe-1
printf 'sonde-lab 1\nboot %s\ntag cafe\nowner 999999999 1\nbuffer 65536\nnode 1e8 0\nnode 1e8 0\nnetns %s\nnetns sonde-run-%s-0-cafe-2\nnetns sonde-ru' \
	"$(cat /proc/sys/kernel/random/boot_id)" $namespace $$ > /var/lib/sonde-lab/run-$$-0/state
ip netns add $namespace
sonde lab status
expect_code 0
expect_err "lab run-$$-0 was left over by a process that is gone; it is removed"
expect_no_file /var/lib/sonde-lab/run-$$-0
ip netns list > "$out"
contains "$out" $namespace && fail "$namespace is left"
expect_out $foreign
ip netns del $foreign

begin "links of token buckets have the kernel's rates"
sonde lab up --name $lab --nodes 3 --rate 50mbit --rates rates --links buckets --json
expect_code 0
expect_json summary/links buckets
switch=$(json "$out" summary/switch)
for port in 1,50Mbit 2,25Mbit 3,50Mbit; do
	tc -n "$switch" qdisc show dev port${port%,*} > "$out"
	expect_out "rate ${port#*,}"
done
sonde lab status --name $lab --json
expect_json summary/links buckets
sonde lab down --name $lab
expect_code 0

begin "a lab whose frames nobody carries any more says so"
sonde lab up --name $lab --nodes 2 --json
kill -9 "$(ip netns pids "$(json "$out" summary/switch)")"
sonde lab run --name $lab -n 2 -- true
expect_refusal 1 "lab $lab: the process that carries what its nodes send is gone"
sonde lab down --name $lab
expect_code 0

begin "the process that carries frames ends with the lab, though somebody else removed a namespace"
sonde lab up --name $lab --nodes 2 --json
carrier=$(ip netns pids "$(json "$out" summary/switch)")
ip netns del "$(json "$out" rows/1/namespace)"
[ -e "/proc/$carrier/exe" ] || fail "nobody carried frames"
sonde lab down --name $lab
expect_code 0
expect_no_file "/proc/$carrier/exe"

begin "each node has its share of the CPU, where control groups can be made"
sonde lab up --name $lab --nodes 2 --cpu-share 0.2 --json
[ $code -ne 0 ] || expect_json summary/tcp "$(cat /proc/sys/net/ipv4/tcp_congestion_control)"
if [ $code -ne 0 ]; then
	expect_err "shares of the CPU need control groups"
	skip_case "$(cat "$err")"
else
	sonde lab enter $lab 2 cat /proc/self/cgroup
	expect_out "/sonde-$lab-"
	run chrt -r 1 "$SONDE" lab enter $lab 2 true # some machines can do both
	[ $code -eq 0 ] || expect_refusal 1 "leave out --realtime"
	sonde lab down --name $lab
	expect_code 0
fi
expect_equal "namespaces" 0 "$(remains)"
finish
