#!/bin/sh
# Makes doc/plogp.svg, the picture in the README, anew: measures two processes of this machine and draws what it found. Needs a built sonde (build/ or the folder
# given) and a quiet machine: it tries again while the machine was in another state for a part of the time.
set -eu
cd "$(dirname "$0")/.."
build=${1-build}
tries=5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

launcher=$(sed -n 's/^MPIEXEC_EXECUTABLE:[^=]*=//p' "$build/CMakeCache.txt")
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

measure()
{
	rm -f "$work/sonde.db"
	"$launcher" -n 2 "$build/sonde" estimate plogp --method fast --store "$work/sonde.db" -o "$work/plogp.json" > "$work/out" 2> "$work/remarks" < /dev/null
}

# An image in a page runs no script and has no buttons.
strip()
{
	awk '/<script/ { inside = "</script>" } !inside && /<image/ { inside = "/>" }
		!inside { gsub(/ *on(load|click|mousemove)="[^"]*"/, ""); sub(/[ \t]+$/, ""); print }
		inside && index($0, inside) { inside = "" }'
}

while ! { measure && grep -q "The machine stayed the same" "$work/remarks" && ! grep -q "was not back" "$work/remarks"; }; do
	tries=$((tries - 1))
	if [ $tries -eq 0 ]; then
		cat "$work/remarks" >&2
		echo "The machine is not quiet enough; doc/plogp.svg is as it was." >&2
		exit 1
	fi
	echo "The machine changed, once more." >&2
done
"$build/sonde" report --plot parameters -o "$work/plogp.svg" "$work/plogp.json" > "$work/out"
strip < "$work/plogp.svg" > doc/plogp.svg
echo "doc/plogp.svg"
