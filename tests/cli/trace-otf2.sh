# Traces as OTF2 archives: what sonde writes is right by otf2-print, and an archive is shown like the trace it was made of.
. "$SONDE_SOURCE/tests/sh/lib.sh"
writer=$SONDE_BUILD/tests/sonde_test_trace
"$writer" ring ring.trace || exit 1
"$writer" killed killed.trace || exit 1

check_archive() # archive's file, messages that nobody receives
{
	command -v otf2-print > /dev/null || return 0
	expect_equal "what is wrong with $1" "" "$(bash "$source/tests/sh/otf2_check.sh" "$1" "$2")"
}

begin "an archive has the trace's messages, collectives and communicators, and otf2-print has no complaint"
sonde trace export ring.trace --format otf2 -o ring.otf2
expect_code 0
expect_silence out
expect_silence err
expect_file ring.otf2/traces.otf2
if command -v otf2-print > /dev/null; then
	check_archive ring.otf2/traces.otf2 0
	otf2-print ring.otf2/traces.otf2 > events
	expect_equal "messages" 49 "$(grep -cE '^MPI_I?SEND ' events)"
	expect_equal "what 2 received by wildcards" 1 "$(grep -cE '^MPI_I?RECV .*Sender: 0 \("[^"]*" <0>\), Communicator: "communicator [0-9]+".* Length: 1048576' events)"
	expect_equal "collectives" 40 "$(grep -c '^MPI_COLLECTIVE_END .*ALLREDUCE.*Sent: 32, Received: 32' events)"
	expect_equal "regions" 40 "$(grep -c '^ENTER .*"exchange"' events)"
	otf2-print -G ring.otf2/traces.otf2 > definitions
	expect_equal "hosts" 2 "$(grep -cE '^SYSTEM_TREE_NODE .*(north|south)' definitions)"
else
	echo "# skipped in part: otf2-print is not installed"
fi

# Rows of a table in the order of their texts, times with six digits: they are rounded to nanoseconds, which adds up.
rounded() # columns that are left out, file
{
	awk -F , -v skip="$1" -v OFS=, '{
		for (i = 1; i <= NF; i++) {
			if ((" " skip " ") ~ (" " i " "))
				$i = ""
			else if ($i ~ /^[0-9].*[.e]/)
				$i = sprintf("%.6g", $i)
		}
		print
	}' "$2" | sort
}

begin "what is read of the archive is what the trace has"
for view in function size communicator pair region; do
	sonde trace show ring.trace --by $view --csv
	cp "$out" trace.csv
	sonde trace show ring.otf2 --by $view --csv
	expect_code 0
	skip=
	# In an archive each start of a persistent send is a call of MPI_Isend besides, and keys are its own.
	other="MPI_Isend|MPI_Start|MPI_COMM_WORLD"
	[ $view = function ] && skip=4
	[ $view = communicator ] && skip=11 # members have a comma
	rounded "$skip" trace.csv | grep -vE "$other" > expected
	rounded "$skip" "$out" | grep -vE "$other" > found
	expect_same_text expected found
done
sonde trace show ring.otf2/traces.otf2 --json
expect_json summary/messages 49
expect_json summary/bytes 1090336
expect_json summary/command './ring "10"'
expect_json summary/library "An MPI 1.0"
expect_json summary/hosts "north, south"

begin "an archive of an archive is the same again"
sonde trace export ring.otf2 --format otf2 -o again.otf2
expect_code 0
check_archive again.otf2/traces.otf2 0
sonde trace export ring.otf2 -o first.csv
sonde trace export again.otf2 -o second.csv
expect_same_text first.csv second.csv

begin "of a program that was killed there is what was written"
sonde trace export killed.trace --format otf2 -o killed.otf2
expect_code 0
expect_file killed.otf2/traces.otf2

begin "a folder that holds something is refused, and nothing in it is changed"
mkdir full
echo mine > full/file
sonde trace export ring.trace --format otf2 -o full
expect_refusal 1 "full: the folder is not empty"
expect_equal "the folder" file "$(ls full)"

begin "a damaged archive is refused, or shown up to the damage with the reason"
cp -r ring.otf2 cut.otf2
truncate -s 100 cut.otf2/traces/1.evt
sonde trace show cut.otf2
expect_code 0
expect_out "cut.otf2/traces.otf2: Invalid or inconsistent record data"
expect_out "(the archive is damaged; what was read before is right)"
sonde trace export cut.otf2 -o cut.csv
expect_code 1
expect_err "cut.otf2/traces.otf2: Invalid or inconsistent record data"
expect_equal "calls before the damage" 3 "$(grep -c '^1,' cut.csv)"
cp -r ring.otf2 anchor.otf2
truncate -s 10 anchor.otf2/traces.otf2
sonde trace show anchor.otf2
expect_refusal 1 "anchor.otf2/traces.otf2: no OTF2 archive that can be read"
cp -r ring.otf2 two.otf2
cp two.otf2/traces.otf2 two.otf2/other.otf2
sonde trace show two.otf2
expect_refusal 1 "two.otf2: holds several OTF2 archives; name its file"

begin "a page shows a trace or an archive: timeline, functions, matrix, sizes, regions"
for trace in ring.trace ring.otf2; do
	sonde report --trace $trace -o page.html
	expect_code 0
	expect_out "page.html"
	for text in "Trace of ring" "What happened when" "Time by function" "Messages between processes" "Sizes" "Regions" \
		"process 3" "MPI_Allreduce" "2 to 3: 10440" "exchange"; do
		contains page.html "$text" || fail "the page of $trace does not have \"$text\""
	done
	expect_equal "drawings of $trace" 3 "$(grep -c '<figure' page.html)"
done
sonde report --trace nowhere
expect_code 1
expect_no_file report.html
sonde report --trace ring.trace --plot times
expect_refusal 2 "--trace and --plot"
finish
