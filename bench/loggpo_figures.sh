#!/bin/sh
# The figures of LogGPO's paper (Chen, Zhai, Zhang, Zheng, Science in China F, 2009). Usage: bench/loggpo_figures.sh BUILD SMPI-BUILD [FOLDER]; with a folder figures are drawn there too, by gnuplot. "-" for SMPI-BUILD: without figure 6.
#
# Figures 1 and 5: a message of 1 B to 4 MB with computation beside it that is as long as the message alone, at the sender and at the receiver, with its answer: measured between two processes by
# "measure overlap", and predicted by loggpo and loggp. On a synthetic platform whose long messages need both processes inside the library (RAT, DCP), with LIVE=1 on two processes of BUILD's MPI (REALTIME=1, as root: before all others), and with LAB=RATE, such as 100mbit, as root, on two nodes of an emulated cluster with such links (TCP).
# Figure 6, which bench/programs_lab.sh has for the emulated cluster: cg of 150,000 unknowns and 102.4 ms of computation an iteration for all processes together, as the paper's class C is of one size (messages
# of 600 to 150 KB), and sweep with 2 KB, 4 to 64 processes, traced under SMPI, on that synthetic platform (simulated under its own model), and predicted by the models that were
# estimated on it.
set -eu
export LC_ALL=C
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
build=$(realpath "$1") smpi=${2-}
[ "$smpi" = - ] || smpi=$(realpath "$smpi")
figures=${3+$(mkdir -p "$3" && realpath "$3")}
sonde=$build/sonde
case $(readlink "$sonde") in
*mpich) mpirun=mpiexec.mpich ;;
*) mpirun=mpirun.openmpi ;;
esac
source=$(dirname "$(realpath "$0")")/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
place=
if [ "$smpi" != - ]; then
	SONDE_SOURCE=$source SONDE=$smpi/sonde
	. "$source/tests/sh/smpi.sh" # cluster, exact; in a folder of its own
	trap 'rm -rf "$work" "$place"' EXIT INT TERM
fi
cd "$work"

platform() # processes
{
	cat <<-END
		{"format": "sonde-model", "version": 1, "model": "loggpo", "processes": $1, "parameters": {
		"L": 20e-6, "O_control": 1e-6, "O_i": {"bytes": [0, 1048576], "seconds": [1e-6, 200e-6]}, "O_c": {"bytes": [0, 1048576], "seconds": [1e-6, 250e-6]},
		"G": {"bytes": [0, 1048576], "seconds": [0, 8388.6e-6]}, "S": 65536, "T_m": {"bytes": [65537], "value": [2]}, "S_cp": {"bytes": [65537], "value": [1]}}}
	END
}

# The predicted seconds of a whole traced program: those behind "recorded" at the end of the JSON, before those of its waits.
predicted_trace() { "$sonde" simulate trace -m "$1" --quiet --json 2> notes | awk '/"recorded"/ { behind = 1; next } /"seconds"/ && behind { gsub(/[^-0-9.e]/, "", $2); seconds = $2; behind = 0 } END { print seconds }'; }

# Lines "bytes compute seconds" with computation as long as the message, on a platform.
overlapped() # side, arguments that name the platform
{
	side=$1
	shift
	"$@" measure overlap --side "$side" --sizes 1,64,1K,8K,32K,64K,128K,512K,1M,4M --quiet --csv --store overlap.db 2> notes | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 { ratio = $at["compute"] / $at["alone"]; if (ratio > 0.9 && ratio < 1.1) print $at["bytes"], $at["compute"], $at["seconds"] }'
}

# The same two programs, simulated: seconds until the sender has its answer.
predicted() # model, side, bytes, seconds of computation
{
	awk -v side="$2" -v bytes="$3" -v compute="$4" 'BEGIN {
		beside = sprintf("c: calc %d\nc irequires m\na requires c\n", 1e9 * compute + 0.5)
		printf "num_ranks 2\nrank 0 {\nm: send %db to 1 tag 0\na: recv 0b from 1 tag 0\na requires m\n%s}\n", bytes, side == "sender" ? beside : ""
		printf "rank 1 {\nm: recv %db from 0 tag 0\na: send 0b to 0 tag 0\na requires m\n%s}\n", bytes, side == "receiver" ? beside : ""
	}' > two.goal
	"$sonde" simulate two.goal -m "$1" --quiet --csv 2> notes | tr -d "\r" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["seconds"] }'
}

figure_5() # name, the command that measures
{
	name=$1
	shift
	for side in sender receiver; do
		overlapped $side "$@" > measured
		echo "figure 5, $name, computation at the $side: bytes, measured, loggpo, off, loggp, off (us)"
		while read -r bytes compute seconds; do
			echo "$bytes $seconds $(predicted $name.loggpo.json $side "$bytes" "$compute") $(predicted $name.loggp.json $side "$bytes" "$compute")"
		done < measured | awk 'NF == 4 { printf "%8d %11.1f %11.1f %7.1f%% %11.1f %7.1f%%\n", $1, 1e6 * $2, 1e6 * $3, 100 * ($3 / $2 - 1), 1e6 * $4, 100 * ($4 / $2 - 1) }' | tee "figure-5-$name-$side"
		[ -z "$figures" ] || gnuplot <<-END
			set terminal svg
			set output "$figures/figure-5-$name-$side.svg"
			set logscale xy
			set key left
			set xlabel "bytes"
			set ylabel "us"
			plot "figure-5-$name-$side" using 1:2 with points title "measured", "" using 1:3 with lines title "LogGPO", "" using 1:5 with lines title "LogGP"
		END
	done
}

traced() # processes, program, arguments…
{
	count=$1 program=$2
	shift 2
	rm -rf trace && mkdir trace
	# shellcheck disable=SC2154,SC2086
	SONDE_TRACE_DIR=$work/trace timeout 300 smpirun -np "$count" -platform "$place/platform.xml" -hostfile "$place/hosts" $exact --cfg=smpi/async-small-thresh:65536 \
		-wrapper "env LD_PRELOAD=$smpi/libsonde-trace-smpi.so" "$smpi/tests/sonde_example_$program" "$@" > program.out 2> notes
	grep -q "the result is right" program.out
}

figure_6()
{
	echo "figure 6: program, processes, on the platform, loggpo, off, loggp, off (ms)"
	for program in cg sweep; do
		for count in 4 8 16 32 64; do
			case $program in
			cg)
				columns=1
				while [ $((columns * columns)) -lt $count ]; do columns=$((columns * 2)); done
				traced $count cg $((150000 / columns)) 4 $((102400 / count))
				;;
			sweep) traced $count sweep 256 4 2 100 ;;
			esac
			echo "$program $count $(for model in platform synthetic.loggpo synthetic.loggp; do predicted_trace $model.json; done | tr '\n' ' ')"
		done
	done | awk '{ printf "%-6s %3d %9.3f %9.3f %7.2f%% %9.3f %7.2f%%\n", $1, $2, 1e3 * $3, 1e3 * $4, 100 * ($4 / $3 - 1), 1e3 * $5, 100 * ($5 / $3 - 1) }' | tee figure-6
	[ -z "$figures" ] || gnuplot <<-END
		set terminal svg
		set output "$figures/figure-6.svg"
		set logscale x 2
		set xlabel "processes"
		set ylabel "off, %"
		set yrange [0:*]
		plot for [p in "cg sweep"] "< grep ^" . p . " figure-6" using 2:(abs(\$7)) with linespoints title p . ", LogGP", for [p in "cg sweep"] "< grep ^" . p . " figure-6" using 2:(abs(\$5)) with linespoints title p . ", LogGPO"
	END
}

platform 64 > platform.json
platform 2 > two.json
for model in loggpo loggp; do
	"$sonde" estimate $model --platform synthetic:two.json --quiet -o synthetic.$model.json > notes 2>&1
done
on_two() { "$sonde" "$@" --platform synthetic:two.json; }
figure_5 synthetic on_two
if [ "${LIVE-0}" = 1 ]; then
	live() { ${REALTIME:+chrt -r 1} $mpirun -n 2 "$sonde" "$@"; }
	for tried in 1 2 3 4 5 6; do # until both models are of the machine's present state, by an empty round trip
		live estimate loggpo,loggp --patience 0 --quiet -o live > notes 2>&1
		now=$(live measure p2p --sizes 0 --patience 0 --reps 200:200 --quiet --json --store sentinel.db | sed -n 's/.*"seconds": *\([-0-9.e]*\).*/\1/p' | head -n 1)
		known=$(sed -n 's/.*"sentinel_seconds": *"*\([-0-9.e]*\).*/\1/p' live/loggpo.json | head -n 1)
		if awk -v a="$now" -v b="$known" 'BEGIN { exit !(a <= 1.25 * b && b <= 1.25 * a) }'; then
			break
		fi
	done
	echo "an empty round trip: $now s, of the models $known s, estimation $tried"
	mv live/loggpo.json live.loggpo.json
	mv live/loggp.json live.loggp.json
	figure_5 live live
fi
if [ "${LAB-}" ]; then
	lab=figures-$$
	trap '"$sonde" lab down --name $lab --quiet > /dev/null 2>&1 || true; rm -rf "$work" "$place"' EXIT
	trap 'exit 1' INT TERM
	"$sonde" lab up --name $lab --nodes 2 --rate "$LAB" --switch-buffer 1M > notes
	for model in loggpo loggp; do
		"$sonde" lab run --realtime --name $lab -n 2 -- "$sonde" estimate $model --patience 0 --quiet -o lab.$model.json > notes 2>&1
	done
	figure_5 lab "$sonde" lab run --realtime --name $lab -n 2 -- "$sonde"
	"$sonde" lab down --name $lab --quiet > notes
fi
if [ "$place" ]; then
	(cd "$place" && cluster 64 125MBps 20us)
	figure_6
fi
