# The chapters of the guide that need no program: their commands as they stand, on platforms where nothing varies from run to run, print what the chapters show, and make their pictures. smpi/examples and mpi/examples have the others.
. "$SONDE_SOURCE/tests/sh/lib.sh"
. "$SONDE_SOURCE/tests/sh/pages.sh"
. "$SONDE_SOURCE/tests/sh/guide.sh"
command -v gnuplot > "$out" || skip_test "the plots are drawn by gnuplot, which is not installed"
here=$PWD programs=$PATH
for chapter in $guide_chapters; do
	document=$SONDE_SOURCE/doc/guide/$chapter.md
	cd "$here" && mkdir "$chapter" && cd "$chapter" || exit 1
	PATH=$programs
	guide_commands
	page_commands "$document" > commands
	begin "$chapter: a question, one to four commands, a picture and how to read it"
	n=$(grep -c . commands)
	[ "$n" -ge 1 ] && [ "$n" -le 4 ] || fail "$n commands"
	grep -q '^# .*?$' "$document" || fail "the title asks nothing"
	grep -q "]($chapter.svg)" "$document" || fail "there is no picture"
	grep -q '^How to read the picture:' "$document" || fail "it is not said how to read it"
	[ -s "$SONDE_SOURCE/doc/guide/$chapter.svg" ] || fail "the picture is missing"
	shows=0
	while read -r command; do
		begin "$chapter: $command"
		run sh -c "$command"
		case $command in
		*--fail-if-slower*) expect_code 3 ;;
		*) expect_code 0 ;;
		esac
		page_shows "$document" "$command" > shown
		[ ! -s shown ] || shows=$((shows + 1))
		differs=$(page_differs shown "$out")
		[ -z "$differs" ] || fail "it does not print: $differs"
	done < commands
	begin "$chapter: results are shown, and the picture is made"
	[ $shows -ge 1 ] || fail "no output is shown"
	expect_file "$chapter.svg"
done
begin "the guide has its chapters, and the README leads to it"
for document in "$SONDE_SOURCE"/doc/guide/*.md; do
	name=$(basename "$document")
	[ "$name" = README.md ] || grep -q "]($name)" "$SONDE_SOURCE/doc/guide/README.md" || fail "$name is in no list"
done
grep -q '](doc/guide/README.md)' "$SONDE_SOURCE/README.md" || fail "the README does not link it"
finish
