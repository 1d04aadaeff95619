#!/usr/bin/env bash
# What SMPI takes on the platforms that sonde writes of models (sonde export --format simgrid), beside what sonde predicts by the models themselves.
#
#     bench/exchange.sh BUILD-SMPI SEED [MODELS]     models drawn at random, of hockney, loggp and plogp each (default 3): messages and ten operations
#     bench/exchange.sh BUILD-SMPI live BUILD        a plogp model of two local processes: messages, measured by them too
#     bench/exchange.sh BUILD-SMPI lab BUILD [RATE]  the same of two nodes of a lab, as root, with links of 10 Mbit/s or what is said: there two launches take the same
#
# Drawn are the latency, overheads, gaps with bends (plogp), the longest message that does not wait, whether ports share or serve in turn, 4 to 16 processes, and sizes of both protocols. Prints each time that is
# more than 2 % off, then the mean and the largest error of messages that do not wait for their receiver and of those that do, for whose overheads SMPI has nothing; exit code 1 if more than one in twenty of the former is.
set -u
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
SONDE=$(realpath "${1?usage: bench/exchange.sh BUILD-SMPI SEED [MODELS] | BUILD-SMPI live BUILD | BUILD-SMPI lab BUILD [RATE]}")/sonde
what=${2?a seed, or the word live or lab} models=${3-3} rate=${4-10mbit}
case $what in live | lab) live=$(realpath "${3-$SONDE_SOURCE/build}")/sonde ;; esac
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/exchange.sh"
exact="--cfg=smpi/simulate-computation:no --log=root.thres:critical"
options=
operations="bcast/linear bcast/binomial bcast/chain scatter/linear scatter/binomial gather/linear gather/binomial allgather/ring allreduce/recursive-doubling alltoall/pairwise"

# drawn SEED MODEL: MODEL.json, and the lines "n PROCESSES" and "sizes LIST".
drawn()
{
	awk -v seed="$1" -v model="$2" '
		function between(low, high) { return low * exp(log(high / low) * rand()) }
		function list(values, n, i, text) { for (i = 1; i <= n; i++) text = text (i > 1 ? ", " : "") sprintf("%.9g", values[i]); return "[" text "]" }
		function flat(value) { return sprintf("{\"bytes\": [0], \"seconds\": [%.9g]}", value) }
		BEGIN {
			srand(seed)
			n = int(between(4, 17))
			eager = int(between(2000, 200000))
			L = between(2e-6, 1e-4); os = between(2e-7, 1e-5); or = between(2e-7, 1e-5); g = between(5e-7, 2e-5); G = between(1e-10, 2e-8)
			head = sprintf("{\"format\": \"sonde-model\", \"version\": 1, \"processes\": %d, \"provenance\": {\"eager_bytes\": %d, \"ports\": \"%s\"}, \"model\": \"%s\", \"parameters\": ", n, eager, rand() < 0.5 ? "fair" : "in turn", model)
			if (model == "hockney")
				text = sprintf("{\"alpha\": %.9g, \"beta\": %.9g}", L + os + or, G)
			else if (model == "loggp")
				text = sprintf("{\"L\": %.9g, \"o_s\": %.9g, \"o_r\": %.9g, \"g\": %.9g, \"G\": %.9g}", L, os, or, g, G)
			else {
				bytes[1] = 0; gap[1] = g
				for (i = 2; i <= 6; i++) {
					bytes[i] = int(between(2, 8) * (i > 2 ? bytes[i - 1] : 512))
					gap[i] = gap[i - 1] + (bytes[i] - bytes[i - 1]) * G * between(0.7, 1.4)
				}
				text = sprintf("{\"L\": %.9g, \"o_s\": %s, \"o_r\": %s, \"g\": {\"bytes\": %s, \"seconds\": %s}}", L, flat(g * between(0.05, 1)), flat(g * between(0.05, 1)), list(bytes, 6), list(gap, 6))
			}
			print head text "}" > (model ".json")
			print "n", n
			print "sizes", int(between(8, 100)) "," int(between(100, 1000)) "," int(between(1000, eager)) "," int(between(eager + 1, 3 * eager))
		}' > draw
}

# take LABEL MODEL.json: keeps the lines of both.csv, with what the messages do by the model.
take()
{
	awk -F, -v label="$1" -v eager="$(sed -n 's/.*"eager_bytes": *\([0-9]*\).*/\1/p' "$2" | head -n 1)" '{ print label " " $0 "," (eager != "" && $2 > eager ? "waits" : "does not wait") }' both.csv >> all.csv
}

of_drawn_models()
{
	local class k sizes n
	echo "seed $what; $models models of each kind"
	for class in hockney loggp plogp; do
		for k in $(seq "$models"); do
			drawn "$((1000 * what + k))" "$class"
			n=$(sed -n 's/^n //p' draw) sizes=$(sed -n 's/^sizes //p' draw)
			export_platform "$class.json" "$n" 2> notes || exit 1
			measure_messages "$class.json" "0,1,$sizes" && take "$class-$k" "$class.json" || exit 1
			# shellcheck disable=SC2086
			measure_and_predict "$class.json" "$n" "$sizes" $operations && take "$class-$k" "$class.json" || exit 1
		done
	done
}

# Of three columns: what two processes take, what SMPI does on the platform of their model, what sonde predicts.
of_live_model()
{
	local sizes=1,100,700,3000,10000,30000,100000,300000,700000 launch="mpirun.openmpi -n 2"
	[ "$what" != lab ] || launch="$live lab run --nodes 2 --rate $rate --quiet --mpi openmpi -n 2 --" sizes=1,100,700,3000,10000,30000,100000
	[ "$(id -u)" -ne 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	$launch "$live" estimate plogp --quiet --store live.db -o live.json < /dev/null || exit 1
	$launch "$live" measure p2p --sizes "$sizes" --csv --quiet --store live.db < /dev/null > live.csv || exit 1
	export_platform live.json 2 || exit 1
	measure_messages live.json "$sizes" && take live live.json || exit 1
	echo "bytes, measured live, by SMPI, by sonde (round trips, us)"
	awk -F, '
		{ sub(/\r$/, "") }
		FILENAME == "live.csv" && FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		FILENAME == "live.csv" { live[$column["bytes"]] = $column["seconds"]; next }
		{ printf "%8d %10.3f %10.3f %10.3f  SMPI beside live %6.1f %%, beside sonde %5.2f %%\n", $2, 1e6 * live[$2], 1e6 * $3, 1e6 * $4, 100 * ($3 / live[$2] - 1), 100 * ($3 / $4 - 1) }' live.csv all.csv
}

: > all.csv
if [ "$what" = live ] || [ "$what" = lab ]; then of_live_model; else of_drawn_models; fi
awk -F, '
	{
		error = 100 * ($4 / $3 - 1)
		size = error < 0 ? -error : error
		if (size > 2)
			printf "%-40s %8d %14.1f us by SMPI %14.1f by sonde %8.2f %%, %s\n", $1, $2, 1e6 * $3, 1e6 * $4, error, $5
		n[$5]++
		most[$5] = size > most[$5] ? size : most[$5]
		sum[$5] += size
		bad[$5] += size > 2
	}
	END {
		for (kind in n)
			printf "%s: %d times, %d more than 2 %% off, mean %.2f %%, largest %.2f %%\n", kind, n[kind], bad[kind], sum[kind] / n[kind], most[kind]
		exit bad["does not wait"] > n["does not wait"] / 20
	}' all.csv
