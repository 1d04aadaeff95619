# The emulated cluster where something fails or is killed: with labs and namespaces of its own, which nothing outside this test sees. As root, with namespaces of mounts, networks and tbf; else skipped.
. "$SONDE_SOURCE/tests/sh/lib.sh"
export PATH="$PATH:/usr/sbin:/sbin"
labs=/var/lib/sonde-lab
if [ "${1:-}" != apart ]; then
	[ "$(id -u)" -eq 0 ] || skip_test "the lab needs root"
	for program in ip tc ethtool unshare; do
		command -v $program > /dev/null || skip_test "the lab needs $program"
	done
	mkdir -p $labs /run/netns
	unshare --mount --propagation slave sh -c "mount -t tmpfs none $labs && mount -t tmpfs none /run/netns && ip netns add probe && tc -n probe qdisc add dev lo root tbf rate 100mbit burst 16kb limit 64kb" 2> "$err" ||
		skip_test "no namespaces with tbf here: $(cat "$err")"
	finished=yes
	clean_up
	trap - EXIT
	exec unshare --mount --propagation slave sh -c "mount -t tmpfs none $labs && mount -t tmpfs none /run/netns && exec sh '$0' apart"
fi


mkdir bin
export PATH="$work/files/bin:$PATH"
namespaces()
{
	ls /run/netns | grep -c "^sonde-"
}
nothing_is_left() # waits for it
{
	for i in $(seq 400); do
		[ "$(ls -A $labs)$(ls /run/netns)" ] || return 0
		sleep 0.05
	done
	fail "left: $(ls -A $labs) $(ls /run/netns)"
}
tool() # file: the lines of a program of that name, which stands before the machine's
{
	{
		echo '#!/bin/sh'
		cat
	} > bin/$1
	chmod +x bin/$1
}

begin "a parent that ignores the ends of processes does no harm"
run env --ignore-signal=CHLD "$SONDE" lab up --name first --nodes 2
expect_code 0
expect_equal "namespaces" 3 "$(namespaces)"
tool tc << END
[ "\$1" = -V ] && exit 0
echo not today >&2
exit 1
END
run env --ignore-signal=CHLD "$SONDE" lab up --name second --nodes 2
expect_refusal 1 "failed: not today"
expect_equal "namespaces" 3 "$(namespaces)"
rm bin/tc

# A launcher that tells how often it was started, and runs the program where it stands.
tool mpirun.openmpi << END
echo once >> $work/files/starts
while [ "\$1" != sh ]; do shift; done
exec "\$@"
END
while IFS='|' read -r code_there text; do
	begin "a program that ends with code $code_there ran once, and $text"
	: > starts
	sonde lab run --name first --mpi openmpi -n 1 -- sh -c "exit $code_there"
	expect_refusal 1 "sh: $text"
	expect_equal "starts" once "$(cat starts)"
done << END
117|ended with exit code 117
127|ended with exit code 127
137|ended by signal 9
255|ended with exit code 255
END

begin "without a launcher nothing is made"
mkdir few
for program in ip tc ethtool; do
	ln -s "$(command -v $program)" few/$program
done
run env PATH="$work/files/few" "$SONDE" lab run --nodes 2 --mpi mpich -- true
expect_refusal 1 "neither mpirun.mpich nor mpirun is in PATH (on Debian: apt-get install mpich)"
expect_equal "namespaces" 3 "$(namespaces)"
sonde lab down --name first
expect_code 0
nothing_is_left

begin "small shares of the CPU are given as they are"
printf '1 0.01\n2 0.2\n' > shares
sonde lab up --name third --nodes 3 --cpu shares
if [ $code -ne 0 ]; then
	expect_err "shares of the CPU need control groups"
	skip_case "$(cat "$err")"
else
	while read -r node quota period; do
		group=$(sed -n "s/^cgroup \(.*-$node\)$/\1/p" $labs/third/state)
		if [ -e "$group/cpu.max" ]; then
			expect_equal "share of node $node" "$quota $period" "$(cat "$group/cpu.max")"
		else
			expect_equal "share of node $node" "$quota $period" "$(cat "$group/cpu.cfs_quota_us" "$group/cpu.cfs_period_us" | tr '\n' ' ' | sed 's/ $//')"
		fi
	done << END
1 1000 100000
2 4000 20000
END
	sonde lab down --name third
	expect_code 0
	nothing_is_left
fi
finish
