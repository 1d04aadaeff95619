# The pages of the example programs: their commands run as they stand on the simulated cluster that they speak of, print what the pages show, and make the pictures.
. "$SONDE_SOURCE/tests/sh/examples.sh"
example_commands

# shown_and_printed PAGE: its commands, those of the programs of other compilers left out.
shown_and_printed()
{
	document=$SONDE_SOURCE/doc/$1
	page_commands "$document" | grep -v f08 > commands
	while read -r command; do
		succeeds "$1: $command" sh -c "{ $command; } > printed 2> notes"
		page_shows "$document" "$command" > shown
		[ ! -s shown ] || tables=$((tables + 1))
		differs=$(page_differs shown printed)
		[ -z "$differs" ] || sed 's/^/    /' printed
		succeeds "$1: $command does not print: $differs" [ -z "$differs" ]
	done < commands
}

tables=0
succeeds "doc/programs.md has the two commands that the pages begin with" [ "$(page_commands "$SONDE_SOURCE/doc/programs.md" | wc -l)" -eq 2 ]
shown_and_printed programs.md
for page in $pages; do
	shown_and_printed "examples/$page.md"
	succeeds "$page.svg is made" grep -q "</svg>" "$page.svg"
	succeeds "the page of $page shows its picture" grep -q "]($page.svg)" "$SONDE_SOURCE/doc/examples/$page.md"
	succeeds "doc/programs.md leads to the page of $page" grep -q "(examples/$page.md)" "$SONDE_SOURCE/doc/programs.md"
done
holds "outputs that are shown" "$tables >= 25"
for chapter in $chapters; do
	shown_and_printed "guide/$chapter.md"
	succeeds "$chapter.svg is made" grep -q "</svg>" "$chapter.svg"
	succeeds "the chapter $chapter shows its picture" grep -q "]($chapter.svg)" "$SONDE_SOURCE/doc/guide/$chapter.md"
done
for program in "$SONDE_SOURCE"/examples/programs/*.c; do
	name=$(basename "$program" .c)
	succeeds "$name has a page" [ -e "$SONDE_SOURCE/doc/examples/$name.md" ]
done
finish_simulated
