#!/bin/sh
# P-3PC on this machine: send calls, receive calls and full paths of contiguous and noncontiguous data between two processes, estimated, and held against fresh measurements at sizes that were not measured, as Seinstra and
# Koelma (2002) print them in Table 1: per path and layout the measured times in microseconds, what P-3PC predicts as a part of them, and mean errors, also of LogGP*, which knows no layouts. Fresh timings are taken in one
# interleaved campaign, right after the model's own; both are medians. Needs a build with Open MPI or MPICH.
#
# usage: bench/p3pc.sh [BUILD [OPTIONS OF ESTIMATE …]]
#        (default: build --sizes auto:0:512K --epsilon 0.03 --max-sizes 60; SIZES, COUNT: sizes to compare at, or how many are drawn, 12 by default; LAUNCHER: how 2 processes are started)
set -eu
build=$(realpath "${1:-build}")
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- --sizes auto:0:512K --epsilon 0.03 --max-sizes 60
mpi=$(sed -n 's/^SONDE_MPI:[A-Z]*=//p' "$build/CMakeCache.txt")
launcher=${LAUNCHER:-mpirun.$mpi}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

measured() # arguments of sonde
{
	if ! "$launcher" -n 2 "$build/sonde" "$@" 2> remarks; then
		cat remarks >&2
		exit 1
	fi
}

measured estimate p3pc -o p3pc.json "$@" > estimated
"$build/sonde" model convert p3pc.json --to loggp-star -o loggp-star.json
if [ -n "${SIZES:-}" ]; then
	measured compare --paths p3pc.json loggp-star.json --csv --sizes "$SIZES" > compared
else
	measured compare --paths p3pc.json loggp-star.json --csv --count "${COUNT:-12}" > compared
fi
echo "$mpi, 2 processes; measured (us), and P-3PC's prediction as a part of it"
awk -F, '
function name(path) { return "T_" (path == "receive" ? "recv" : path) }
$1 == "p3pc" || $1 == "loggp-star" {
	row = name($5) "," $6
	if (!(row in rows)) { rows[row] = ++n; order[n] = row }
	if (!($7 in sizes)) { sizes[$7] = ++m; size[m] = $7 }
	if ($1 == "p3pc") { time[row, $7] = 1e6 * $8; part[row, $7] = $9 / $8 }
	off = $10 < 0 ? -$10 : $10
	sum[$1, row] += off; count[$1, row]++; all[$1] += off; counts[$1]++
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
	printf "mean error: P-3PC %.1f %%, LogGP* %.1f %%\n", 100 * all["p3pc"] / counts["p3pc"], 100 * all["loggp-star"] / counts["loggp-star"]
}' compared
sed -n 's/^experiments *//p; s/^seconds *//p' estimated | paste -sd' ' | awk '{ print $1 " experiments in " $2 " s" }'
grep -h "achine" remarks || true
