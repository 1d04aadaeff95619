#!/bin/sh
# The check of the layers finds faults that were planted, each of them and no other.
set -eu
source=$(cd "${SONDE_SOURCE:-$(dirname "$0")/../..}" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
failures=0

plant() # file, its text as a format
{
	mkdir -p "$(dirname "$1")"
	printf "$2" > "$1"
}

check() # expected output, none if the tree is sound; the tree is emptied for the next case
{
	status=0
	found=$(find src include -name '*.[ch]' | LC_ALL=C sort | xargs awk -f "$source/tests/layers/layers.awk" src/LAYERS) || status=$?
	expected=$(printf "$1")
	if [ "$found" != "$expected" ] || { [ -z "$expected" ] && [ $status -ne 0 ]; } || { [ -n "$expected" ] && [ $status -eq 0 ]; }; then
		printf 'expected:\n%s\nfound (status %d):\n%s\n\n' "$expected" $status "$found"
		failures=$((failures + 1))
	fi
	rm -rf src include
	lay
}

lay()
{
	mkdir include
	plant src/LAYERS '# a comment\nbase:\nlow:\nhigh: low\nrender:\nmpi: high\nlab:\ncli: low high mpi\n<mpi.h>: mpi\n<lib/*>: low\n'
}

lay
plant src/high/a.h '#ifndef A_H\n#define A_H\n#include <stdio.h>\n#include "low/b.h"\n#include "high/c.h"\n#include "base/d.h"\n#include "version.h"\n#endif\n'
plant src/low/b.c '#include <lib/part.h>\n/* exit(1) is for\n   printf("") in cli\n#ifdef */\nint f(void) { return g->exit(1) + snprintf(b, "exit(1) /* rand()") + brand() + c.puts(2); }\n'
plant src/cli/main.c '#include <stdio.h>\nint main(void)\n{\n\tputs("");\n\tfputs("", stderr);\n\texit(0);\n}\n'
plant src/mpi/portable.h '#ifndef P_H\n#define P_H\n#include <mpi.h>\n#ifdef OPEN_MPI\n#else\n#endif\n#endif\n'
check ''

plant src/low/a.c '#include <stdlib.h>\n#include "high/a.h"\n'
check 'src/low/a.c:2: low may not include high ("high/a.h")'

plant src/base/a.c '#include "low/a.h"\n'
check 'src/base/a.c:1: base may not include low ("low/a.h")'

plant src/stray/a.c '#include "base/a.h"\n'
check 'src/stray/a.c:1: the folder stray is not named in LAYERS'

plant src/a.c 'int a;\n'
check 'src/a.c:1: a source outside the folders of src'

plant src/high/a.c '#include "stray/a.h"\n#include "b.h"\n#include "../low/b.h"\n'
check 'src/high/a.c:1: "stray/a.h" is of a folder that LAYERS does not name
src/high/a.c:2: "b.h" is not named from src, as "folder/name.h"
src/high/a.c:3: "../low/b.h" is not named from src, as "folder/name.h"'

plant src/high/a.c '  # include <mpi.h>\n#include <lib/part.h> /* why */\n#include <lib.h>\n#include <math.h>\n'
check 'src/high/a.c:1: <mpi.h> may not be included in high
src/high/a.c:2: <lib/part.h> may not be included in high
src/high/a.c:3: <lib.h> is neither of C or POSIX nor named in LAYERS'

plant src/high/a.c 'void f(void)\n{\n\tprintf("x");\n\tif (a) exit (1);\n\tputs("/*"); abort();\n\tb = getenv("HOME");\n\tfprintf(stderr, "x");\n}\n'
check 'src/high/a.c:3: printf() outside cli
src/high/a.c:4: exit() outside cli
src/high/a.c:5: puts() outside cli
src/high/a.c:5: abort() outside cli
src/high/a.c:6: getenv() outside cli
src/high/a.c:7: stderr outside cli'

plant src/high/a.c '#include <stdio.h> /* printf("in a comment\n that ends") */\n#define SAY(x) printf("%%s", x)\n'
check 'src/high/a.c:3: printf() outside cli'

plant src/cli/a.c "int f(void) { return '\"' + rand(); }\n"
check 'src/cli/a.c:1: rand(): base/random.h has the generator'

plant src/base/table.c 'int f(void) { return table->cells[0]; }\n'
plant src/render/a.c 'int f(void) { return table->cells[0].number; }\n'
plant src/high/a.c 'int cells;\nint f(void) { return cells + t->n_cells; }\n'
plant src/cli/a.c 'double f(void)\n{\n\treturn table->cells[row].number + t.summaries[0].value;\n}\n'
check 'src/cli/a.c:3: the cells of a table are read outside base/table.c and render: results are structs, of which tables are made'

plant src/cli/a.c '#ifdef A\n#if B\n#endif\n#elif C\n#endif\n'
plant src/low/a.h '#ifndef A_H\n#define A_H\n#ifndef B\n#endif\n#endif\n'
plant src/low/b.h '#ifndef A_H\n#define B_H\n#endif\n'
check 'src/cli/a.c:1: #ifdef outside src/mpi/portable.h
src/cli/a.c:2: #if outside src/mpi/portable.h
src/cli/a.c:4: #elif outside src/mpi/portable.h
src/low/a.h:3: #ifndef outside src/mpi/portable.h
src/low/b.h:2: the header'\''s guard A_H is not defined after it is tested'

plant src/low/a.h 'struct one {\n\tint a;\n};\n'
plant src/low/b.c '/* struct one { */\nstruct two {\n\tstruct one *a;\n};\nstatic const struct one {\n\tint a;\n} list[] = {{1}};\n'
plant src/high/c.c 'static struct one f(struct two *a)\n{\n\tstruct three {\n\t} b;\n}\n'
plant include/lib.h '#include <mpi.h>\nstruct three {\n\tint a;\n};\n'
check 'src/high/c.c:3: struct three is another one in include/lib.h
src/low/b.c:5: struct one is another one in src/low/a.h'

plant src/low/a.h '#ifndef A_H\n#define A_H\n#include "low/b.h"\n#endif\n'
plant src/low/b.c '#include "low/b.h"\n#include "base/d.h"\n#include "low/a.h"\n'
plant src/high/a.c '#include "high/a.h"\n#include "high/b.h"\n#include "low/a.h"\n'
plant src/high/b.h '#ifndef B_H\n#define B_H\n#include "low/b.h"\n#include "high/c.h"\n#endif\n'
plant src/high/c.c '#include "high/d.h"\n#include "high/b.h"\n'
plant src/high/d.h '#ifndef D_H\n#define D_H\n#include "high/a.h"\n#include "high/c.h"\n#endif\n'
check 'src/low/a.h:3: a cycle of includes: low/b > low/a > low/b
src/high/d.h:3: a cycle of includes: high/a > high/b > high/c > high/d > high/a
src/high/d.h:4: a cycle of includes: high/c > high/d > high/c
src/high/c.c:2: a cycle of includes: high/b > high/c > high/b'

plant src/LAYERS 'base:\nlow:\nlow/deep/er: low\nmpi:\nmpi/live: mpi low/deep/er\ncli: low mpi/live\n<mpi.h>: mpi\n<lib.h>: mpi/live\n'
plant src/low/x.c '#include "low/deep/b.h"\n#include "low/deep/er/c.h"\n#include "base/sub/d.h"\n'
plant src/low/deep/x.c '#include "low/a.h"\n#include "low/deep/er/c.h"\n'
plant src/low/deep/er/x.c '#include "low/a.h"\n#include "low/deep/b.h"\n#include "mpi/a.h"\n'
plant src/mpi/x.c '#include <lib.h>\n#include "mpi/live/b.h"\n#include "low/a.h"\n'
plant src/mpi/live/x.c '#include <mpi.h>\n#include <lib.h>\n#include "mpi/a.h"\n#include "low/a.h"\n#include "low/deep/er/c.h"\n'
plant src/cli/sub/x.c '#include "mpi/live/b.h"\n#include "mpi/a.h"\n#include "stray/sub/a.h"\nint f(void) { exit(1); }\n'
check 'src/cli/sub/x.c:2: cli may not include mpi ("mpi/a.h")
src/cli/sub/x.c:3: "stray/sub/a.h" is of a folder that LAYERS does not name
src/low/deep/er/x.c:3: low/deep/er may not include mpi ("mpi/a.h")
src/low/deep/x.c:2: low may not include low/deep/er ("low/deep/er/c.h")
src/low/x.c:2: low may not include low/deep/er ("low/deep/er/c.h")
src/mpi/live/x.c:4: mpi/live may not include low ("low/a.h")
src/mpi/x.c:1: <lib.h> may not be included in mpi
src/mpi/x.c:2: mpi may not include mpi/live ("mpi/live/b.h")
src/mpi/x.c:3: mpi may not include low ("low/a.h")'

plant src/LAYERS 'base:\nlow: high\nhigh: low\nnonsense\n'
plant src/low/a.c 'int a;\n'
check 'src/LAYERS:2: low may include high, which is not above it in the list
src/LAYERS:4: not of the form "folder: folders"'

[ $failures -eq 0 ]
