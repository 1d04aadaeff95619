# What is wrong with a trace of Perfetto, a line for each: that protoc cannot decode, slices that do not end, flows without two ends. FILE MESSAGES, the number of flows that there should be.
file=$1
messages=$2
text=$(mktemp)
trap 'rm -f "$text" "$text".*' EXIT
protoc --decode_raw < "$file" > "$text" 2> "$text.notes" || echo "protoc: $(cat "$text.notes")"
# Of a TrackEvent: 9 is its type, 1 where a slice begins and 2 where it ends; 11 its track; 47 and 48 are flows that begin and end with it. 8 is the packet's time.
awk -v messages="$messages" '
	/^1 \{/ { time = "" }
	/^  8: / { time = $2 }
	/^  11 \{/ { type = 0; track = "" }
	/^    9: / { type = $2 }
	/^    11: / { track = $2 }
	/^    47: / { begun[$2]++; flows++; if (type != 1) print "a flow begins where no slice does" }
	/^    48: / { ended[$2]++; if (type != 2) print "a flow ends where no slice does" }
	/^  }/ && type == 1 { depth[track]++; type = 0 }
	/^  }/ && type == 2 { if (--depth[track] < 0) print "a slice ends that did not begin"; type = 0 }
	/^    9: / { slices += $2 == 1 }
	END {
		for (flow in begun)
			if (begun[flow] != 1 || ended[flow] != 1)
				print "flow " flow " begins " begun[flow] + 0 " times and ends " ended[flow] + 0
		for (flow in ended)
			if (!(flow in begun))
				print "flow " flow " has no beginning"
		for (track in depth)
			if (depth[track] != 0)
				print "slices of track " track " do not end"
		if (slices == 0)
			print "there are no slices"
		if (flows + 0 != messages)
			print flows + 0 " flows instead of " messages
	}' "$text"
