#!/bin/sh
# The check of lengths finds what is too long, each of it and nothing else.
set -eu
source=$(cd "${SONDE_SOURCE:-$(dirname "$0")/../..}" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
mkdir -p src/base src/mpi/live tests
failures=0

repeat() # times, a line as a format that gets its number
{
	i=0
	while [ $i -lt "$1" ]; do
		i=$((i + 1))
		printf "$2\n" $i
	done
}

check() # file, expected output, none if it is as it should be
{
	status=0
	found=$(LC_ALL=C awk -f "$source/tests/form/lengths.awk" "$1") || status=$?
	if [ "$found" != "$2" ] || { [ -z "$2" ] && [ $status -ne 0 ]; } || { [ -n "$2" ] && [ $status -eq 0 ]; }; then
		printf 'expected:\n%s\nfound (status %d):\n%s\n\n' "$2" $status "$found"
		failures=$((failures + 1))
	fi
}

{
	printf '\t\t\t\t\t\t\t\t\t\t\t\t\t\t12345678\n%0120d\n' 0
	printf '%0119d\303\251\n' 0
} > src/base/a.c
check src/base/a.c ''
printf '\t\t\t\t\t\t\t\t\t\t\t\t\t\t123456789\n%0121d\n/* \303\251%0117d */\n' 0 0 > src/base/a.c
check src/base/a.c 'src/base/a.c:1: 121 columns, at most 120
src/base/a.c:2: 121 columns, at most 120
src/base/a.c:3: 124 columns, at most 120'

{
	printf 'int f(void);\n\nint f(int a,\n      int b)\n{\n'
	repeat 96 '\ta(%d);'
	printf '}\n\n/* why */\nstatic int g(int a,\n\t     int b)\n{\n'
	repeat 97 '\ta(%d);'
	printf '}\n\nstruct a b = {\n'
	repeat 120 '\t%d,'
	printf '};\n'
} > tests/a.c
check tests/a.c 'tests/a.c:105: a function of 101 lines, at most 100'

repeat 1000 'int a%d;' > src/base/a.c
check src/base/a.c ''
echo 'int b;' >> src/base/a.c
check src/base/a.c 'src/base/a.c:1001: 1001 lines, at most 1000'

{
	printf 'struct a {\n\tint a, b[2][3]; /* one, two; three */\n\tint (*f)(int a, int b);\n\tunion {\n\t\tint c;\n\t};\n'
	repeat 15 '\tint a%d;'
	printf '\tstruct x *d;\n};\n'
} > src/base/a.h
check src/base/a.h ''
sed 's/struct x \*d/struct x *d, e/' src/base/a.h > src/base/b.h
check src/base/b.h 'src/base/b.h:1: a struct of 21 members, at most 20'
cp src/base/b.h src/mpi/live/b.h
check src/mpi/live/b.h ''
cp src/base/b.h tests/b.h
check tests/b.h ''

[ $failures -eq 0 ]
