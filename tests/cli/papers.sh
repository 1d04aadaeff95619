# Every row of doc/papers.md that needs nothing runs as it stands and prints what the page says; of the others the subcommand or the script is there.
. "$SONDE_SOURCE/tests/sh/lib.sh"

page=$SONDE_SOURCE/doc/papers.md
ln -s "$SONDE_SOURCE/examples" examples

# "needs|command|what it shows", a line for each row.
awk -F ' *[|] *' '$4 ~ /^`.*`$/ { gsub(/^`|`$/, "", $4); print $5 "|" $4 "|" $7 }' "$page" > rows

begin "the page has rows of all five papers, and seconds or a dash in each"
[ "$(grep -c '^nothing|' rows)" -ge 30 ] || fail "only $(grep -c '^nothing|' rows) rows need nothing"
expect_equal "papers" 5 "$(awk -F ' *[|] *' '$4 ~ /^`.*`$/ { print $2 }' "$page" | sort -u | wc -l)"
expect_equal "rows without seconds" "" "$(awk -F ' *[|] *' '$4 ~ /^`.*`$/ && $6 !~ /^([0-9.]+|–)$/ { print $4 }' "$page")"

# What the page has between backquotes, a line each.
fragments() # text
{
	printf '%s\n' "$1" | grep -o '`[^`]*`' | tr -d '`' || true
}

while IFS='|' read -r needs command shows; do
	case $needs in
	nothing)
		begin "$command"
		# shellcheck disable=SC2086
		$command
		expect_code 0
		tr -s ' ' < "$out" | sed 's/^ //' > squeezed
		fragments "$shows" > wanted
		while read -r fragment; do
			grep -qF -- "$fragment" squeezed || fail "\"$fragment\" is not printed"
		done < wanted
		picture=$(printf '%s\n' "$command" | grep -o '[a-z0-9-]*[.]svg' | tail -1)
		[ -z "$picture" ] || grep -q '<svg' "$picture" || fail "there is no picture $picture"
		;;
	*)
		begin "$command is there"
		program=${command#mpirun -n [0-9] }
		case $program in
		sonde*)
			program=${program#sonde }
			case $program in
			measure*) program=$(printf '%s\n' "$program" | cut -d ' ' -f 1,2) ;;
			*) program=${program%% *} ;;
			esac
			# shellcheck disable=SC2086
			sonde $program --help
			expect_code 0
			;;
		*) [ -x "$SONDE_SOURCE/${program%% *}" ] || fail "there is no ${program%% *}" ;;
		esac
		;;
	esac
done < rows
finish
