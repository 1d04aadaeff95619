#!/usr/bin/env bash
# What a budget gives on an emulated cluster, as root: PLogP, Hockney and LMO as a newcomer types them, on each number of nodes and at each rate, within each budget; then how long that took, and the mean error of fresh round trips of processes
# 0 and 1 at sizes that the model was not made of, with empty answers and with answers as long (doc/lab.md says what token buckets do to these). --realtime keeps other load out, and keeps that load waiting. About half an hour.
#
# usage: bench/lab_budget.sh [SONDE]     (default: build/sonde; NODES="4 8", RATES="10mbit 100mbit", MODELS="plogp hockney lmo", BUDGETS="default 10s"; JSON=DIR keeps the models there)
set -eu
sonde=$(realpath "${1:-build/sonde}")
keep=${JSON:+$(realpath "$JSON")}
name=bench-$$
work=$(mktemp -d)
trap '"$sonde" lab down --name $name --quiet 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"

inside() # nodes, arguments of sonde
{
	nodes=$1
	shift
	timeout -k 5 300 "$sonde" lab run --realtime --name $name -n "$nodes" -- "$sonde" "$@" 2>> chatter < /dev/null
}

# The mean error, and those of empty and of equal answers, in percent, of a comparison in CSV.
errors()
{
	tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["relative_error"] != "" { e = $c["relative_error"]; e = e < 0 ? -e : e; k = $c["reply_bytes"] > 0; n[k]++; s[k] += e }
		END { printf "%8.1f %14.1f %14.1f\n", 100 * (s[0] + s[1]) / (n[0] + n[1]), 100 * s[0] / n[0], 100 * s[1] / n[1] }'
}

printf '%-6s%-9s%-9s%-9s%8s %8s %14s %14s\n' nodes rate budget model "s" "error %" "empty answer" "equal answer"
for nodes in ${NODES:-4 8}; do
	for rate in ${RATES:-10mbit 100mbit}; do
		"$sonde" lab up --name $name --nodes "$nodes" --rate "$rate" > /dev/null
		for budget in ${BUDGETS:-default 10s}; do
			for model in ${MODELS:-plogp hockney lmo}; do
				file=$model-$nodes-$rate-$budget.json
				begin=$(date +%s%N)
				printf '%-6s%-9s%-9s%-9s' "$nodes" "$rate" "$budget" "$model"
				# shellcheck disable=SC2046
				if inside "$nodes" estimate "$model" $([ "$budget" = default ] || echo --budget "$budget") --store "$file.db" -o "$file" > table; then
					printf '%8.1f ' "$(awk -v ns=$(($(date +%s%N) - begin)) 'BEGIN { print ns / 1e9 }')"
					inside "$nodes" compare "$file" --pairs 0:1 --store compared.db --csv | errors
					[ -z "$keep" ] || cp "$file" "$keep"
				else
					echo "no model: $(grep '^sonde: ' chatter | tail -n 2 | head -n 1)"
				fi
			done
		done
		"$sonde" lab down --name $name --quiet
	done
done
