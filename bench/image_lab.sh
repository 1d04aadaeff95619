#!/bin/sh
# Whether sonde's scheduler chooses the quickest grid for examples/image on an emulated cluster, as root: Seinstra, Koelma 2002, Fig. 11.
#
# usage: bench/image_lab.sh BUILD [NODES [SIZE…]]     (BUILD for Open MPI or MPICH; default: 8 256 512, of square images)
#        RATE=50mbit: of the links; PACK=FILE: packing costs (examples/image/pack.h) in place of those of the paper's first cluster; LAUNCHES=N: of each kind, in turns, 3 without a word, each of RUNS runs, 5; TCP=bbr|cubic: congestion control, the machine's without a word; MODEL=FILE: takes that P-3PC model in place of
#        an estimation; REALTIME=: not before all other processes; KEEP=DIR: models and results go there
#
# What packing costs on today's processors does not show at rates that a lab carries: 4 MB take 0.13 ms, and 20 ms at 200 Mbit/s. So it costs what it cost the processors of 2002: what noncontiguous data take more than contiguous
# ones on the full paths of Table 1 (examples/das-p3pc.json). Estimation and program sleep for that (bench/pack_cost.c, --pack-cost). Two nodes estimate P-3PC; that ports are shared shows with more. Then the program runs on all grids, flat and binomial, and under the scheduler's choice by P-3PC and by LogGP*. Tables as bench/image.sh; a choice is as good as the best if their launches overlap. The
# switch has room for what is on its way: P-3PC knows no losses.
set -eu
export LC_ALL=C
build=$(realpath "$1")
nodes=${2-8}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- 256 512
pack=${PACK:+$(realpath "$PACK")}
# shellcheck source=bench/lab_parts.sh
. "$(dirname "$(realpath "$0")")/lab_parts.sh"
. "$here/bench/image_parts.sh"
cp -r "$here/examples/image" .
make -s -B -C image MPICC=mpicc.$mpi SONDE_FLAGS="-DWITH_SONDE -I$here/include -L$build -lsonde-$mpi -Wl,-rpath,$build"
# shellcheck disable=SC2086
lab_up --nodes "$nodes" --rate "${RATE-50mbit}" --switch-buffer 4M ${TCP:+--tcp $TCP}

# What noncontiguous data take more than contiguous ones, by stride and bytes: of the full paths of a model with one stride.
pack_costs() # model
{
	"$sonde" model show "$1" --csv | tr -d '\r' | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$1 == "stride" { stride = $column["value"] }
		$1 ~ /^t_af_/ { layout = substr($1, 6); time[layout, $column["bytes"]] = $column["seconds"]; if (layout == "cc" && $column["bytes"] > 0) bytes[++m] = $column["bytes"] }
		function more(layout, bytes, seconds) { seconds = time[layout, bytes] - time["cc", bytes]; return seconds > 0 ? seconds : 0 }
		END { for (b = 1; b <= m; b++) print stride, bytes[b], more("nc", bytes[b]), more("cn", bytes[b]) }'
}

[ -n "$pack" ] || pack_costs "$here/examples/das-p3pc.json" > pack
pack=${pack:-$work/pack}
mpicc.$mpi -std=gnu11 -O2 -fPIC -shared -o pack_cost.so "$here/bench/pack_cost.c" "$here/examples/image/pack.c"
if [ -z "$model" ]; then
	in_lab "$nodes" env PACK_COST="$pack" LD_PRELOAD="$work/pack_cost.so" "$sonde" estimate p3pc --pairs 0:1 --sizes 0,400,4000,16000,65400,66000,131000,262000,524000 --reps 5:10 --budget 240s --quiet --patience 0 --store lab.db -o p3pc.json > estimated 2>&1 || { cat estimated chatter; exit 1; }
else
	cp "$model" p3pc.json
fi
"$sonde" model convert p3pc.json --to loggp-star -o loggp-star.json

image() # size, sigma, arguments
{
	in_lab "$nodes" "$work/image/image" --size "${1}x$1" --one-clock --pack-cost "$pack" --runs "${RUNS-5}" --sigma "$2" "$3" "$4" ${5+"$5" "$6"} > said || { cat said chatter; exit 1; }
}

for size in "$@"; do
	for sigma in 1 3 5; do
		grids "$nodes" "$size" $sigma > possible
		for model in p3pc loggp-star; do predicted $model "$nodes" "$size" $sigma; done
		for launch in $(seq "${LAUNCHES-3}"); do
			for grid in $(cat possible); do
				image "$size" $sigma --grid "$grid" --tree flat
				measured "$nodes" "$size" $sigma "$grid" flat
				# What is scattered and gathered does not go by sigma.
				[ $sigma = 1 ] || continue
				image "$size" $sigma --grid "$grid" --tree binomial
				measured "$nodes" "$size" $sigma "$grid" binomial
			done
			for model in p3pc loggp-star; do
				image "$size" $sigma --model $model.json
				chosen $model "$nodes" "$size" $sigma
			done
		done
	done
done
[ -z "$keep" ] || cp p3pc.json loggp-star.json times predictions choices "$pack" "$keep"
judge
