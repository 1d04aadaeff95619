# What sonde trace show, export and gather say of traces whose calls and times are known: tests/sh/trace.c has them.
. "$SONDE_SOURCE/tests/sh/lib.sh"
writer=$SONDE_BUILD/tests/sonde_test_trace
"$writer" ring ring.trace || exit 1
"$writer" killed killed.trace || exit 1
"$writer" node0 node0.trace || exit 1
"$writer" node1 node1.trace || exit 1

cell() # row, column
{
	json "$out" "rows/$1/$2"
}

# A row of the table in --json output: its number, or nothing.
row_of() # column, value
{
	row=0
	while [ "$row" -lt "$(json "$out" rows/#)" ]; do
		if [ "$(cell $row "$1")" = "$2" ]; then
			echo $row
			return
		fi
		row=$((row + 1))
	done
}

expect_time() # what, microseconds, seconds found
{
	expect_near "$1" "$(awk -v t="$2" 'BEGIN { print t * 1e-6 }')" "$3" 1e-9
}

begin "packets that were lost between hosts are told, where a trace knows of them"
cp -r ring.trace lossy.trace
lost() # segments, of them again; what trace show says of it
{
	printf '{\n\t"hosts": 2,\n\t"segments": %s,\n\t"segments_again": %s,\n\t"protocol": "TCP"\n}\n' "$1" "$2" > lossy.trace/network.json
	sonde trace show lossy.trace
	expect_code 0
}
lost 31125 128
expect_err "sonde: TCP of the hosts sent 128 of 31125 segments again (0.41 %): packets were lost or came too late"
lost 31125 2
expect_silence err
while read -r segments again; do
	lost "$segments" "$again"
	expect_silence err
done << END
31125 128,"cut":
-1000 5
0 7
100 101
1e308 1e308
END
cp -r node0.trace sent.trace
lost 500 20
cp lossy.trace/network.json sent.trace
sonde trace gather -o joined.trace sent.trace node1.trace
expect_code 0
expect_file joined.trace/network.json

begin "each process has its calls, messages, bytes and times between MPI_Init and MPI_Finalize, and the summary those of all"
sonde trace show ring.trace --json
expect_code 0
expect_silence err
expect_json rows/# 4
while read -r process calls messages bytes seconds inside host; do
	expect_equal "calls of $process" "$calls" "$(cell "$process" calls)"
	expect_equal "messages of $process" "$messages" "$(cell "$process" messages)"
	expect_equal "bytes of $process" "$bytes" "$(cell "$process" bytes)"
	expect_time "seconds of $process" "$seconds" "$(cell "$process" seconds)"
	expect_time "seconds in MPI of $process" "$inside" "$(cell "$process" seconds_in_mpi)"
	expect_equal "host of $process" "$host" "$(cell "$process" host)"
done << END
0 60 13 1059016 145 51.7 north
1 59 12 10440 143 50.7 north
2 60 12 10440 145 51.7 south
3 59 12 10440 143 50.7 south
END
expect_json summary/processes 4
expect_json summary/calls 238
expect_json summary/messages 49
expect_json summary/bytes 1090336
expect_time "seconds" 145 "$(json "$out" summary/seconds)"
expect_json summary/complete yes
expect_json summary/command './ring "10"'
expect_json summary/library "An MPI 1.0"
expect_json summary/hosts "north, south"
expect_equal "bytes of the trace" "$(cat ring.trace/*.times ring.trace/*.structure | wc -c)" "$(json "$out" summary/trace/structure_bytes | awk -v times="$(cat ring.trace/*.times | wc -c)" '{ print $1 + times }')"

begin "for people it is a table"
sonde trace show ring.trace
expect_code 0
expect_out "Calls of MPI by process"
expect_out "complete   yes"
expect_out "part of the time in MPI"

begin "by function: the one that took longest first, polls as the calls that they were, persistent sends when they are started"
sonde trace show ring.trace --by function --json
expect_code 0
while read -r function calls inside messages bytes collective; do
	row=$(row_of function "$function")
	expect_equal "calls of $function" "$calls" "$(cell "$row" calls)"
	expect_time "seconds of $function" "$inside" "$(cell "$row" seconds_in_mpi)"
	expect_equal "messages of $function" "$messages" "$(cell "$row" messages)"
	expect_equal "bytes of $function" "$bytes" "$(cell "$row" bytes)"
	expect_equal "bytes of the collective $function" "$collective" "$(cell "$row" collective_bytes)"
done << END
MPI_Init 4 4 0 0 0
MPI_Isend 40 40 40 40960 0
MPI_Allreduce 40 40 0 0 320
MPI_Send 5 5 1 1048576 0
MPI_Send_init 4 4 0 0 0
MPI_Start 8 8 8 800 0
MPI_Iprobe 28 2.8 0 0 0
END
expect_equal "functions" 14 "$(json "$out" rows/#)"
expect_equal "the last, which took least" MPI_Iprobe "$(cell 13 function)"

begin "by size: from one power of two to the next, messages and collectives apart"
sonde trace show ring.trace --by size --csv
expect_code 0
expect_equal "sizes" "8,15,0,0,40,320 64,127,8,800,0,0 1024,2047,40,40960,0,0 1048576,2097151,1,1048576,0,0" "$(sed 1d "$out" | tr -d '\r' | xargs)"

begin "by communicator: with its members, and what made it"
sonde trace show ring.trace --by communicator --json
expect_code 0
expect_json rows/# 2
expect_json rows/0/communicator MPI_COMM_WORLD
expect_json rows/0/members 0-3
expect_json rows/0/collectives 40
expect_json rows/0/messages 40
expect_json rows/1/members 0,2
expect_json rows/1/made_by MPI_Comm_split
expect_json rows/1/key 000000000000004d
expect_json rows/1/calls 2
expect_json rows/1/bytes 1048576

begin "by pair: those with most bytes first; as a matrix"
sonde trace show ring.trace --by pair --csv
expect_code 0
expect_equal "pairs" "0,2,1,1048576 0,1,12,10440 1,2,12,10440 2,3,12,10440 3,0,12,10440" "$(sed 1d "$out" | cut -d , -f 1-4 | xargs)"
sonde trace show ring.trace --matrix --csv
expect_code 0
expect_equal "the matrix" "from,0,1,2,3 0,,10440,1048576, 1,,,10440, 2,,,,10440 3,10440,,," "$(tr -d '\r' < "$out" | xargs)"

begin "by region: from its begin to its end, on all processes"
sonde trace show ring.trace --by region --json
expect_code 0
expect_json rows/# 1
expect_json rows/0/region exchange
expect_json rows/0/entered 40
expect_json rows/0/processes 4
expect_json rows/0/calls 120
expect_json rows/0/messages 40
expect_time "seconds" 280 "$(cell 0 seconds)"
expect_time "seconds in MPI" 120 "$(cell 0 seconds_in_mpi)"
expect_time "seconds of one process" 70 "$(cell 0 longest)"

begin "every view has the same summary"
for view in process function size communicator pair region; do
	sonde trace show ring.trace --by $view --json
	expect_code 0
	expect_json summary/calls 238
	expect_json summary/bytes 1090336
	expect_json summary/complete yes
done

begin "a trace whose process was killed is shown up to its last block, and says so"
sonde trace show killed.trace --json
expect_code 0
expect_json summary/complete no
expect_json rows/1/complete no
expect_json rows/1/calls 58
expect_json summary/calls 237
contains "$out" "process 1" || fail "it does not say which process"

begin "a damaged trace is shown as far as it is right, and exported so, with a failure"
cp -r ring.trace damaged.trace
truncate -s -40 damaged.trace/2.times
sonde trace show damaged.trace --json
expect_code 0
expect_json summary/complete no
expect_json rows/3/calls 59
sonde trace export damaged.trace -o damaged.csv
expect_file damaged.csv
expect_equal "calls of process 3" 73 "$(grep -c '^3,' damaged.csv)"

begin "CSV has a row for each call, in the order of processes, and reads back"
sonde trace export ring.trace
expect_code 0
expect_silence err
expect_equal "rows" 295 "$(grep -c . "$out")"
expect_equal "columns" 32 "$(awk -F , '{ print NF }' "$out" | sort -u)"
expect_equal "processes" "0 1 2 3" "$(sed 1d "$out" | cut -d , -f 1 | uniq | xargs)"
column() # name
{
	head -n 1 "$out" | tr , '\n' | grep -nx "$1" | cut -d : -f 1
}
pick() # process, number of the call, columns
{
	process=$1 number=$2
	shift 2
	for name; do
		awk -F , -v p="$process" -v n="$number" -v c="$(column "$name")" '$1 == p && $3 == n { printf "%s ", $c }' "$out"
	done
}
expect_equal "an Isend" "MPI_Isend 0.0000060000 0.0000070000 1 5 1024 " "$(pick 0 3 function begin end send_to send_tag send_bytes)"
expect_equal "its request, and what completes it" "$(pick 0 2 request | tr -d ' ');$(pick 0 3 request)" "$(pick 0 4 completed)"
expect_equal "a Recv by wildcards" "MPI_Recv any any 0 5 000000000000004d " "$(pick 2 62 function receive_from receive_tag got_source got_tag communicator_key)"
expect_equal "polls" "MPI_Iprobe 7 0.0000007000 " "$(pick 0 65 function polls inside)"
expect_equal "a send to nobody" "MPI_Send  64 " "$(pick 1 71 function send_to send_bytes)"
expect_equal "a region" "exchange " "$(pick 3 1 region)"
cp "$out" ring.csv
sonde trace export ring.trace --format csv -o ring2.csv
expect_code 0
expect_silence out
expect_same_text ring.csv ring2.csv

begin "an OTF2 archive is a trace, too"
sonde trace export ring.trace --format otf2 -o ring.otf2
expect_code 0
expect_silence err
sonde trace show ring.otf2 --json
expect_code 0
expect_json rows/# 4
expect_json summary/messages 49
expect_json summary/bytes 1090336

begin "the folders of several nodes become one"
sonde trace show node0.trace --json
expect_code 0
expect_json summary/complete no
sonde trace gather node0.trace node1.trace -o all.trace --json
expect_code 0
expect_json rows/# 2
expect_json summary/complete yes
sonde trace export all.trace -o all.csv
expect_same_text ring.csv all.csv
for file in ring.trace/*; do
	cmp -s "$file" "all.trace/${file##*/}" || fail "${file##*/} differs"
done

begin "a file that two folders have counts once, if it is the same"
sonde trace gather node0.trace ring.trace -o twice.trace --json
expect_code 0
expect_json rows/0/files 6
expect_json rows/1/files 4

begin "what does not go together is refused, and leaves nothing behind"
cp -r node1.trace other.trace
sed -i 's/a job/another job/' other.trace/job
cp -r node0.trace changed.trace
printf x >> changed.trace/0.times
mkdir full
: > full/file
while IFS='|' read -r arguments text; do
	sonde trace gather $arguments
	expect_refusal 1 "$text"
	expect_no_file new.trace
done << END
node0.trace other.trace -o new.trace|node0.trace and other.trace hold traces of different runs
node0.trace changed.trace -o new.trace|changed.trace/0.times: another of the folders has a different file of that name
node0.trace full -o new.trace|full is no folder of a trace
node0.trace no.trace -o new.trace|no.trace is no folder of a trace
node0.trace node1.trace -o full|full holds something already
node0.trace node1.trace -o no/new.trace|the folder no/new.trace cannot be made
END
expect_equal "files" file "$(ls full)"

begin "by region without any: what marks them is said"
"$writer" plain plain.trace || exit 1
sonde trace show plain.trace --by region
expect_code 0
expect_out "none: sonde_region_begin and sonde_region_end in the program mark them"
sonde trace show ring.trace --by region
grep -q "mark them" "$out" && fail "there are regions"

begin "wrong usage is refused"
echo text > file.txt
while IFS='|' read -r arguments text; do
	sonde trace $arguments
	expect_refusal 2 "$text"
done << END
show|missing argument: usage: sonde trace show DIR
show ring.trace killed.trace|too many arguments, from killed.trace
show ring.trace --by host|'host' is not one of {process|function|size|communicator|pair|region}
show ring.trace --by size --matrix|--matrix is of pairs: it does not go with --by size
export|missing argument: usage: sonde trace export DIR
export ring.trace --format otf3|'otf3' is not one of {csv|otf2|goal|perfetto|paje}: did you mean otf2?
export ring.trace --format otf2|-o DIR is missing: --format otf2 writes a folder of files
export ring.trace --json|--json: a trace is exported as --format says
gather|missing argument: usage: sonde trace gather DIR
gather node0.trace node1.trace|-o DIR is missing: the new folder
END
while IFS='|' read -r arguments text; do
	sonde trace $arguments
	expect_refusal 1 "$text"
done << END
show no.trace|no.trace
show file.txt|this is no trace: it is a file, and a trace is a folder
show full|full
export ring.trace -o no/ring.csv|no/ring.csv
END

begin "each has its help"
for action in show export gather; do
	sonde trace $action --help
	expect_code 0
	expect_out "sonde trace $action: "
	expect_out "usage: sonde trace $action DIR"
	expect_out "example: sonde trace $action "
done
finish
