# What the values of a command of doc/features.md have to be by its arguments, whatever the machine does: which points there are, how they were measured, and which figures follow from others.
# Of simulated processes (-v exact=1: hosts 100 us apart and 125 MB/s) also how many timings there are, and how long messages take at least.
#
# awk -v processes=P -v arguments="measure p2p …" [-v exact=1] -f features.awk TABLE.json [POINTS.csv]: the table that the command printed, and what "export RUN --summary --csv" says of its run.
# Prints a line for each value that is another one; nothing if all are right.

function wrong(text) { print text }
function close_to(a, b) { return a == b || (a - b < 1e-9 * b && b - a < 1e-9 * b) }
function bytes_of(text,   factor) {
	factor = text ~ /K$/ ? 1024 : text ~ /M$/ ? 1048576 : 1
	return factor * (text + 0)
}
function is_number(text) { return text ~ /^-?[0-9]+([.][0-9]*)?(e[-+]?[0-9]+)?$/ }

function want_size(bytes) { if (!(bytes in sizes)) { sizes[bytes]; n_sizes++ } }
function read_sizes(text,   list, part, n, i, at) {
	n = split(text, list, ",")
	for (i = 1; i <= n; i++) {
		split(list[i], part, ":")
		if (part[1] == "auto") {
			chosen = bytes_of(part[3])
			want_size(bytes_of(part[2]))
			want_size(bytes_of(part[3]))
		} else if (list[i] !~ /:/) {
			want_size(bytes_of(list[i]))
		} else if (part[3] != "") {
			for (at = bytes_of(part[1]); at <= bytes_of(part[2]); at += bytes_of(part[3]))
				want_size(at)
		} else {
			for (at = bytes_of(part[1]); at <= bytes_of(part[2]); at = at > 0 ? 2 * at : 1)
				want_size(at)
		}
	}
}

function want_pair(from, to) { pairs[from ":" to]; n_pairs++ }
function read_pairs(   i, k, l, list) {
	if (option["triplets"] == "all") { # a row for each; their first receivers are pairs
		for (i = 0; i < processes; i++)
			for (k = 0; k < processes; k++)
				for (l = k + 1; l < processes; l++)
					if (i != k && i != l)
						want_pair(i, k)
	} else if (option["pattern"] == "one-to-two") {
		want_pair(0, 1)
	} else if (option["pattern"] == "bisection" && option["partners"] ~ /:/) {
		n_pairs = split(option["partners"], list, ",")
		for (i = 1; i <= n_pairs; i++)
			pairs[list[i]]
	} else if (option["pattern"] == "bisection") {
		for (i = 0; i < processes / 2; i++)
			option["partners"] == "far" ? want_pair(i, i + processes / 2) : want_pair(2 * i, 2 * i + 1)
	} else if (option["pairs"] == "all" || "side-by-side" in option) {
		for (i = 0; i < processes; i++)
			for (k = i + 1; k < processes; k++)
				want_pair(i, k)
	}
}

# An option with a list has variants, whose words each point has or has not; the columns of a row say which it is.
function read_variants(name,   i, k, n, list, value) {
	n = split(option[name], list, ",")
	if (n < 2)
		return
	variants = (variants > 0 ? variants : 1) * n
	varied[name]
	for (i = 1; i <= n; i++) {
		value = list[i]
		may["operation=" value]
		for (k = 1; k <= 2; k++) {
			may["cold." (k == 1 ? "sender" : "receiver") "=1"]
			may["layout." (k == 1 ? "sender" : "receiver") "=vector:8:2"]
		}
	}
	option[name] = ""
}

# Words of the setup that the store has to tell; timing is the best one that there is, unless one is asked for.
function read_setup(   w, i) {
	if (command == "collective") {
		setup["collective=" option["op"]]
		if (option["timing"] != "" && option["timing"] != "global")
			setup["timing=" option["timing"]]
		if (option["algorithm"] ~ /^native:/)
			setup["forced=" substr(option["algorithm"], 8)]
		else if (option["algorithm"] != "" && option["algorithm"] != "all")
			setup["algorithm=" option["algorithm"]]
		if (option["order"] != "") {
			gsub(",", ";", option["order"])
			setup["order=" option["order"]]
		}
		if (option["arrival"] ~ /us$/)
			setup["arrival=" substr(option["arrival"], 1, index(option["arrival"], ":")) 1e-6 * substr(option["arrival"], index(option["arrival"], ":") + 1)]
		if (option["segment"] != "")
			setup["segment=" bytes_of(option["segment"])]
		if (option["fanout"] != "")
			setup["fanout=" option["fanout"]]
	} else if (command == "overlap" || (option["op"] != "" && option["op"] != "send")) {
		setup["operation=" (option["op"] == "" ? "isend" : option["op"])]
	}
	if (option["cold"] == "both") {
		setup["cold.sender=1"]
		setup["cold.receiver=1"]
	}
	if (option["others"] != "")
		setup["company=" option["others"]]
	if (option["partners"] != "")
		setup["company=" (option["partners"] ~ /:/ ? "permutation" : option["partners"])]
	if ("parallel" in option)
		setup["company=parallel"]
	for (i = 1; i <= 2; i++)
		if (substr(option["layout"], i, 1) == "n")
			setup["layout." (i == 1 ? "sender" : "receiver") "=" option["type"] ":" option["block"] ":" option["stride"]]
	for (w in setup)
		n_setup++
}

function check_point(line,   list, cell, words, n, i, left) {
	while (match(line, /"[^"]*"/)) { # a list has commas
		list = substr(line, RSTART + 1, RLENGTH - 2)
		gsub(",", ";", list)
		line = substr(line, 1, RSTART - 1) list substr(line, RSTART + RLENGTH)
	}
	split(line, cell, ",")
	if (cell[1] != kind)
		wrong("a point of the store is of kind " cell[1] ", not " kind)
	if (command == "collective" && cell[2] != option["root"] + 0)
		wrong("the root is process " cell[2])
	if (option["count"] != "" && cell[7] != option["count"])
		wrong(cell[7] " messages stand in a row")
	n = split(cell[4], words, " ")
	left = n_setup
	for (i = 1; i <= n; i++) {
		if (words[i] in may || words[i] ~ /^(compute|third)=/ || (words[i] == "timing=max" && option["timing"] == "") || (words[i] ~ /^algorithm=/ && option["algorithm"] == "all") || (words[i] == "company=parallel" && "side-by-side" in option))
			continue
		if (!(words[i] in setup))
			wrong("it was measured with " words[i])
		left--
	}
	if (left > 0)
		wrong("it was measured with \"" cell[4] "\" alone")
}

BEGIN {
	n = split(arguments, word, " ")
	command = word[1] == "measure" ? word[2] : word[1]
	for (i = 1; i <= n; i++)
		if (word[i] ~ /^--/)
			option[substr(word[i], 3)] = word[i + 1] ~ /^--/ ? "" : word[i + 1]
	kind = command == "p2p" ? "roundtrip" : command
	if (option["pattern"] == "oneway")
		kind = "train"
	if (option["pattern"] == "head-to-head")
		kind = "exchange"
	if (option["pattern"] == "one-to-two")
		kind = option["pattern"]
	if (option["path"] != "")
		kind = option["path"]
	read_variants("op")
	read_variants("cold")
	read_variants("layout")
	read_sizes(option["sizes"] == "" ? "0" : option["sizes"])
	read_pairs()
	read_setup()
	split(option["reps"] == "" ? "1:1000000" : option["reps"], reps, ":")
}

# A table as JSON: a line each for what it has; then points of the store, behind a line of names.
FNR == 1 { file++ }
file == 2 { if (FNR > 1) { check_point($0); points++ } next }
/^  "[a-z]+": / { place = $1 }
place ~ /rows/ && /^    [{]/ { rows++ }
match($0, /^ +"[a-z_0-9]+": /) {
	value = substr($0, RLENGTH + 1)
	gsub(/[",]|[ \t\r]+$/, "", value)
	if (is_number(value))
		value += 0
	name = $1
	gsub(/[":]/, "", name)
	if (place ~ /rows/)
		cell[rows, name] = value
	else if (place ~ /summary/)
		summary[name] = value
}

# What holds of each row of measured times.
function check_row(i,   bytes, seconds, statistic, messages) {
	bytes = cell[i, "bytes"]
	seconds = cell[i, "seconds"]
	if (!(bytes in sizes) && !(chosen && bytes > 0 && bytes < chosen))
		wrong("there is a row for " bytes " B")
	seen_size[bytes]
	if (n_pairs > 0 && !(cell[i, "from"] ":" cell[i, "to"] in pairs))
		wrong("there is a row for processes " cell[i, "from"] " and " cell[i, "to"])
	seen_pair[cell[i, "from"] ":" cell[i, "to"]]
	if (!is_number(seconds) || (!is_difference() && seconds <= 0))
		wrong(bytes " B take " seconds " s")
	if (cell[i, "minimum"] + 0 > cell[i, "maximum"] + 0 || cell[i, "low"] + 0 > seconds + 0 || seconds + 0 > cell[i, "high"] + 0)
		wrong(bytes " B: " cell[i, "minimum"] " to " cell[i, "maximum"] " s, interval " cell[i, "low"] " to " cell[i, "high"] ", " seconds " s")
	if (cell[i, "timings"] < 1 || (reps[1] == reps[2] && cell[i, "timings"] > reps[2] + 0) || (exact && option["reps"] != "" && cell[i, "timings"] < reps[1] + 0))
		wrong(bytes " B: " cell[i, "timings"] " timings")
	if (command == "overlap")
		return
	statistic = option["statistic"] != "" ? option["statistic"] : summary["statistic"]
	if (option["launches"] == "" && (statistic == "min" ? seconds != cell[i, "minimum"] : statistic == "median" ? seconds != cell[i, "median"] : seconds + 0 < cell[i, "minimum"] + 0 || seconds + 0 > cell[i, "maximum"] + 0))
		wrong(bytes " B: " seconds " s is not the " statistic)
	if (option["loop"] != "" && cell[i, "loop"] != option["loop"])
		wrong("loops are of " cell[i, "loop"] " messages")
	messages = (option["count"] == "" ? 1 : option["count"]) * (kind == "roundtrip" || kind == "exchange" || kind == "one-to-two" ? 2 : 1)
	if (variants > 0)
		seen_variant[cell[i, "op"] " " cell[i, "cold"] " " cell[i, "layout"]]++
	if (variants > 0 && cell[i, "of_first"] <= 0)
		wrong(bytes " B: a variant is " cell[i, "of_first"] " times the first one")
	if ("side-by-side" in option && !close_to(cell[i, "times_as_long"] * seconds, cell[i, "parallel"]))
		wrong("in parallel " cell[i, "parallel"] " s are said to be " cell[i, "times_as_long"] " times " seconds)
	if (command == "p2p" && !close_to(cell[i, "bandwidth"] * seconds, messages * bytes))
		wrong(bytes " B in " seconds " s are said to be " cell[i, "bandwidth"] " B/s")
}

# A difference of two times, which noise may turn round.
function is_difference() { return option["timing"] == "root" || option["timing"] == "acknowledged" || option["path"] != "" || option["arrival"] != "" }

# Of a platform without noise.
function check_exact(i,   bytes, least) {
	bytes = (kind == "train" ? option["count"] : 1) * cell[i, "bytes"]
	least = (kind == "roundtrip" ? 2 : 1) * (1e-4 + bytes / 125e6)
	if (!is_difference() && (cell[i, "seconds"] < least || cell[i, "seconds"] > 20 * least * (cell[i, "series"] > 1 ? cell[i, "series"] : 1)))
		wrong(cell[i, "bytes"] " B take " cell[i, "seconds"] " s, and the links alone " least)
	if (option["launches"] != "" && cell[i, "launches"] != option["launches"])
		wrong(cell[i, "launches"] " launches are pooled")
}

function check_measured(   i, b, p, s, wanted, series, parts, n) {
	for (i = 1; i <= rows; i++) {
		check_row(i)
		if (exact)
			check_exact(i)
	}
	for (b in sizes)
		if (!(b in seen_size))
			wrong("there is no row for " b " B")
	for (p in pairs)
		if (!(p in seen_pair))
			wrong("there is no row for processes " p)
	wanted = n_sizes * (n_pairs > 0 ? n_pairs : 1) * (variants > 0 ? variants : 1)
	n = 0
	for (s in seen_variant) {
		n++
		if (seen_variant[s] != n_sizes * (n_pairs > 0 ? n_pairs : 1))
			wrong(seen_variant[s] " rows are for " s)
	}
	if (n != variants + 0)
		wrong("there are " n " variants, not " variants)
	if (option["series"] != "") {
		n = split(option["series"], series, ",")
		for (i = 1; i <= n; i++)
			if (cell[i, "series"] != series[i] + 0 || !close_to(cell[i, "each"] * series[i], cell[i, "seconds"]))
				wrong("in a series of " cell[i, "series"] " each takes " cell[i, "each"] " s")
		wanted *= n
	}
	if (option["parts"] != "") {
		n = split(option["parts"], parts, ",")
		for (i = 1; i <= n; i++)
			if (cell[i, "compute"] <= 0 || !close_to(cell[i, "compute"] * parts[1], cell[1, "compute"] * parts[i])) # of what it took alone by then
				wrong("computation of " cell[i, "compute"] " s is to one of " cell[1, "compute"] " s not as " parts[i] " to " parts[1])
		wanted *= n
	} else if (command == "overlap") {
		for (i = 2; i <= rows; i++)
			if (cell[i, "compute"] <= cell[i - 1, "compute"])
				wrong("computation of " cell[i, "compute"] " s follows on one of " cell[i - 1, "compute"])
		if (rows < 3 || cell[1, "compute"] != 0)
			wrong("there are " rows " amounts of computation from " cell[1, "compute"] " s on")
		wanted = rows
	}
	if (command == "collective" && cell[1, "algorithm"] != (option["algorithm"] == "" || option["algorithm"] == "all" ? "native" : option["algorithm"]))
		wrong("the first algorithm is " cell[1, "algorithm"])
	if (option["algorithm"] == "all") {
		for (i = 1; i <= rows; i++)
			if (seen_algorithm[cell[i, "algorithm"]]++)
				wrong("two rows are for " cell[i, "algorithm"])
		if (!("linear" in seen_algorithm) || !("binomial" in seen_algorithm))
			wrong("linear and binomial are not among " rows " algorithms")
		wanted = rows
	}
	if (chosen ? rows < n_sizes + 1 : rows != wanted)
		wrong("there are " rows " rows, not " wanted)
	if (option["statistic"] != "" && summary["statistic"] != option["statistic"])
		wrong("the statistic is " summary["statistic"])
	if (!exact && (!is_number(summary["least"]) || summary["least"] < 0 || summary["most"] < summary["least"] || summary["most"] > 2))
		wrong("processes had " summary["least"] " to " summary["most"] " of their CPUs")
	split(command == "p2p" && option["pairs"] ~ /^[0-9]+:[0-9]+$/ ? option["pairs"] : "0:1", measured, ":")
	if (!exact && (summary[measured[1]] <= 0 || summary[measured[2]] <= 0 || (command == "collective" && summary[processes - 1] <= 0)))
		wrong("CPU loads of processes are missing: " summary[measured[1]] ", " summary[measured[2]])
	if (!is_number(summary["resolution"]) || !is_number(summary["one_call"]) || (!exact && summary["resolution"] <= 0))
		wrong("the clock shows differences of " summary["resolution"] " s, and one call takes " summary["one_call"] " s")
	if (points < 1)
		wrong("the store has no point of it")
}

# Every message as it was sent: of each operation as many bytes as all its sizes and patterns have.
function check_stress(   i, total) {
	for (i = 1; i <= rows; i++) {
		seen_operation[cell[i, "operation"]]
		total += cell[i, "messages"]
		if (cell[i, "messages"] < 1 || cell[i, "bytes"] < 4096)
			wrong(cell[i, "operation"] ": " cell[i, "messages"] " messages of " cell[i, "bytes"] " B")
	}
	n = split("send ssend isend persistent sendrecv bcast gather scatter alltoall allreduce" (exact ? "" : " put put-lock get get-lock"), word, " ")
	for (i = 1; i <= n; i++)
		if (!(word[i] in seen_operation))
			wrong(word[i] " was not tried")
	if (summary["faults"] != 0 || summary["largest"] != bytes_of(option["max-size"]) || summary["processes"] != processes || summary["messages"] != total)
		wrong(summary["faults"] " faults in " summary["messages"] " messages up to " summary["largest"] " B of " summary["processes"] " processes")
}

END { command == "stress" ? check_stress() : check_measured() }
