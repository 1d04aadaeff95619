#!/bin/sh
# What sonde run brings single calls on an emulated cluster, as root (002, Fig. 7.3 and 7.4): gatherv, gather, scatter, scatterv and alltoall, native and under a table that sonde tune writes by an LMO model of the lab.
#
# usage: bench/calls_lab.sh BUILD [CALLS [SIZE…]]     (BUILD for Open MPI or MPICH; default: 200 12000 20000 28000 36000 44000 52000 60000)
#        TCP=bbr|cubic: congestion control, bbr without a word; OPERATIONS="gatherv …"; SCATTERED="SIZE …": sizes of scatter and scatterv, around the eager limit without a word; NODES=8; REALTIME=--realtime: before all other processes, where the machine has others to do (about one call a second then takes up to 85 ms longer); MODEL=FILE: an LMO model with thresholds, in place of an estimation; KEEP=DIR: model, tables, the time of every call and calls.svg, as Fig. 7.3, go there
#
# The lab has links of 100 Mbit/s and switch buffers of 64 KiB. All kinds take turns, in four launches of CALLS / 4 calls of each (gatherv; of the others of a quarter of that). A row for each operation and size: the line, what the blocks of the others take at 100 Mbit/s without
# headers (6 % more); the mean of all calls, the longest, and how many took at least twice the line: native, by the table, and as tried; native's mean over the table's. Times in ms, of the slowest process. Tried is: gatherv in the table's segments as calls
# of their own, without barriers between them; gather split into such behind barriers (LMO_Gather); scatter and scatterv split from S on (LMO_Scatter); alltoall pairwise.
set -eu
export LC_ALL=C
build=$(realpath "$1")
calls=${2-200}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- 12000 20000 28000 36000 44000 52000 60000
nodes=${NODES-8}
REALTIME=${REALTIME-}
# shellcheck source=bench/lab_parts.sh
. "$(dirname "$(realpath "$0")")/lab_parts.sh"
mpicc.$mpi -std=c11 -O2 "$here/bench/calls.c" -o "$work/calls"
lab_up --nodes "$nodes" --rate 100mbit --switch-buffer 64K --tcp "${TCP-bbr}"

inside() # command
{
	in_lab "$nodes" "$@"
}

lab_lmo "$nodes"
parameter() # name
{
	"$sonde" model show lmo.json --csv | tr -d '\r' | awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $1 == name { printf "%d", $at["value"] }'
}
echo "M1 $(parameter M1), M2 $(parameter M2), S $(parameter S)"
operations=${OPERATIONS-gatherv gather scatter scatterv alltoall}
only=$(echo "$operations" | tr ' ' '\n' | sed 's/v$//' | sort -u | paste -s -d , -) # gatherv goes with gather
"$sonde" tune --for sonde -m lmo.json -n "$nodes" --only "$only" --quiet -o table.json > tuned || { cat tuned; exit 1; }
grep '"operation"' table.json || rm table.json # sonde run refuses a table of which nothing would be done
part=$(sed -n 's/.*"linear-credited", "segment": \([0-9]*\).*/\1/p' table.json 2> /dev/null | head -n 1)

{
	echo "alltoall any any pairwise"
	[ -z "$part" ] || echo "gather any ${part}- own split=$part"
	S=$(parameter S)
	[ -z "$S" ] || printf '%s any %d- own split=%d\n' scatter "$S" "$S" scatterv "$S" "$S"
} > tried.table
cat tried.table

# Appends "bytes seconds" of calls to a file.
add_times() # file, command
{
	file=$1
	shift
	inside "$@" > said || { cat said chatter; exit 1; }
	tr -d '\r' < said | grep -E '^[0-9]+ [0-9.]+$' >> "$file"
}

printf '%-8s %6s %7s | %8s %8s %5s | %8s %8s %5s | %8s %8s %5s | %6s\n' operation bytes line native longest 'x 2' table longest 'x 2' tried longest 'x 2' ratio
for operation in $operations; do
	[ "$operation" = gatherv ] && each=$((calls / 4)) || each=$((calls / 16))
	case $operation in
	scatter*) sizes=${SCATTERED-36000 60000 72000 90000 120000} ;;
	*) sizes=$* ;;
	esac
	rm -f native table tried
	for launch in 1 2 3 4; do
		# shellcheck disable=SC2086
		{
			add_times native $yielding "$work/calls" "$operation" "$each" 0 $sizes
			[ ! -f table.json ] || add_times table $yielding "$sonde" run --collectives table.json "$work/calls" "$operation" "$each" 0 $sizes
			if [ "$operation" != gatherv ]; then
				add_times tried $yielding "$sonde" run --collectives tried.table "$work/calls" "$operation" "$each" 0 $sizes
			elif [ -n "$part" ]; then
				add_times tried $yielding "$work/calls" "$operation" "$each" "$part" $sizes
			fi
		}
	done
	kinds=$(ls native table tried 2> /dev/null)
	for size in $sizes; do
		# shellcheck disable=SC2086
		awk -v operation="$operation" -v size="$size" -v nodes="$nodes" '
			BEGIN { line = (nodes - 1) * size * 8 / 100e6 }
			$1 != size { next }
			{ kind = FILENAME; n[kind]++; sum[kind] += $2; long[kind] = $2 > long[kind] ? $2 : long[kind]; late[kind] += $2 >= 2 * line }
			function cells(kind) { if (n[kind]) printf " | %8.2f %8.2f %5d", 1e3 * sum[kind] / n[kind], 1e3 * long[kind], late[kind]; else printf " | %8s %8s %5s", "-", "-", "-" }
			END {
				printf "%-8s %6d %7.2f", operation, size, 1e3 * line
				cells("native"); cells("table"); cells("tried")
				if (n["table"]) printf " | %6.2f", sum["native"] / n["native"] * n["table"] / sum["table"]
				print ""
			}' $kinds
	done
	[ -z "$keep" ] || for kind in $kinds; do sed "s/^/$operation $kind /" $kind >> "$keep/calls"; done
done
[ -n "$keep" ] || exit 0
cp lmo.json tried.table "$keep"
[ ! -f table.json ] || cp table.json "$keep"
# Every call a dot, as in Fig. 7.3: gatherv native and by the table, scatterv native and split, where they were timed; each pair to one scale.
cd "$keep"
panels=
for panel in gatherv.native gatherv.table scatterv.native scatterv.tried; do
	awk -v operation="${panel%.*}" -v kind="${panel#*.}" '$1 == operation && $2 == kind { x = $3 / 1e3; print x - 0.1, 1e3 * $4; print x + 0.1, 1e3 * $4; print "" }' calls > $panel.dots
	[ ! -s $panel.dots ] || panels="$panels $panel"
done
[ "$panels" ] || { rm -f ./*.dots; exit 0; }
{
	rows=$(echo "$panels" | awk '{ print int((NF + 1) / 2) }')
	echo "set terminal svg size 900,$((320 * rows)) font 'sans,12' background 'white' rounded noenhanced; set output 'calls.svg'; set multiplot layout $rows,2"
	echo "set xlabel 'KB of each process'; set ylabel 'ms'; set grid; set key off; set xrange [0:*]"
	for panel in $panels; do
		case $panel in
		gatherv.native) title=MPI_Gatherv ;;
		gatherv.table) title='MPI_Gatherv by the table' ;;
		scatterv.native) title=MPI_Scatterv ;;
		*) title='MPI_Scatterv, split' ;;
		esac
		most=$(sort -k2,2g "${panel%.*}".*.dots | tail -n 1 | awk '{ print 1.05 * $2 }')
		echo "set title '$title'; set yrange [0:$most]; plot '$panel.dots' with lines linewidth 3 linecolor rgb '#0060ad'"
	done
} | gnuplot
rm -f ./*.dots
