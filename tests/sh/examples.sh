# The pages of examples/programs on a simulated cluster, where nothing varies: their commands as they stand, in a folder where build/sonde is the command, and mpirun starts sonde, its tracer or a program
# under SMPI. Sourced with SONDE_SOURCE, SONDE_BUILD and SONDE.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/pages.sh"
options="--cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
pages="cg sweep stencil master fft"
chapters="why-slow other-network" # of doc/guide

example_commands()
{
	cluster 8 125MBps 20us
	mkdir -p build examples/programs bin
	cp "$SONDE_SOURCE"/examples/*.json examples
	for program in $pages; do
		ln -s "$SONDE_BUILD/tests/sonde_example_$program" "examples/programs/$program"
	done
	printf '#!/bin/sh\nexec smpirun -np 1 -platform platform.xml -hostfile hosts %s "%s" "$@"\n' "$exact" "$SONDE" > build/sonde
	cat > bin/mpirun <<-END
		#!/bin/sh
		[ "\$1" = -n ] || exit 2
		n=\$2
		shift 2
		set_up="-np \$n -platform platform.xml -hostfile hosts $exact $options"
		case "\$1 \$2 \$3" in
		"build/sonde trace -o")
			rm -rf "\$4" && mkdir "\$4" && export SONDE_TRACE_DIR="\$PWD/\$4"
			shift 4
			exec smpirun \$set_up -wrapper "env LD_PRELOAD=$SONDE_BUILD/libsonde-trace-smpi.so" "\$@"
			;;
		"build/sonde "*)
			shift
			exec smpirun \$set_up "$SONDE" "\$@"
			;;
		esac
		exec smpirun \$set_up "\$@"
	END
	printf '#!/bin/sh\n' > bin/make
	chmod +x build/sonde bin/mpirun bin/make
	PATH=$PWD/bin:$PATH
}
