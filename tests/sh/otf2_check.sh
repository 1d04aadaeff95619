# What every OTF2 archive of sonde's must be, by what otf2-print says of it: no complaint, times that never go back, each
# message received with its size, as many ends of collectives at all members, calls that end. Prints what is wrong.
# Usage: otf2_check.sh ARCHIVE.otf2 [messages that nobody receives]
set -u
archive=$1
unreceived=${2:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

otf2-print -G "$archive" > "$work/definitions" 2> "$work/complaints" || echo "otf2-print -G failed"
otf2-print "$archive" > "$work/events" 2>> "$work/complaints" || echo "otf2-print failed"
grep -iE 'error|warning' "$work/complaints" "$work/definitions" "$work/events"

awk -v unreceived="$unreceived" '
	function part(from, until,   text) { # what stands between two texts
		text = substr($0, index($0, from) + length(from))
		return substr(text, 1, index(text until, until) - 1)
	}
	function message(side,   key) { # from, to, communicator, tag
		key = part(side ": ", ",")
		sub(/.*</, "", key)
		sub(/>.*/, "", key)
		return key
	}
	$1 ~ /^[A-Z_]+$/ && $3 ~ /^[0-9]+$/ {
		if ($3 < last[$2])
			print "time goes back at location " $2 ": " $0
		last[$2] = $3
		events++
	}
	$1 == "ENTER" { depth[$2]++ }
	$1 == "LEAVE" { if (--depth[$2] < 0) print "nothing to leave: " $0 }
	$1 == "MPI_SEND" || $1 == "MPI_ISEND" {
		key = $2 " " message("Receiver") " " part("Communicator: ", ",") " " part("Tag: ", ",")
		sent[key " " sends[key]++] = part("Length: ", ",")
		n_sent++
	}
	$1 == "MPI_RECV" || $1 == "MPI_IRECV" {
		key = message("Sender") " " $2 " " part("Communicator: ", ",") " " part("Tag: ", ",")
		got[key " " receives[key]++] = part("Length: ", ",")
		n_got++
	}
	$1 ~ /^(MPI|NON_BLOCKING)_COLLECTIVE_(END|COMPLETE)$/ {
		key = part("Communicator: ", ", Root") " " part("Operation: ", ",")
		joined[key, $2]++
		if (!((key, $2) in known))
			members[key] = members[key] " " $2
		known[key, $2] = 1
	}
	END {
		for (l in depth)
			if (depth[l])
				print depth[l] " calls never end at location " l
		for (m in got)
			if (got[m] != sent[m])
				print "message " m ": sent with \"" sent[m] "\" bytes, received with " got[m]
		if (n_sent - n_got != unreceived)
			print n_sent " messages were sent, " n_got " received"
		for (key in members) {
			if (key ~ /MPI_COMM_SELF|_HANDLE/)
				continue
			n = split(members[key], at, " ")
			for (i = 2; i <= n; i++)
				if (joined[key, at[i]] != joined[key, at[1]])
					print key ": " joined[key, at[1]] " at " at[1] ", " joined[key, at[i]] " at " at[i]
		}
		if (!events)
			print "no events"
	}' "$work/events"
