#!/bin/sh
# The documents: links lead to files, the README has at most 150 lines, and nine sentences in ten have at most 30 words.
set -eu
cd "${SONDE_SOURCE:-$(dirname "$0")/../..}"
faults=0

fault()
{
	echo "$*"
	faults=$((faults + 1))
}

# What links in a document point to, without the part behind #.
targets() # document
{
	grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^https\?:' | sort -u || true
}

# The ninth decile of the words of a document's sentences; tables, headings and code are left out.
ninth_decile() # document
{
	awk '/^```/ { code = !code; next } !code && !/^(\||#|    |\t)/' "$1" | tr '\n' ' ' | sed 's/\([.!?:]\) \{1,\}/\1\n/g' \
		| awk 'NF > 2 { print NF }' | sort -n | awk '{ words[NR] = $1 } END { print words[int(NR * 0.9 + 0.5)] + 0 }'
}

for document in *.md doc/*.md; do
	for target in $(targets "$document"); do
		[ -e "$(dirname "$document")/$target" ] || fault "$document: the link to $target leads nowhere"
	done
done
for document in *.md doc/*.md; do
	words=$(ninth_decile "$document")
	[ "$words" -le 30 ] || fault "$document: one sentence in ten has $words words or more, 30 are allowed"
done
lines=$(wc -l < README.md)
[ "$lines" -le 150 ] || fault "README.md has $lines lines, 150 are allowed"
[ $faults -eq 0 ]
