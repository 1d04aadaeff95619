#!/bin/sh
# Makes doc/decomposition.svg anew: scatter, gather and exchange of a 512 x 512 image among 16 processes on each grid, as P-3PC and LogGP* predict them by Table 1 of Seinstra, Koelma 2002: what
# its Fig. 10 shows of models. Nothing is measured. Needs a built sonde (build/ or the folder given) and gnuplot.
set -eu
cd "$(dirname "$0")/.."
sonde=${1-build}/sonde
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp examples/das-p3pc.json "$work/p3pc.json"
"$sonde" model convert "$work/p3pc.json" --to loggp-star -o "$work/loggp-star.json"

# Lines "number grid milliseconds" of one operation by one tree, from 1x16 to 16x1.
predict() # model, border, operation, tree
{
	"$sonde" decompose -m "$work/$1.json" --domain 512x512 --border "$2" -n 16 --show 0 --csv --quiet | tr -d '\r' \
		| awk -F, -v operation="$3" -v tree="$4" '
			NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
			$column["step"] == operation && $column["tree"] == tree && $column["distribution"] != "broadcast" {
				split($column["grid"], n, "x")
				print int(log(n[1]) / log(2) + 0.5), $column["grid"], $column["seconds"] * 1e3
			}' | sort -n > "$work/$1.$5"
	[ "$(wc -l < "$work/$1.$5")" -eq 5 ]
}

for model in p3pc loggp-star; do
	predict $model 4 scatter flat scatter-flat
	predict $model 4 scatter binomial scatter-binomial
	predict $model 4 exchange "" exchange-4
	predict $model 4 gather flat gather-flat
	predict $model 4 gather binomial gather-binomial
	predict $model 19 exchange "" exchange-19
done

panel() # title, name
{
	cat << END
set title '$1'
plot '$work/p3pc.$2' using 1:3:xtic(2) with linespoints lw 2 pt 7 ps 0.6 lc rgb '#0072b2' title 'P-3PC', \
	'$work/loggp-star.$2' using 1:3:xtic(2) with linespoints lw 2 dt '-' pt 6 ps 0.6 lc rgb '#d55e00' title 'LogGP*'
END
}

gnuplot > "$work/picture.svg" << END
set encoding utf8
set terminal svg size 960,560 dynamic noenhanced font 'sans-serif,12' background '#ffffff'
set border 3 lc rgb '#8a9099'
set tics nomirror out scale 0.7,0.35 textcolor rgb '#3d434b'
set grid ytics lt 1 lw 1 lc rgb '#e6e8eb'
set key bottom right samplen 2.5
set ylabel 'time [ms]'
set yrange [0:*]
set xrange [-0.3:4.3]
set multiplot layout 2,3
$(panel "scatter, flat tree" scatter-flat)
unset key
$(panel "scatter, binomial tree" scatter-binomial)
$(panel "exchange, border of 4" exchange-4)
$(panel "gather, flat tree" gather-flat)
$(panel "gather, binomial tree" gather-binomial)
$(panel "exchange, border of 19" exchange-19)
unset multiplot
END
awk '/<script/ { inside = "</script>" } !inside && /<image/ { inside = "/>" }
	!inside { gsub(/ *on(load|click|mousemove)="[^"]*"/, ""); sub(/[ \t]+$/, ""); print }
	inside && index($0, inside) { inside = "" }' "$work/picture.svg" \
	| sed 's,<title>Gnuplot</title>,<title>Scatter\, gather and exchange on all grids of 16 processes</title>,; s,<desc>.*</desc>,<desc>predicted time on the grids 1x16 to 16x1 by P-3PC and LogGP*</desc>,' > doc/decomposition.svg
echo "doc/decomposition.svg"
