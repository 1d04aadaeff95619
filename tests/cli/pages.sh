# Manual pages and the completion for bash: made by the build from the tables of options, so that no option is missing and none is invented.
. "$SONDE_SOURCE/tests/sh/lib.sh"
pages=$SONDE_BUILD/pages
all=$(sonde --help; sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' "$out")

# The long options of a help text or a page in $out, each once.
options()
{
	grep -oE -- '^ *(-[a-zA-Z], )?--[a-z][a-z0-9-]*' "$1" | grep -oE -- '--[a-z0-9-]+' | sort -u
}

begin "each command has a page, with the options of its help and no others"
expect_equal "pages" "$(for c in $all; do echo "sonde-$c.1"; done | sort | xargs) sonde.1" "$(ls "$pages/man1" | sort | xargs)"
for command in $all; do
	: > given
	for word in "" $(grep -oE "^	$command\) echo '[^']*" "$pages/completion" | sed -n "1s/.*'//p"); do
		sonde $command $word --help
		expect_code 0
		options "$out" >> given
	done
	sed -n 's/^\(\\fB\\-[a-zA-Z]\\fR, \)\{0,1\}\\fB\(\\-\\-[a-z0-9\\-]*\)\\fR.*/\2/p' "$pages/man1/sonde-$command.1" | tr -d '\\' | sort -u > shown
	sort -u given > expected
	expect_same_text expected shown
done

begin "doc/reference.md is what the build writes"
run diff "$SONDE_SOURCE/doc/reference.md" "$pages/reference.md"
expect_code 0
for command in $all; do
	grep -q "^## sonde $command\$" "$pages/reference.md" || fail "it lacks $command"
done

begin "man finds nothing to warn of"
if command -v man > /dev/null; then
	for page in "$pages"/man1/*.1 "$pages/man3/sonde.h.3"; do
		run env MANWIDTH=100 man --warnings -E UTF-8 -l -Tutf8 -Z "$page"
		expect_code 0
		expect_silence err
	done
else
	skip_case "there is no man"
fi

begin "pages say how a command is started, and have examples"
run cat "$pages/man1/sonde-measure.1"
expect_out '.SS Of sonde measure overlap'
expect_out 'mpirun \-n 2 sonde measure p2p \-\-op isend \-\-sizes 0,1K,64K'
expect_out 'mpirun \-n 4 sonde measure collective \-\-op gather \-\-algorithm all'
run cat "$pages/man1/sonde.1"
for command in $all; do
	expect_out ".BR sonde\\-$(echo $command | sed 's/-/\\-/g') (1)"
done

begin "sonde.h(3) has every function, and each function leads to it"
functions=$(grep -rhoE '^[a-z].*[ *]sonde_[a-z_0-9]+\(' "$SONDE_SOURCE/include" | grep -oE 'sonde_[a-z_0-9]+\($' | tr -d '(' | sort -u)
expect_equal "pages" "$(for f in $functions; do echo "$f.3"; done | xargs) sonde.h.3" "$(ls "$pages/man3" | sort | xargs | sed 's/sonde.h.3 \(.*\)/\1 sonde.h.3/')"
for function in $functions; do
	grep -q "$function(" "$pages/man3/sonde.h.3" || fail "sonde.h(3) lacks $function"
done

# What bash offers for a line, of which the last word is being typed.
completed() # words
{
	line="completion of: $*"
	bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sonde; printf "%s\n" "${COMPREPLY[@]}"' - "$pages/completion" "$@" > "$out" 2> "$err"
	expect_silence err
}

begin "bash completes commands, options, values and files"
completed sonde est
expect_equal "commands" "estimate" "$(cat "$out")"
completed sonde ""
expect_equal "commands" "$(printf '%s\n' $all --help --version | sort)" "$(sort "$out")"
completed sonde measure ov
expect_equal "words" "overlap" "$(cat "$out")"
completed sonde measure overlap --sid
expect_equal "options" "--side" "$(cat "$out")"
completed sonde measure p2p --sid
expect_equal "options of another word" "--side-by-side" "$(cat "$out")"
completed sonde measure --op put overlap --sid
expect_equal "values are no words" "--side" "$(cat "$out")"
completed sonde measure --op = put overlap --sid
expect_equal "values behind = are no words" "--side" "$(cat "$out")"
completed sonde measure overlap --side ""
values="{$(tr '\n' '|' < "$out" | sed 's/|$//')}"
sonde measure overlap --help
expect_out "--side $values"
completed sonde measure p2p --op iss
expect_equal "values" "" "$(cat "$out")"
completed sonde measure p2p --op = pers
expect_equal "values behind =" "persistent" "$(cat "$out")"
completed sonde estimate plo
expect_equal "models" "plogp" "$(cat "$out")"
touch here.json
completed sonde predict he
expect_equal "files" "here.json" "$(cat "$out")"
completed sonde predict here.json --set ""
expect_equal "what has no list" "" "$(cat "$out")"
completed sonde fit plogp --output he
expect_equal "files of options" "here.json" "$(cat "$out")"
touch "a name of blanks.json" "a name of stars*.json"
completed sonde predict "a na"
expect_equal "names with blanks" "a name of blanks.json,a name of stars*.json" "$(sort "$out" | paste -s -d ,)"
for typed in 'a\ name\ of\ b' '"a name of b' "'a name of b"; do
	completed sonde predict "$typed"
	expect_equal "a name that is quoted" "a name of blanks.json" "$(cat "$out")"
done
completed sonde fit plogp -o "a na"
expect_equal "names with blanks of options" "a name of blanks.json,a name of stars*.json" "$(sort "$out" | paste -s -d ,)"
for command in $all; do
	sonde $command --help
	options "$out" > expected
	completed sonde $command --
	sort -u "$out" > shown
	expect_same_text expected shown
done

finish
