# The chapters of doc/guide that need no program: their commands as they stand, in a folder where build/sonde is the command, and mpirun starts it on a synthetic platform, where the same commands give the same
# numbers: of two processes on the network of examples/ethernet.json, of eight on the unlike nodes of examples/unlike.json. Runs called after-… find a latency of 34 us in place of 30. Each launch has noise of its own.
# Sourced behind pages.sh, with SONDE and SONDE_SOURCE.
guide_chapters="first-model which-model tune unlike-nodes ci"

# In an empty folder.
guide_commands()
{
	mkdir build bin examples
	cp "$SONDE_SOURCE"/examples/*.json examples
	sed 's/"processes": 64/"processes": 2/' examples/ethernet.json > network2.json
	sed 's/"L": 30e-6/"L": 34e-6/' network2.json > slower2.json
	cp examples/unlike.json network8.json
	echo 0 > launches
	printf '#!/bin/sh\nexec "%s" "$@"\n' "$SONDE" > build/sonde
	cat > bin/mpirun <<-'END'
		#!/bin/sh
		[ "$1" = -n ] && [ -e "network$2.json" ] || exit 2
		platform=network$2.json
		case "$*" in
		*"--run after-"*) platform=slower$2.json ;;
		esac
		shift 2
		read -r n < launches
		echo $((n + 1)) > launches
		exec "$@" --platform "synthetic:$platform" --noise 0.02 --seed $((n + 1))
	END
	chmod +x build/sonde bin/mpirun
	PATH=$PWD/bin:$PATH
}
