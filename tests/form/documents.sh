#!/bin/sh
# The documents: links lead to files, ARCHITECTURE.md names folders, files and structs that are
# there, the README has at most 150 lines, and nine sentences in ten have at most 30 words.
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

for document in *.md doc/*.md doc/*/*.md; do
	for target in $(targets "$document"); do
		[ -e "$(dirname "$document")/$target" ] || fault "$document: the link to $target leads nowhere"
	done
done
for document in *.md doc/*.md doc/*/*.md; do
	words=$(ninth_decile "$document")
	[ "$words" -le 30 ] || fault "$document: one sentence in ten has $words words or more, 30 are allowed"
done
# Files between backquotes, from the root or from src, of the documents about the code.
for document in ARCHITECTURE.md doc/methods.md; do
	for file in $(grep -o '`[A-Za-z0-9_./-]*\.\(c\|h\|sql\|sh\|map\)`' "$document" | tr -d '`' | sort -u); do
		[ -e "$file" ] || [ -e "src/$file" ] || fault "$document: there is no file $file"
	done
done
for tag in $(grep -o '`struct [a-z_]*`' ARCHITECTURE.md | tr -d '`' | cut -d ' ' -f 2 | sort -u); do
	grep -rqx "struct $tag {" src include || fault "ARCHITECTURE.md: there is no struct $tag"
done
for folder in $(sed -n 's/^\([a-z/]*\):.*/\1/p' src/LAYERS); do
	grep -q "^| \`$folder\` |" ARCHITECTURE.md || fault "ARCHITECTURE.md: the folder $folder of src/LAYERS is not in its table"
done
lines=$(wc -l < README.md)
[ "$lines" -le 150 ] || fault "README.md has $lines lines, 150 are allowed"
[ $faults -eq 0 ]
