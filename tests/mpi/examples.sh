# The pages of the example programs: their commands run as they stand with a real MPI, and what they print begins as the pages show it. smpi/examples compares the numbers, on the cluster that the pages speak of.
. "$SONDE_SOURCE/tests/sh/lib.sh"
. "$SONDE_SOURCE/tests/sh/pages.sh"
[ -e "$SONDE_BUILD/libsonde-trace-$SONDE_MPI.so" ] || skip_test "this build has no tracer"
mkdir -p build examples/programs bin
cp "$SONDE_SOURCE"/examples/*.json examples
cp "$SONDE_SOURCE"/examples/programs/* examples/programs
make -s -C examples/programs MPICC="mpicc.$SONDE_MPI" stencil cg sweep master fft > made 2>&1 || { cat made; exit 1; }
printf '#!/bin/sh\nexec "%s" "$@"\n' "$SONDE" > build/sonde
cat > bin/mpirun << END
#!/bin/sh
[ "\$1" = -n ] || exit 2
n=\$2
shift 2
[ ! -e "$yielding" ] || export LD_PRELOAD="$yielding"
exec $SONDE_MPIRUN "\$n" "\$@"
END
chmod +x build/sonde bin/mpirun
PATH=$PWD/bin:$PATH
fortran=
make -s -C examples/programs MPIFC="mpifort.$SONDE_MPI" stencil_f08 > made 2>&1 && fortran=yes
pages="cg sweep stencil master fft"
mkdir examples/matrix
cp "$SONDE_SOURCE"/examples/matrix/* examples/matrix
if pkg-config --exists openblas 2> /dev/null; then
	make -s -C examples/matrix MPICC="mpicc.$SONDE_MPI" > made 2>&1 || { cat made; exit 1; }
	pages="$pages matrix"
else
	skip_case "there is no OpenBLAS for matrix"
fi
mkdir examples/image
cp "$SONDE_SOURCE"/examples/image/* examples/image
make -s -C examples/image MPICC="mpicc.$SONDE_MPI" SONDE_FLAGS="-DWITH_SONDE -I$SONDE_SOURCE/include -L$SONDE_BUILD -lsonde-$SONDE_MPI -Wl,-rpath,$SONDE_BUILD" > made 2>&1 || { cat made; exit 1; }
pages="$pages image"

begin "image: a part of 2 GB is not packed, since MPI counts its bytes with an int"
cat > examples/image/large.c << 'END'
#include "block.h"

#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
	struct pack_cost cost = {1, 1, 0, 0};
	const struct pack_costs costs = {1, &cost};

	MPI_Init(&argc, &argv);
	block_send(&(struct block){NULL, 32768, 16384, 32768}, 0, &costs);
	MPI_Finalize();
	return 0;
}
END
"mpicc.$SONDE_MPI" -o large examples/image/large.c examples/image/block.c examples/image/pack.c > made 2>&1 || { cat made; exit 1; }
rm examples/image/large.c
timeout 60 $SONDE_MPIRUN 1 ./large > said 2>&1 < /dev/null
grep -q "a part of 2 GB or more cannot be packed" said || fail "$(cat said)"

# The first word of each line that a page shows is there in what is printed, in that order; of a run with more processes than CPUs there is no difference.
expect_words() # page, command
{
	page_shows "$SONDE_SOURCE/doc/$1" "$2" | awk '$1 != "difference" { print $1 }' > shown
	awk '{ print $1 }' "$out" > words
	differs=$(page_differs shown words)
	[ -z "$differs" ] || fail "no line, or none in its place, begins with $differs"
}

pages=$(for page in $pages; do echo "examples/$page"; done)
for page in $pages guide/why-slow guide/other-network; do
	rm -rf -- *.trace # a chapter names its trace as the page of its program does
	page_commands "$SONDE_SOURCE/doc/$page.md" > commands
	[ "$(grep -c . commands)" -ge 3 ] || fail "$page has few commands"
	while read -r command; do
		begin "$page: $command"
		case $command in
		*f08*)
			[ "$fortran" ] || { skip_case "there is no mpifort.$SONDE_MPI"; continue; }
			;;
		esac
		[ -e here.json ] || cp examples/ethernet.json here.json # in place of an estimation, which takes a minute
		run sh -c "$command"
		expect_code 0
		case $command in
		*predict* | *" tune "*) ;; # which algorithm is the quickest is the model's, and the MPI library's
		*) expect_words "$page.md" "$command" ;;
		esac
	done < commands
done
finish
