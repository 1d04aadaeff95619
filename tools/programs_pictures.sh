#!/bin/sh
# Makes the pictures of doc/programs.md and of the pages of example programs anew, on a simulated cluster.
#
# - doc/recorded.svg: the example sweep among four processes, as it was traced
# - doc/simulated.svg: the same as PLogP predicts it, with the critical path
# - doc/examples/*.svg: by the commands of each page
#
# Needs a build with SMPI (build-smpi/ or the folder given). Nothing varies: the pictures are the same each time.
set -eu
cd "$(dirname "$0")/.."
SONDE_SOURCE=$PWD
SONDE_BUILD=$PWD/${1-build-smpi}
SONDE=$SONDE_BUILD/sonde
. tests/sh/examples.sh
example_commands
# shellcheck disable=SC2154,SC2086
mpirun -n 4 build/sonde trace -o sweep.trace examples/programs/sweep 40 4 1 200
simulate 4 estimate plogp --pairs 0:1 --store estimate.db --quiet -o plogp.json
for plot in recorded simulated; do
	simulate 1 report --trace sweep.trace -m plogp.json --plot $plot -o "$SONDE_SOURCE/doc/$plot.svg"
done
mpirun -n 2 build/sonde estimate loggpo --store estimate.db --quiet -o here.json
# shellcheck disable=SC2154
for page in $pages; do
	page_commands "$SONDE_SOURCE/doc/examples/$page.md" | grep "sonde trace -o $page.trace\|sonde report" > commands
	sh -e commands
	cp "$page.svg" "$SONDE_SOURCE/doc/examples"
done
