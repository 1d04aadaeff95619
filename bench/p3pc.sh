#!/bin/sh
# P-3PC on this machine: send calls, receive calls and full paths of contiguous and noncontiguous data between two processes, as Seinstra and Koelma (2002) print them in Table 1, at sizes that the model has not seen: what was
# measured in microseconds, P-3PC's prediction as a part of it, and mean errors by path and layout, also of LogGP*, which knows no layouts. The model's sizes are those that a first estimation measures; then the model's sizes and the fresh ones are
# measured in one interleaved campaign, so that a machine that changes its state changes it for both, and the model is fitted without the fresh ones. Needs a build with Open MPI or MPICH.
#
# usage: bench/p3pc.sh [BUILD [OPTIONS OF ESTIMATE …]]
#        (default: build --reps 5:5 --sizes auto:0:512K: sizes are added where a curve bends, and jumps closed in on to the byte; SEED and COUNT: of the fresh sizes, 1 and 5; REPS: 30:30; STATISTIC: median, or min on a machine that others keep busy;
#        LAUNCHER: how processes are started)
set -eu
build=$(realpath "${1:-build}")
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- --reps 5:5 --sizes auto:0:512K
mpi=$(sed -n 's/^SONDE_MPI:[A-Z]*=//p' "$build/CMakeCache.txt")
launcher=${LAUNCHER:-mpirun.$mpi}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

measured() # arguments of sonde
{
	if ! "$launcher" -n 2 "$build/sonde" "$@" 2> notes; then
		cat notes >&2
		exit 1
	fi
}

# Sizes spread evenly over the logarithm of 8 bytes to the largest knot, each drawn at random in its part, none of them a knot.
draw_fresh() # file of knots
{
	awk -v count="${COUNT:-5}" -v seed="${SEED:-1}" '
	{ knot[$1]; if ($1 > most) most = $1 }
	END {
		srand(seed)
		for (i = 0; i < count; i++) {
			bytes = int(8 * exp(log(most / 8) * (i + rand()) / count))
			while (bytes in knot) bytes++
			if (bytes < most) { print bytes; knot[bytes] }
		}
	}' "$1" | sort -n | paste -sd,
}

measured estimate p3pc -o adaptive.json --run adaptive "$@" > /dev/null
"$build/sonde" model show adaptive.json --csv | awk -F, '$1 == "t_af_cc" { print $3 }' > knots
fresh=$(draw_fresh knots)
measured estimate p3pc --run interleaved --sizes "$(paste -sd, knots),$fresh" --reps "${REPS:-30:30}" > estimated
for model in p3pc loggp-star; do
	"$build/sonde" fit $model --run interleaved --hold-back "$fresh" --statistic "${STATISTIC:-median}" --csv --quiet
done > compared
echo "$mpi, 2 processes; measured (us), and P-3PC's prediction as a part of it"
awk -F, '
function name(path) { return "T_" (path == "receive" ? "recv" : path) }
$1 == "p3pc" || $1 == "loggp-star" {
	row = name($5) "," $6
	if (!(row in rows)) { rows[row] = ++n; order[n] = row }
	if (!($7 in sizes)) { sizes[$7] = ++m; size[m] = $7 }
	if ($1 == "p3pc") { time[row, $7] = 1e6 * $8; part[row, $7] = $9 / $8 }
	off = $10 < 0 ? -$10 : $10
	sum[$1, row] += off; count[$1, row]++; all[$1] += off; each[$1, counts[$1]++] = off
}
function median(model,   i, j, v) {
	for (i = 1; i < counts[model]; i++)
		for (j = i; j > 0 && each[model, j] < each[model, j - 1]; j--) { v = each[model, j]; each[model, j] = each[model, j - 1]; each[model, j - 1] = v }
	return each[model, int(counts[model] / 2)]
}
END {
	printf "%-12s", "bytes"
	for (s = 1; s <= m; s++) printf " %14d", size[s]
	printf " %8s %8s\n", "P-3PC", "LogGP*"
	for (r = 1; r <= n; r++) {
		printf "%-12s", order[r]
		for (s = 1; s <= m; s++) printf " %9.2f %4.2f", time[order[r], size[s]], part[order[r], size[s]]
		printf " %6.1f %% %6.1f %%\n", 100 * sum["p3pc", order[r]] / count["p3pc", order[r]], 100 * sum["loggp-star", order[r]] / count["loggp-star", order[r]]
	}
	printf "mean error: P-3PC %.1f %%, LogGP* %.1f %%; median: %.1f %%, %.1f %%\n", 100 * all["p3pc"] / counts["p3pc"], 100 * all["loggp-star"] / counts["loggp-star"], 100 * median("p3pc"), 100 * median("loggp-star")
}' compared
awk '$1 == "experiments" || $1 == "seconds" { printf "%s %s ", $2, $1 == "seconds" ? "s" : "experiments," } END { print "" }' estimated
grep "machine" notes || true
