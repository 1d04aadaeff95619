#!/usr/bin/env bash
# The figures of LMO's thesis (O'Flynn, University College Dublin, 2009) on 16 simulated hosts of 7 kinds, as tables, and with a folder as pictures by gnuplot.
#
#     bench/lmo_figures.sh [BUILD-SMPI [FOLDER [MODEL…]]]     (default: build-smpi, no pictures)
#
# Figures 3.6 and 3.7: linear scatter and gather by three ways of timing.
# Figure 5.2: messages between two hosts, and what LogGP and PLogP of the pair and LMO predict.
# Figures 5.3 and 5.4: linear scatter and gather, predicted by LMO, Hockney of each pair and the other MODELs of each pair (loggp takes the simulator five minutes, plogp eight; default: none).
# Figure 5.5: linear and binomial scatter of 100 to 200 KB, predicted by LMO and Hockney of each pair.
# Figures 7.1 and 7.2: linear and binomial scatter, predicted by Hockney of each pair and by their average.
set -eu
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1:-build-smpi}")/sonde
figures=${2:+$(mkdir -p "$2" && realpath "$2")}
models=${*:3}
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/lmo.sh"
options=$lmo_options
unlike_cluster 16
small=1K,2K,4K,8K,16K,24K,32K,48K,60K,65535,64K,80K,100K,120K,140K,160K,180K,200K

estimated() # file of the model, what is estimated
{
	timeout 3000 smpirun -np 16 -platform platform.xml -hostfile hosts $exact $options "$SONDE" estimate "${@:2}" --reps 2:2 --quiet -o "$1" > printed
}

# put FIGURE COLUMN FILE: a column of a figure's table, of lines of bytes and seconds.
put()
{
	awk -v figure="$1" -v column="$2" '{ print figure "\t" column "\t" $1 "\t" $2 }' "$3" >> all
}

# show FIGURE TITLE: its table in us, and its picture.
show()
{
	echo
	echo "Figure $1: $2 (us)"
	awk -F'\t' -v figure="$1" '
		$1 == figure && !($2 in seen) { seen[$2] = 1; columns[++n] = $2 }
		$1 == figure { cell[$3, $2] = 1e6 * $4; if (!($3 in had)) { had[$3] = 1; bytes[++m] = $3 } }
		END {
			printf "%8s", "bytes"
			for (i = 1; i <= n; i++) printf "\t%s", columns[i]
			for (j = 1; j <= m; j++) {
				printf "\n%8d", bytes[j]
				for (i = 1; i <= n; i++) printf "\t%s", (bytes[j], columns[i]) in cell ? sprintf("%.1f", cell[bytes[j], columns[i]]) : "-"
			}
			print ""
		}' all | tee "figure-$1"
	[ -z "$figures" ] || gnuplot <<-END
		set terminal svg size 720,480 background "white"
		set output "$figures/figure-$1.svg"
		set datafile separator "\t"
		set datafile missing "-"
		set title "$2"
		set xlabel "bytes"
		set ylabel "us"
		set key left top
		n = $(head -n 1 "figure-$1" | awk -F'\t' '{ print NF }')
		plot for [i = 2:n] "figure-$1" using 1:i with linespoints title columnhead(i)
	END
}

# What predictions said, as a figure's column.
taken() # figure, column, label, operation
{
	awk '{ print $1, $3 }' "$3.$4" > column
	put "$1" "$2" column
}

: > all
for timing in root max global; do
	for operation in scatter gather; do
		simulate 16 measure collective --op $operation --algorithm linear --timing $timing --sizes 1K,4K,16K,32K,60K,64K,100K,150K,200K --reps 2:2 --csv --quiet > table.csv
		columns bytes seconds < table.csv > column
		put "3.$([ $operation = scatter ] && echo 6 || echo 7)" "$timing" column
	done
done
show 3.6 "linear scatter by three ways of timing"
show 3.7 "linear gather by three ways of timing"

estimated lmo.json lmo --switch 65535 --parallel
estimated hockney.json hockney --heterogeneous --parallel
simulate 1 model average hockney.json -o average.json --quiet
for model in loggp plogp; do
	estimated pair-$model.json $model --pairs 0:8
done
for model in $models; do
	estimated "$model.json" "$model" --heterogeneous --parallel
done

simulate 16 measure p2p --pairs 0:8 --sizes $small --reps 2:2 --csv --quiet > table.csv
columns bytes half < table.csv > column
put 5.2 measured column
for model in lmo pair-loggp pair-plogp; do
	simulate 1 predict $model.json p2p --from 0 --to 8 -s $small --csv --quiet > table.csv
	columns bytes seconds < table.csv | awk '!seen[$1]++' > column
	put 5.2 "${model#pair-}" column
done
show 5.2 "messages between two hosts"

timings $small
for model in lmo hockney average $models; do
	predictions "$model.json" "$model" $([ "$model" = lmo ] || echo "--eager 65535")
done
for operation in $operations; do
	awk '{ print $1, $2 }' $operation.measured > $operation.seconds
done
put 5.3 measured scatter-linear.seconds
put 5.4 measured gather-linear.seconds
for model in lmo hockney $models; do
	taken 5.3 "$model" "$model" scatter-linear
	taken 5.4 "$model" "$model" gather-linear
done
show 5.3 "linear scatter on 16 unlike hosts"
show 5.4 "linear gather on 16 unlike hosts"
for operation in scatter-linear scatter-binomial; do
	for model in measured lmo hockney; do
		if [ $model = measured ]; then cat $operation.seconds; else awk '{ print $1, $3 }' $model.$operation; fi | awk '$1 >= 100000' > long
		put 5.5 "${operation#scatter-}, $model" long
	done
done
show 5.5 "linear and binomial scatter"
for figure in "7.1 scatter-linear" "7.2 scatter-binomial"; do
	put "${figure% *}" measured "${figure#* }.seconds"
	taken "${figure% *}" "Hockney of each pair" hockney "${figure#* }"
	taken "${figure% *}" "their average" average "${figure#* }"
done
show 7.1 "linear scatter, by Hockney's model"
show 7.2 "binomial scatter, by Hockney's model"
