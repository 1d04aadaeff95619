# The commands of doc/features.md, to be run as they stand. A test sources lib.sh or smpi.sh first.

# "P|command without sonde|mark" per row of the tables.
feature_rows()
{
	awk -F' *[|] *' '$3 ~ /^[0-9]+$/ && $4 ~ /^`sonde .*`$/ { gsub(/^`sonde |`$/, "", $4); print $3 "|" $4 "|" $5 }' "$SONDE_SOURCE/doc/features.md"
}
