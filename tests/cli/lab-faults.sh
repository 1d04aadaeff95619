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
	unshare --mount --propagation slave sh -c "mount -t tmpfs none $labs && mount -t tmpfs none /run/netns && ip netns add probe && tc -n probe qdisc add dev lo root tbf rate 100mbit burst 16kb limit 64kb && ip -n probe tuntap add dev eth0 mode tap" 2> "$err" ||
		skip_test "no namespaces with tbf and tap devices here: $(cat "$err")"
	finished=yes
	clean_up
	trap - EXIT
	unset TMPDIR # the folder is gone
	exec unshare --mount --propagation slave sh -c "mount -t tmpfs none $labs && mount -t tmpfs none /run/netns && exec bash '$0' apart"
fi


mkdir bin
export PATH="$work/files/bin:$PATH"
namespaces()
{
	ls /run/netns | grep -c "^sonde-"
}
nothing_is_left() # waits for it; what is left all the same does not spoil the next case
{
	for i in $(seq 1200); do
		[ "$(ls -A $labs)$(ls /run/netns)" ] || return 0
		sleep 0.05
	done
	fail "left: $(ls -A $labs | tr '\n' ' ')$(ls /run/netns | tr '\n' ' ')"
	for namespace in /run/netns/*; do
		umount "$namespace" 2> /dev/null
		rm -f "$namespace"
	done
	rm -rf $labs/* $labs/.[0-9]*
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

inside() # how many processes there are, waited for
{
	for i in $(seq 1200); do
		sonde lab status --name first --json
		[ "$(json "$out" summary/processes_inside)" = $1 ] && return 0
		sleep 0.05
	done
	expect_json summary/processes_inside $1
}
"$SONDE" lab enter first 2 sleep 300 &
own="$own $!"
begin "a program that is not there is refused before a lab is made for it"
: > starts
for lab in "--name first" "--nodes 2"; do
	while IFS='|' read -r program text; do
		sonde lab run $lab --mpi openmpi -- $program
		expect_refusal 1 "$program cannot be run: it is $text"
	done << END
/nonexistent|no file that may be executed
./starts|no file that may be executed
$work|no file that may be executed
no-such-program|neither in PATH nor here
END
done
expect_silence out
expect_equal "starts" "" "$(cat starts)"

begin "only root is told how many processes are inside"
inside 1
sonde lab status
expect_equal "for root" "first 2 up 1" "$(awk '$1 == "first" { print $1, $2, $3, $4 }' "$out")"
nobody() # a command line
{
	run setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
}
nobody "$SONDE" lab status
if [ $code -eq 126 ] || [ $code -eq 127 ]; then
	skip_case "the command cannot be run by another user here: $(cat "$err")"
else
	expect_code 0
	expect_equal "for others" "first 2 up -" "$(awk '$1 == "first" { print $1, $2, $3, $4 }' "$out")"
	nobody "$SONDE" lab status --name first
	expect_equal "of one lab" "-" "$(awk '$1 == "processes_inside" { print $2 }' "$out")"
fi

begin "what a program leaves behind in a lab that is up ends with lab run, and nothing else"
inside 1
sonde lab run --name first --mpi openmpi -n 1 -- sh -c "setsid sleep 300 > /dev/null 2>&1 & exit 0"
expect_code 0
sonde lab status --name first --json
expect_json summary/processes_inside 1

begin "what was started in a lab that is up ends with lab run, even if that is killed"
for signal in KILL TERM; do
	"$SONDE" lab run --name first --mpi openmpi -n 1 -- sh -c "trap '' TERM; setsid sleep 300 & sleep 300 & wait; wait" > run.out 2>&1 &
	victim=$!
	own="$own $victim"
	inside 4
	kill -$signal $victim
	[ $signal = TERM ] && kill -TERM $victim
	wait $victim 2> /dev/null
	inside 1
done

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

boot=$(cat /proc/sys/kernel/random/boot_id)
left_over() # name: a lab whose maker is gone, with one namespace
{
	mkdir $labs/$1
	printf 'sonde-lab 1\nboot %s\ntag cafe\nowner 999999999 1\nbuffer 65536\nnode 1e8 0\nnode 1e8 0\nnetns sonde-%s-cafe-1\n' $boot $1 > $labs/$1/state
	ip netns add sonde-$1-cafe-1
}
stray() # what keeps no other lab: a folder that is empty, one that holds something else, a state that cannot be read
{
	mkdir $labs/a-empty $labs/a-full $labs/a-torn
	touch $labs/a-full/more
	printf 'sonde-lab 1\nboot %s\ntag cafe\nonwer 1 1\n' $boot > $labs/a-torn/state
}

begin "folders without a lab, and labs that cannot be read, do not keep the others from being shown and removed"
stray
left_over gone
sonde lab up --name there --nodes 2 --quiet
expect_code 0
expect_equal "namespaces" 3 "$(namespaces)"
left_over gone
sonde lab status
expect_code 0
expect_err "lab gone was left over by a process that is gone; it is removed"
expect_err "lab a-torn is left alone: $labs/a-torn/state:4: this is not the state of a lab of this version"
expect_err "lab a-full is left alone: $labs/a-full/state cannot be read"
expect_out there
expect_out "cannot be read"
expect_no_file $labs/a-empty
expect_no_file $labs/gone
sonde lab down --name there
expect_code 0
expect_silence err
expect_equal "namespaces" 0 "$(namespaces)"
sonde lab down --name a-torn
expect_refusal 1 "$labs/a-torn/state:4:"
rm -r $labs/a-full $labs/a-torn
nothing_is_left

begin "down with a name is about the lab of this name and no other"
left_over gone
sonde lab down --name typo
expect_refusal 1 "there is no lab typo"
expect_equal "namespaces" 1 "$(namespaces)"
sonde lab down
expect_code 0
expect_err "lab gone was left over by a process that is gone; it is removed"
nothing_is_left

begin "what a kill left of a lab that was not yet begun is removed, but nothing of who is still there"
mkdir $labs/.999999999.1.0badcafe $labs/.$$."$(sed 's/.*) //' /proc/$$/stat | cut -d ' ' -f 20)".0badcafe
touch $labs/.999999999.1.0badcafe/state
sonde lab status --quiet
expect_code 0
expect_equal "folders" 1 "$(ls -A $labs | wc -l)"
expect_no_file $labs/.999999999.1.0badcafe
rmdir $labs/.$$.*
nothing_is_left

begun() # a file: waits for it
{
	for i in $(seq 1200); do
		[ -e $1 ] && return 0
		sleep 0.05
	done
	fail "$1 never came"
}
ip=$(PATH=${PATH#"$work/files/bin:"} command -v ip)

begin "a lab whose maker is killed while ip makes a namespace goes as well"
tool ip << END
[ "\$1 \$2" = "netns add" ] && case \$3 in
*-2)
	touch $work/files/begun
	sleep 1
	$ip "\$@"
	touch $work/files/ended
	exit
	;;
esac
exec $ip "\$@"
END
for made in "up --name fourth" "run --mpi openmpi"; do
	rm -f begun ended
	"$SONDE" lab $made --nodes 2 --quiet $([ "$made" = "${made#run}" ] || echo -- true) 2> killed.err &
	victim=$!
	begun begun
	kill -9 $victim
	wait $victim 2> /dev/null
	if [ "$made" = "${made#run}" ]; then
		sonde lab status --quiet
		expect_code 0
	fi
	begun ended
	nothing_is_left
done

begin "a lab that is being made is not taken down before it is there"
rm -f begun ended
"$SONDE" lab up --name fifth --nodes 2 --quiet > up.out 2> up.err &
maker=$!
begun begun
sonde lab down --name fifth
expect_code 0
wait $maker || fail "up failed: $(cat up.err)"
nothing_is_left

begin "a removal that fails once is tried again"
tool ip << END
if [ "\$1 \$2" = "netns del" ] && [ ! -e $work/files/failed ]; then
	touch $work/files/failed
	exit 1
fi
exec $ip "\$@"
END
sonde lab run --nodes 2 --quiet --mpi openmpi -- sh -c true
expect_code 0
[ -e failed ] || fail "no removal failed"
nothing_is_left

begin "what the maker of a lab cannot remove its guard removes"
tool ip << END
if [ "\$1 \$2" = "netns del" ] && ! tr '\\0' ' ' < /proc/\$PPID/cmdline | grep -q 'lab guard'; then
	echo not now >&2
	exit 1
fi
exec $ip "\$@"
END
sonde lab run --nodes 2 --quiet --mpi openmpi -- sh -c true
expect_refusal 1 "failed: not now"
nothing_is_left
sonde lab run --nodes 2 --quiet --mpi openmpi -- sh -c 'exit 3'
expect_refusal 1 "failed: not now"
expect_err "sh: ended with exit code 3"
nothing_is_left

begin "a lab whose removal was killed is left over"
rm -f begun
tool ip << END
[ "\$1 \$2" = "netns del" ] && case \$3 in
*-1)
	touch $work/files/begun
	sleep 1
	exit 1
	;;
esac
exec $ip "\$@"
END
sonde lab up --name sixth --nodes 2 --quiet
expect_code 0
"$SONDE" lab down --name sixth 2> down.err &
victim=$!
begun begun
sonde lab status
expect_out "being removed"
kill -9 $victim
wait $victim 2> /dev/null
rm bin/ip
sonde lab status
expect_code 0
expect_err "lab sixth was left over by a process that is gone; it is removed"
nothing_is_left
finish
