#!/bin/sh
# Makes the pictures of the documents anew: measures two processes of this machine and draws what it found.
#
# - doc/models.svg: messages measured, and as three models predict them
# - doc/plogp.svg: overheads and gap of PLogP by size
# - doc/bcast.svg: broadcasts among 16 processes as that model predicts them
#
# Needs a built sonde (build/ or the folder given), gnuplot, and a quiet machine: it tries again if a model was made of
# timings of two states of the machine. The second argument is a folder in which models and timings are kept.
set -eu
cd "$(dirname "$0")/.."
build=${1-build}
tries=5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

launcher=$(sed -n 's/^MPIEXEC_EXECUTABLE:[^=]*=//p' "$build/CMakeCache.txt")
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

measure() # arguments of sonde
{
	"$launcher" -n 2 "$build/sonde" "$@" --store "$work/sonde.db" > "$work/out" 2>> "$work/notes" < /dev/null
}

measure_all()
{
	rm -f "$work/sonde.db" "$work/notes"
	measure estimate plogp -o "$work/plogp.json"
	measure estimate loggp -o "$work/loggp.json"
	measure estimate hockney -o "$work/hockney.json"
	measure compare "$work/plogp.json" "$work/loggp.json" "$work/hockney.json" --count 60
}

# True if each model was made of timings of one state of the machine.
is_of_one_state()
{
	[ "$(grep -l '"made_of_two_states": 0' "$work"/*.json | wc -l)" -eq 3 ]
}

# An image in a page runs no script and has no buttons.
strip()
{
	awk '/<script/ { inside = "</script>" } !inside && /<image/ { inside = "/>" }
		!inside { gsub(/ *on(load|click|mousemove)="[^"]*"/, ""); sub(/[ \t]+$/, ""); print }
		inside && index($0, inside) { inside = "" }'
}

report_plot() # which plot, its name, models
{
	plot=$1
	name=$2
	shift 2
	"$build/sonde" report --plot "$plot" --store "$work/sonde.db" -o "$work/$name" "$@" > "$work/out"
	strip < "$work/$name" > "doc/$name"
	echo "doc/$name"
}

# Lines "bytes microseconds" of one algorithm.
broadcast() # algorithm
{
	"$build/sonde" predict "$work/plogp.json" bcast --algorithm "$1" -n 16 -s 64:1M --csv --quiet | tr -d '\r' \
		| awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next } { print $column["bytes"], $column["seconds"] * 1e6 }'
}

broadcast_plot()
{
	for algorithm in linear pipeline binomial scatter-allgather; do
		broadcast $algorithm > "$work/$algorithm.dat"
	done
	gnuplot > "$work/bcast.svg" <<END
set encoding utf8
set terminal svg size 960,480 dynamic noenhanced font 'sans-serif,13' background '#ffffff'
set border 3 lc rgb '#8a9099'
set tics nomirror out scale 0.7,0.35 textcolor rgb '#3d434b'
set grid xtics ytics lt 1 lw 1 lc rgb '#e6e8eb'
set key outside top left horizontal Left reverse samplen 2.5
set title 'Broadcast among 16 processes, as plogp predicts it'
set xlabel 'message size [bytes]'
set ylabel 'time [µs]'
set logscale xy
set xrange [64:1048576]
set xtics ('64' 64, '1K' 1024, '16K' 16384, '256K' 262144, '1M' 1048576)
plot '$work/linear.dat' with lines lw 2 dt '-.' lc rgb '#cc79a7' title 'linear', \
	'$work/pipeline.dat' with lines lw 2 dt '.' lc rgb '#009e73' title 'pipeline', \
	'$work/binomial.dat' with lines lw 2 dt '-' lc rgb '#d55e00' title 'binomial', \
	'$work/scatter-allgather.dat' with lines lw 2 lc rgb '#0072b2' title 'scatter-allgather'
END
	strip < "$work/bcast.svg" | sed 's,<title>Gnuplot</title>,<title>Broadcast among 16 processes</title>,; s,<desc>.*</desc>,<desc>predicted time against message size: linear\, pipeline\, binomial\, scatter-allgather</desc>,' > doc/bcast.svg
	echo "doc/bcast.svg"
}

while ! { measure_all && is_of_one_state; }; do
	tries=$((tries - 1))
	if [ $tries -eq 0 ]; then
		cat "$work/notes" >&2
		echo "The machine is not quiet enough; the pictures are as they were." >&2
		exit 1
	fi
	echo "The machine changed, once more." >&2
done
report_plot times models.svg "$work/plogp.json" "$work/loggp.json" "$work/hockney.json"
report_plot parameters plogp.svg "$work/plogp.json"
broadcast_plot
if [ $# -gt 1 ]; then
	mkdir -p "$2"
	cp "$work"/*.json "$work/sonde.db" "$2"
fi
