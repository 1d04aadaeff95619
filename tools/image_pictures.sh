#!/bin/sh
# Makes the pictures of doc/examples/image.md anew of what bench/image.sh and bench/image_lab.sh left in the folders KEEP: what was measured beside what P-3PC and LogGP* predict, as Figs. 9, 10 and 11 of Seinstra, Koelma 2002 show it.
#
# usage: tools/image_pictures.sh SIMULATED LAB     (SIMULATED: 512 on 8, 16 and 32 processes, 1024 and 2048 on 16; LAB: 512 on 8 nodes). Needs gnuplot.
set -eu
export LC_ALL=C
simulated=$(realpath "$1")
lab=$(realpath "$2")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Lines "name measured P-3PC LogGP*", in ms, or us of the simulation: the median of the launches, for each key in turn, which is a name and "processes size sigma grid phase tree".
table() # folder
{
	awk -v unit="$([ "$1" = "$lab" ] && echo 1e3 || echo 1e6)" '
		function sort(key, i, j, t) { for (i = 1; i <= n[key]; i++) for (j = i; j > 1 && value[key, j] < value[key, j - 1]; j--) { t = value[key, j]; value[key, j] = value[key, j - 1]; value[key, j - 1] = t } }
		function key_of(a, b, c, d, e, f) { return a " " b " " (e == "exchange" ? c : "-") " " d " " e " " f }
		FILENAME ~ /times$/ { key = key_of($1, $2, $3, $4, $5, $6); value[key, ++n[key]] = $7; next }
		FILENAME ~ /predictions$/ { predicted[$1, key_of($2, $3, $4, $5, $6, $7)] = $8; next }
		{
			key = key_of($2, $3, $4, $5, $6, $7)
			if (!(key in n)) { print "nothing was measured of " key > "/dev/stderr"; exit 1 }
			sort(key)
			print $1, unit / 2 * (value[key, int((n[key] + 1) / 2)] + value[key, int(n[key] / 2) + 1]), unit * predicted["p3pc", key], unit * predicted["loggp-star", key]
		}' "$1/times" "$1/predictions" -
}

set_up() # width, height, rows, columns, unit
{
	cat << END
set encoding utf8
set terminal svg size $1,$2 dynamic noenhanced font 'sans-serif,12' background '#ffffff'
set border 3 lc rgb '#8a9099'
set tics nomirror out scale 0.7,0.35 textcolor rgb '#3d434b'
set grid ytics lt 1 lw 1 lc rgb '#e6e8eb'
set ylabel 'time [$5]'
set yrange [0:*]
set multiplot layout $3,$4
END
}

# All grids of 16 processes, from rows to columns.
grids() # title, place of the key, sigma, phase, tree
{
	for grid in 1x16 2x8 4x4 8x2 16x1; do echo "$grid 16 512 $3 $grid $4 $5"; done | table "$simulated" > "$work/$4.$5.$3"
	cat << END
set title '$1'
set key $2 samplen 2.5
set xrange [-0.4:4.4]
plot '$work/$4.$5.$3' using 0:2:xtic(1) with points pt 7 ps 0.9 lc rgb '#1a1d21' title 'measured', '' using 0:3 with lines lw 2 lc rgb '#0072b2' title 'P-3PC', '' using 0:4 with lines lw 2 dt '-' lc rgb '#d55e00' title 'LogGP*'
END
}

# All phases on one grid: exchanges, which are short, by themselves.
bars() # title, folder, processes, size, grid
{
	for sigma in 1 3 5; do echo "σ=$sigma $3 $4 $sigma $5 exchange -"; done > "$work/keys"
	some_bars "$1, exchange" "$2" "exchange.$3.$4.$5" "set key top left samplen 1; set offsets 0,0,graph 0.4,0" norotate
	for phase in scatter gather; do for tree in flat binomial; do echo "${phase}_$tree $3 $4 1 $5 $phase $tree"; done; done > "$work/keys"
	some_bars "$1, trees" "$2" "trees.$3.$4.$5" "unset key; unset offsets" "rotate by -25"
}

# Of the lines of keys.
some_bars() # title, folder, name of a file, key, tics
{
	name=$(basename "$2").$3
	table "$2" < "$work/keys" | sed 's/_flat/ flat/; s/_binomial/ binomial/; s/^\([^ ]* [a-z]*\) \([0-9]\)/"\1" \2/' > "$work/$name"
	groups=$(wc -l < "$work/$name")
	cat << END
set title '$1'
$4
set lmargin 8
set rmargin 9
set xtics $5
set style data histograms
set style histogram clustered gap 1
set style fill solid noborder
set boxwidth 0.9
set xrange [-0.6:$groups-0.4]
plot '$work/$name' using 2:xtic(1) lc rgb '#8a9099' title 'measured', '' using 3 lc rgb '#0072b2' title 'P-3PC', '' using 4 lc rgb '#d55e00' title 'LogGP*'
END
}

picture() # name, title, what it shows
{
	LC_ALL=C.UTF-8 gnuplot > "$work/picture.svg"
	awk '/<script/ { inside = "</script>" } !inside && /<image/ { inside = "/>" }
		!inside { gsub(/ *on(load|click|mousemove)="[^"]*"/, ""); sub(/[ \t]+$/, ""); print }
		inside && index($0, inside) { inside = "" }' "$work/picture.svg" | sed "s|<title>Gnuplot</title>|<title>$2</title>|; s|<desc>.*</desc>|<desc>$3</desc>|" > "doc/examples/$1.svg"
	echo "doc/examples/$1.svg"
}

{
	set_up 960 560 2 3 µs
	grids "scatter, flat tree" "bottom right" 1 scatter flat
	grids "scatter, binomial tree" "bottom right" 1 scatter binomial
	grids "exchange, σ = 1" "bottom right" 1 exchange -
	grids "gather, flat tree" "bottom right" 1 gather flat
	grids "gather, binomial tree" "bottom right" 1 gather binomial
	grids "exchange, σ = 5" "bottom right" 5 exchange -
} | picture image-grids "Scatter, gather and exchange on all grids of 16 simulated processes" "measured and predicted time on the grids 1x16 to 16x1"
{
	set_up 1280 840 3 4 µs
	bars "512², 1x16" "$simulated" 16 512 1x16
	bars "512², 16x1" "$simulated" 16 512 16x1
	bars "512², 8x1" "$simulated" 8 512 8x1
	bars "512², 16x2" "$simulated" 32 512 16x2
	bars "1024², 16x1" "$simulated" 16 1024 16x1
	bars "2048², 16x1" "$simulated" 16 2048 16x1
} | picture image-sizes "The phases on some grids of simulated processes" "measured and predicted time of exchange, scatter and gather"
{
	set_up 1280 320 1 4 ms
	bars "1x8" "$lab" 8 512 1x8
	bars "8x1" "$lab" 8 512 8x1
} | picture image-lab "The phases on eight nodes of the lab" "measured and predicted time of exchange, scatter and gather on 1x8 and 8x1"
