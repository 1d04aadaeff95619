#!/bin/sh
# Makes doc/series.svg anew: linear scatter and gather and a binomial broadcast among 16 simulated hosts, behind barriers and in a series of 16 without, measured, and as PLogP predicts
# both (compare O'Flynn 2009, figures 2.1 and 2.2). Prints the table of errors of both.
#
# usage: tools/series_picture.sh [BUILD]     (default: build-smpi)
set -eu
cd "$(dirname "$0")/.."
root=$PWD
SONDE=$(realpath "${1:-build-smpi}/sonde")
export SONDE
. "$root/tests/sh/smpi.sh"
. "$root/tests/sh/predicted.sh"
options="$platform_options --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9"
sizes=64,256,1K,4K,16K,32K,64K,128K
operations="scatter/linear gather/linear bcast/binomial"
cluster 16 125MBps 50us SPLITDUPLEX

estimate_platform plogp.json
for series in 1 16; do
	# shellcheck disable=SC2086
	measure_and_predict plogp.json 16 $sizes $operations
	cp both.csv series-$series.csv
	echo "in a row: $series"
	print_errors 100 100
done

# Lines "bytes milliseconds of one operation".
curve() # operation/algorithm, series, column
{
	awk -F, -v what="$1" -v n="$2" -v column="$3" '$1 == what { print $2, 1e3 * $column / n }' "series-$2.csv"
}

for operation in $operations; do
	name=${operation%/*}
	for series in 1 16; do
		curve "$operation" $series 3 > "$name-$series-measured"
		curve "$operation" $series 4 > "$name-$series-predicted"
	done
done
{
	cat <<-END
		set encoding utf8
		set terminal svg size 1080,420 dynamic noenhanced font 'sans-serif,12' background '#ffffff'
		set output 'series.svg'
		set border 3 lc rgb '#8a9099'
		set tics nomirror out scale 0.7,0.35 textcolor rgb '#3d434b'
		set grid xtics ytics lt 1 lw 1 lc rgb '#e6e8eb'
		set logscale xy
		set xrange [50:160000]
		set xtics ('64' 64, '1K' 1024, '16K' 16384, '128K' 131072)
		set xlabel 'bytes of a block'
		set key top left Left reverse samplen 2
		set multiplot layout 1,3
	END
	for name in scatter gather bcast; do
		[ $name = scatter ] && echo "set ylabel 'time of one [ms]'" || echo "unset ylabel"
		[ $name = bcast ] && echo "set xlabel 'bytes of the message'"
		cat <<-END
			set title '$name'
			plot '$name-1-predicted' with lines lw 2 lc rgb '#0072b2' title 'behind barriers, predicted', \\
				'$name-1-measured' with points pt 7 ps 0.6 lc rgb '#0072b2' title 'measured', \\
				'$name-16-predicted' with lines lw 2 dt '-' lc rgb '#d55e00' title 'in a series of 16, predicted', \\
				'$name-16-measured' with points pt 6 ps 0.8 lc rgb '#d55e00' title 'measured'
		END
	done
	echo "unset multiplot"
} | LC_ALL=C.UTF-8 gnuplot
awk '/<script/ { inside = "</script>" } !inside && /<image/ { inside = "/>" }
	!inside { gsub(/ *on(load|click|mousemove)="[^"]*"/, ""); sub(/[ \t]+$/, ""); print }
	inside && index($0, inside) { inside = "" }' series.svg \
	| sed 's,<title>Gnuplot</title>,<title>Operations behind barriers and in a series</title>,; s,<desc>.*</desc>,<desc>time of one scatter\, gather and broadcast by size\, behind barriers and in a series of 16\, measured and predicted</desc>,' > "$root/doc/series.svg"
echo "doc/series.svg"
