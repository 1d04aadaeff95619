#!/bin/sh
# What rules lose in an emulated cluster, as root, against everything that they could have chosen: tune, then --exhaustive, in one launch.
#
# usage: bench/tune_lab.sh [BUILD [SIZES [SEGMENTS [BUDGET [RATE [LATENCY]]]]]]     (default: build 64,1K,8K 1K,4K 450s 10mbit 1ms)
#        OPERATIONS=A,B,…: nine without a word; NODES=8; KEEP=DIR: model, rules, result and store go there
#
# Two CPUs carry out all nodes. So that links are what is waited for, they are slow: at 100 Mbit/s and 20 us operations of short messages take as long as the CPUs need to change between eight processes. A row for each operation: sizes; the loss in percent, mean and worst, against the best file,
# and at how many sizes it is more than 5 % beyond the intervals; corrected predictions of what was measured only after the choice, how many of them were within 10 %, the median of their errors. In the end all of them together. A quarter of an hour.
set -eu
build=$(realpath "${1:-build}")
sizes=${2:-64,1K,8K} segments=${3:-1K,4K} budget=${4:-450s} rate=${5:-10mbit} latency=${6:-1ms}
nodes=${NODES:-8}
keep=${KEEP:+$(realpath "$KEEP")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
begin=$(date +%s)
timeout -k 5 3000 "$build/sonde" lab run --nodes "$nodes" --rate "$rate" --latency "$latency" --switch-buffer 64k -n "$nodes" --realtime -- "$build/sonde" tune --sizes "$sizes" --segments "$segments" --budget "$budget" \
	${OPERATIONS:+--only "$OPERATIONS"} --exhaustive --store tuned.db -o rules.conf --json > found.json 2> notes < /dev/null || { cat notes; exit 1; }
[ -z "$keep" ] || cp found.json notes rules.conf tuned.db* "$keep"
echo "$nodes nodes at $rate, $latency: $(($(date +%s) - begin)) s"
awk '
	{ gsub(/[ ,]+$/, "") }
	/"operation":/ { gsub(/"/, "", $2); n[$2]++ }
	/^ *"[a-z_]+": \{$/ { now = $1; gsub(/[":]/, "", now); order[++operations] = now }
	/"mean loss to best file":/ { mean[now] = $NF }
	/"worst loss to best file":/ { worst[now] = $NF }
	/"sizes above 5 %":/ { above[now] = $NF }
	/"predictions":/ { predictions[now] = $NF }
	/"median error":/ { median[now] = $NF }
	/"within 10 %":/ { within[now] = $NF }
	END {
		print "operation sizes file_loss file_worst above predictions within median_off"
		for (i = 1; i <= operations; i++) {
			o = order[i]
			if (!(o in mean)) continue
			printf "%s %d %.2f %.2f %d %d %d %s\n", o, n[o], 100 * mean[o], 100 * worst[o], above[o], predictions[o], predictions[o] * within[o] + 0.5, predictions[o] ? sprintf("%.1f", 100 * median[o]) : "-"
			all += n[o]; sum += n[o] * mean[o]; most = worst[o] > most ? worst[o] : most; far += above[o]; p += predictions[o]; w += predictions[o] * within[o]
		}
		printf "%d sizes: against the best file %.2f %% in the mean, %.1f %% at most, %d above 5 %% beyond the intervals; %d of %d predictions within 10 %%\n", all, 100 * sum / all, 100 * most, far, w + 0.5, p
	}' found.json
