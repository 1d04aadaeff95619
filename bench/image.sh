#!/bin/sh
# Whether sonde's scheduler chooses the quickest grid for examples/image, on a simulated cluster (SMPI), where packing costs what it costs on this machine: Seinstra, Koelma 2002, Figs. 9 and 10.
#
# usage: bench/image.sh BUILD_SMPI BUILD [SIZE…]     (BUILD for Open MPI or MPICH; default: 256 512 1024 2048, of square images)
#        PROCESSES="N…": 4 8 16 without a word; PACK=FILE: packing costs (examples/image/pack.h) in place of those of this machine; RATE, LATENCY: of a link, 12.5GBps and 500ns without a word;
#        KEEP=DIR: models, packing costs and results go there
#
# 1. The program measures what packing and unpacking cost on this machine, with the layout of P-3PC's benchmark (--measure-packs).
# 2. `estimate p3pc` between two of three simulated processes (that ports are shared shows with a third), whose messages of noncontiguous data are followed by such sleeps (bench/pack_cost.c), and LogGP* of it.
# 3. The program on all grids of so many processes, flat and binomial, with --pack-cost, and under the scheduler's choice.
#
# A row for each number of processes, size and sigma: the time of scatter, exchange and five gathers on the best grid by the best trees (measured), that of P-3PC's choice and LogGP*'s (measured), and whether they are the best.
# Then how far predictions are off, by phase. Nothing varies in a simulation: a choice is right if nothing measured is quicker.
set -eu
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
smpi=$(realpath "$1")
build=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- 256 512 1024 2048
keep=${KEEP:+$(realpath "$KEEP")}
pack=${PACK:+$(realpath "$PACK")}
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work"
sonde=$build/sonde
. "$here/bench/image_parts.sh"

cp -r "$here/examples/image" .
cp -r image native
make -s -B -C native MPICC=mpicc.$(sed -n 's/^SONDE_MPI:[A-Z]*=//p' "$build/CMakeCache.txt")
make -s -B -C image MPICC=smpicc SONDE_FLAGS="-DWITH_SONDE -I$here/include -L$smpi -lsonde-smpi -Wl,-rpath,$smpi"
smpicc -D UNDER_SMPI -std=gnu11 -O2 -fPIC -shared -o pack_cost.so "$here/bench/pack_cost.c" "$here/examples/image/pack.c"
cat > platform.xml << END
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><cluster id="c" prefix="n" suffix="" radical="0-63" speed="1Gf" bw="${RATE-12.5GBps}" lat="${LATENCY-500ns}" sharing_policy="SPLITDUPLEX"/></platform>
END
seq -f n%g 0 63 > hosts

simulated() # processes, command
{
	n=$1
	shift
	timeout 600 smpirun -np "$n" -platform platform.xml -hostfile hosts --cfg=smpi/simulate-computation:no --cfg=smpi/lat-factor:0:1 --cfg=network/crosstraffic:no --log=root.thres:critical \
		--cfg=smpi/os:0:500e-9:0 --cfg=smpi/ois:0:500e-9:0 --cfg=smpi/or:0:500e-9:0 --cfg=smpi/async-small-thresh:65536 "$@" 2> notes || { cat notes; exit 1; }
}

# Multiples of 64, so that all blocks are alike; 65536 is the simulation's switch to rendezvous, other pairs are steps of its bandwidth.
sizes=0,256,1408,1472,4096,5760,5824,9344,9408,15360,15424,65408,65472,65536,262144,1048576,4194304
if [ -z "$pack" ]; then
	mpirun.$(sed -n 's/^SONDE_MPI:[A-Z]*=//p' "$build/CMakeCache.txt") -n 1 native/image --measure-packs > pack
	pack=$work/pack
fi
export PACK_COST="$pack"
simulated 3 -wrapper "env LD_PRELOAD=$work/pack_cost.so" "$smpi/sonde" estimate p3pc --pairs 0:1 --blocks 64 --strides 2,8,32 --sizes $sizes --reps 2:2 --max-train 512 --quiet -o p3pc.json > /dev/null
"$sonde" model convert p3pc.json --to loggp-star -o loggp-star.json

for n in ${PROCESSES-4 8 16}; do
	for size in "$@"; do
		for sigma in 1 3 5; do
			grids "$n" "$size" $sigma > possible
			while read -r grid; do
				for tree in flat binomial; do
					# What is scattered and gathered does not go by sigma.
					[ $tree = flat ] || [ $sigma = 1 ] || continue
					simulated "$n" image/image --size "${size}x$size" --sigma $sigma --grid "$grid" --tree $tree --runs 1 --one-clock --pack-cost "$pack" < /dev/null > said
					measured "$n" "$size" $sigma "$grid" $tree
				done
			done < possible
			for model in p3pc loggp-star; do
				predicted $model "$n" "$size" $sigma
				simulated "$n" image/image --size "${size}x$size" --sigma $sigma --model $model.json --runs 1 --one-clock --pack-cost "$pack" > said
				chosen $model "$n" "$size" $sigma
			done
		done
	done
done
[ -z "$keep" ] || cp p3pc.json loggp-star.json times predictions choices "$pack" "$keep"
judge
