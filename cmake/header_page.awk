# awk -v version=x.y.z -v folder=FOLDER -f header_page.awk sonde.h …: the headers as the manual page sonde.h(3), and for each function a page that leads to it. What stands
# in a header is a comment, and the declarations below it up to an empty line or the next comment.

function escape(text)
{
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	gsub(/'/, "\\(aq", text)
	gsub(/`/, "\\(ga", text)
	gsub(/\^/, "\\(ha", text)
	gsub(/~/, "\\(ti", text)
	return text ~ /^[.]/ ? "\\&" text : text
}

# A comment's lines: paragraphs, lists of "- ", and code, which is indented.
function write_comment(    i, line, list)
{
	list = 0
	for (i = 1; i <= comments; i++) {
		line = comment[i]
		if (line == "") {
			list = 0
			print ".PP" > page
		} else if (line ~ /^- /) {
			print ".IP \\(bu 2" > page
			print escape(substr(line, 3)) > page
			list = 1
		} else if (!list && line ~ /^  /) {
			print ".nf\n" escape(line) "\n.fi" > page
		} else {
			sub(/^ +/, "", line)
			print escape(line) > page
		}
	}
	comments = 0
}

function write_code(    i, line, rest)
{
	if (!codes)
		return
	print ".PP\n.nf\n.RS" > page
	for (i = 1; i <= codes; i++) {
		line = code[i]
		gsub(/\t/, "    ", line)
		print escape(line) > page
	}
	print ".RE\n.fi" > page
	for (i = 1; i <= codes; i++) {
		rest = code[i]
		if (rest ~ /^[ \t]/ || !match(rest, /sonde_[a-z_0-9]+\(/))
			continue
		line = substr(rest, RSTART, RLENGTH - 1)
		if (!(line in functions)) {
			functions[line] = 1
			print ".so man3/sonde.h.3" > (folder "/" line ".3")
			close(folder "/" line ".3")
		}
	}
	codes = 0
}

function flush()
{
	write_code()
	if (comments)
		print ".PP" > page
	write_comment()
}

# One line of a comment, without its stars.
function keep(line)
{
	sub(/^[ \t]*\/\*+ ?/, "", line)
	sub(/ ?\*+\/[ \t]*$/, "", line)
	if (line ~ /^ \*/)
		sub(/^ \* ?/, "", line)
	if (line != "" || comments)
		comment[++comments] = line
}

BEGIN {
	page = folder "/sonde.h.3"
	print ".\\\" Made by the build from the headers.\n.TH SONDE.H 3 \"\" \"sonde " version "\" \"sonde\"" > page
	print ".SH NAME\nsonde.h \\- measuring and predicting messages inside an MPI application" > page
	print ".SH SYNOPSIS\n.nf\n.B #include <mpi.h>\n.B #include <sonde.h>\n.fi\n.PP" > page
	print "\\fBmpicc\\fR app.c $(pkg\\-config \\-\\-cflags \\-\\-libs sonde\\-openmpi)\n.SH DESCRIPTION" > page
}

FNR == 1 {
	flush()
	if (NR > 1) {
		name = FILENAME
		sub(/^.*\/sonde\//, "sonde/", name)
		print ".SH " toupper(name) > page
	}
}

# A comment at the left edge ends what stands above it.
!inside && /^\/\*/ {
	flush()
	inside = 1
}

inside {
	keep($0)
	if (/\*\/[ \t]*$/)
		inside = 0
	next
}

/^#(ifndef|endif|include|ifdef|if|else)/ || /^#define SONDE_[A-Z]*_?H$/ || /^extern "C"/ || /^}$/ { next }

/^$/ {
	flush()
	next
}

{ code[++codes] = $0 }

END {
	flush()
	print ".SH SEE ALSO\n.BR sonde (1)" > page
}
