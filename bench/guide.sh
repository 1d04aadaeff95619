#!/bin/bash
# Makes the pictures of doc/guide again, by the commands of its chapters: those of models on synthetic platforms, those of programs, with a build for SMPI, on a simulated cluster.
# Usage: bench/guide.sh [FOLDER], into which the pictures go (default doc/guide); SONDE_BUILD (default build) and SONDE_SMPI_BUILD (default build-smpi) have the commands.
set -eu
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath "${SONDE_BUILD:-$SONDE_SOURCE/build}") smpi=$(realpath "${SONDE_SMPI_BUILD:-$SONDE_SOURCE/build-smpi}") to=$(realpath "${1:-$SONDE_SOURCE/doc/guide}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

make_picture() # chapter
{
	page_commands "$SONDE_SOURCE/doc/guide/$1.md" > commands
	while read -r command; do
		echo "$1: $command"
		sh -c "$command" > printed 2> notes < /dev/null || [ $? -eq 3 ]
	done < commands
	cp "$1.svg" "$to"
}

. "$SONDE_SOURCE/tests/sh/pages.sh"
. "$SONDE_SOURCE/tests/sh/guide.sh"
for chapter in $guide_chapters; do
	mkdir "$work/$chapter"
	(cd "$work/$chapter" && SONDE=$build/sonde && guide_commands && make_picture "$chapter")
done
[ -x "$smpi/sonde" ] || { echo "why-slow and other-network are not made: there is no build for SMPI in $smpi"; exit 1; }
export SONDE_SOURCE SONDE_BUILD=$smpi SONDE=$smpi/sonde
(
	set +eu
	. "$SONDE_SOURCE/tests/sh/examples.sh"
	example_commands
	for chapter in $chapters; do
		make_picture "$chapter"
	done
)
