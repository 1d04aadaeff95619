#!/usr/bin/env bash
# Faults on a live platform, as root: each fault of a cluster out of this machine during each kind of command, and what became of it: whether it ended, how, in what time, how many timings or records can be read afterwards,
# and what it said of the disturbance. With nftables and a compiler. About 8 minutes.
#
# faults   none; down: a node's link is down for 3 s; loss: a node loses 1 % of its packets; stop: a node's processes are stopped for 5 s;
#          offset: a node's clock is ahead by 100,000 s, in a time namespace; jump, back: process 0's clocks jump by 10 s, or back (clock_jump.c, preloaded); disk: the disk of the store or trace is full
#
# usage: bench/faults_lab.sh [BUILD]     (default: build, or one for MPICH; FAULTS="none down loss stop offset jump back disk", COMMANDS="measure estimate tune trace", LAB="--realtime")
set -u
build=$(realpath "${1:-build}")
source=$(realpath "$(dirname "$0")/..")
sonde=$build/sonde
case $(readlink "$sonde") in
*mpich) mpi=mpich ;;
*) mpi=openmpi ;;
esac
name=faults-$$
most=120 # s that a command may take
work=$(mktemp -d)
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
end()
{
	umount "$work/disk" 2> /dev/null
	"$sonde" lab down --name $name --quiet 2> /dev/null
	rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
cc -shared -fPIC -O2 -o clock_jump.so "$source/bench/clock_jump.c" -ldl -lm || exit 1
"mpicc.$mpi" -std=c11 -D_DEFAULT_SOURCE -O2 -o stencil "$source/examples/programs/stencil.c" -lm || exit 1
"$sonde" lab up --name $name --nodes 3 --rate 100mbit > up || exit 1
node2=$(awk '$1 == 2 { print $NF }' up)
mkdir disk

# Waiting processes of MPICH leave the CPU to each other: there may be fewer CPUs than nodes.
yielding=$build/tests/libsonde_test_yielding.so
[ "$mpi" = mpich ] && [ -e "$yielding" ] || yielding=

# What stands between the launcher and sonde: it changes what is seen of clocks by this node.
cat > on-node <<END
#!/bin/sh
preloaded=$yielding
case "\$FAULT \$(hostname)" in
"jump node1") export CLOCK_JUMP=10 ;;
"back node1") export CLOCK_JUMP=-10 ;;
esac
[ -z "\$CLOCK_JUMP" ] || { preloaded=$work/clock_jump.so\${preloaded:+:\$preloaded} && export CLOCK_JUMP_AFTER=5; }
set -- env LD_PRELOAD="\$preloaded" "\$@"
[ "\$FAULT \$(hostname)" != "offset node2" ] || exec unshare --time --monotonic 100000 --boottime 100000 --fork -- "\$@"
exec "\$@"
END
chmod +x on-node

# The words of a kind of command; what it keeps is $store.
words()
{
	case $1 in
	measure) echo "$sonde measure p2p --pairs 0:1 --sizes 1K,64K --spread 9s --store $store" ;;
	estimate) echo "$sonde estimate plogp --pairs 0:1 --budget 12s --store $store" ;;
	tune) echo "$sonde tune --only bcast --sizes 1K,32K --segments 8K --budget 20s --store $store -o rules" ;;
	trace) echo "$sonde trace -o $store $work/stencil 1000 200 $([ "$FAULT" = disk ] && echo 12000 250 || echo 3000 1000)" ;; # 32768 calls and more are written at a time
	esac
}

# Waits until the command keeps something, for at most 30 s.
until_begun()
{
	for _ in $(seq 300); do
		[ ! -s "$store-wal" ] || return 0
		[ ! -d "$store" ] || [ "$(du -sk "$store" | cut -f 1)" -lt 8 ] || return 0
		sleep 0.1
	done
}

# The fault, while the command runs.
disturb() # fault
{
	case $1 in
	down)
		until_begun
		sleep 2
		ip -n "$node2" link set eth0 down
		sleep 3
		ip -n "$node2" link set eth0 up
		;;
	stop)
		until_begun
		sleep 2
		processes=$(ip netns pids "$node2")
		kill -STOP $processes
		sleep 5
		kill -CONT $processes
		;;
	esac
}

before() # fault
{
	case $1 in
	loss) ip netns exec "$node2" nft 'add table ip faults; add chain ip faults in { type filter hook input priority 0; }; add rule ip faults in numgen random mod 100 < 1 drop' ;;
	disk) mount -t tmpfs -o size="$([ "$command" = trace ] && echo 256k || echo 1m)" tmpfs "$work/disk" ;;
	esac
}

after() # fault
{
	case $1 in
	loss) ip netns exec "$node2" nft delete table ip faults ;;
	disk) umount "$work/disk" ;;
	esac
}

# How many timings or records can be read of what was kept.
readable() # command
{
	if [ "$1" = trace ]; then
		"$sonde" trace show "$store" --csv --quiet 2> /dev/null | tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { n += $c["calls"] } END { print n + 0, "calls" }'
	else
		"$sonde" export --store "$store" --format csv 2> /dev/null | awk 'END { print (NR > 0 ? NR - 1 : 0), "timings" }'
	fi
}

# What was said of it: notes that name a disturbance, and errors.
said() # command
{
	[ "$1" != trace ] || "$sonde" trace show "$store" > shown 2>> chatter
	grep -hE 'sonde: ' chatter | grep -E 'upset|clock|segments again|a call of|changed|no room|No space|full|no longer|ended|signal|within the budget|cannot' | sed 's/^sonde: //' | sort -u | cut -c 1-"${WIDTH:-400}"
}

printf '%-8s%-10s%-6s%7s  %-16s %s\n' fault command exit s readable said
for fault in ${FAULTS:-none down loss stop offset jump back disk}; do
	for command in ${COMMANDS:-measure estimate tune trace}; do
		export FAULT=$fault
		store=$work/$command
		[ "$fault" != disk ] || store=$work/disk/$command
		rm -rf "${work:?}/measure" "$work/estimate" "$work/tune" "$work/trace" rules
		before "$fault"
		begin=$(date +%s%N)
		# shellcheck disable=SC2046,SC2086
		timeout -k 5 $most "$sonde" lab run ${LAB---realtime} --name $name --mpi "$mpi" -n 2 -- "$work/on-node" $(words "$command") > out 2> chatter < /dev/null &
		run=$!
		disturb "$fault"
		wait $run
		code=$?
		[ $code -ne 124 ] && [ $code -ne 137 ] || code=hung
		printf '%-8s%-10s%-6s%7.1f  %-16s ' "$fault" "$command" "$code" "$(awk -v ns=$(($(date +%s%N) - begin)) 'BEGIN { print ns / 1e9 }')" "$(readable "$command")"
		said "$command" | awk 'NR > 1 { printf "%50s", "" } { print } END { if (NR == 0) print "-" }'
		[ -z "${KEEP-}" ] || { mkdir -p "$KEEP" && cp chatter "$KEEP/$fault-$command.chatter" && cp out "$KEEP/$fault-$command.out"; }
		after "$fault"
	done
done
