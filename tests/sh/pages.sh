# What the tests of pages share: the commands of a page, and what it shows of their output. Commands are indented lines that begin with $; what stands below them, as far as it is indented, is output, of which lines may be left out.

# page_commands PAGE
page_commands()
{
	sed -n 's/^    \$ //p' "$1"
}

# page_shows PAGE COMMAND: what the page shows of it.
page_shows()
{
	command=$2 awk '
		found && /^    / && !/^    \$ / { print; next }
		found { exit }
		$0 == "    $ " ENVIRON["command"] { found = 1 }' "$1"
}

# page_differs SHOWN OUTPUT: the first line of the file SHOWN that is not in the file OUTPUT behind those before; nothing if all are. Numbers may differ by a thousandth, which is more than rounding does.
page_differs()
{
	awk '
		function same(a, b, off) {
			if (a == b)
				return 1
			if (a + 0 == 0 || b + 0 == 0 || a !~ /^[-0-9.e]+$/ || b !~ /^[-0-9.e]+$/)
				return 0
			off = a - b
			return (off < 0 ? -off : off) <= 0.001 * (b < 0 ? -b : b)
		}
		function alike(line, i) {
			if (split(line, there) != NF)
				return 0
			for (i = 1; i <= NF; i++) {
				if (!same($i, there[i]))
					return 0
			}
			return 1
		}
		FILENAME != output { if (NF > 0) shown[++n] = $0; next }
		at < n && alike(shown[at + 1]) { at++ }
		END { if (at < n) print shown[at + 1] }' output="$2" "$1" output="$2" "$2"
}
