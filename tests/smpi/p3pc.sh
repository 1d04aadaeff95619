# P-3PC's constants and paths as the simulated platform is told: calls by themselves and the full path within 1 %, streams as the link lets them, also at sizes that were not measured. SMPI knows no cost of datatypes: all layouts take the same.
. "$SONDE_SOURCE/tests/sh/smpi.sh"

# One way: two links of 50 us and 125 MB/s, of which messages get the half up to 10000 bytes and all beyond; SMPI adds an envelope of 16 bytes. Everything is eager, or a receive call would contain the transfer.
cluster 2 125MBps 50us
options="--cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/or:0:7e-6:2e-9 --cfg=smpi/bw-factor:0:0.5;10000:1 --cfg=smpi/async-small-thresh:8388608 --cfg=smpi/send-is-detached-thresh:8388608"
formulas='
	function send(m) { return m * 1e-9 }
	function receive(m) { return m * 2e-9 }
	function wire(bytes) { return bytes / (125e6 * (bytes <= 10000 ? 0.5 : 1)) }
	function full(m) { return send(m) + wire(m + 16) - wire(16) + receive(m) }
	# What a message of a long stream takes. Sends swallow it: all that are under way share the link, so that the last ones arrive together, and their receive calls follow each other.
	function ended(m, n, i, j, t, moved, flows, leaves, arrives, done, ends) {
		t = moved = flows = i = j = done = 0 # moved: seconds of a link that each flow has had since the beginning
		while (j < n) {
			leaves = i < n ? (i + 1) * (5e-6 + send(m)) : 1e9
			arrives = flows ? t + (ends[j] - moved) * flows : 1e9
			if (leaves <= arrives) {
				moved += flows ? (leaves - t) / flows : 0
				t = leaves
				ends[i++] = moved + wire(m + 16)
				flows++
			} else {
				t = arrives
				moved = ends[j++]
				flows--
				done = (t > done ? t : done) + 7e-6 + receive(m)
			}
		}
		return done
	}
	function stream(m) { return (ended(m, 512) - ended(m, 256)) / 256 }'

succeeds "p3pc is estimated" simulate 2 estimate p3pc --sizes 0,64,384,400,512,1K,2K,4K,8K,9984,9985,16K,50K,200K,400K -o p3pc.json > /dev/null
show p3pc.json > p3pc.csv
within "t_cs" "$(parameter p3pc.csv t_cs "")" 5e-6 0.01
within "t_cr" "$(parameter p3pc.csv t_cr "")" 7e-6 0.01
within "t_cf" "$(parameter p3pc.csv t_cf "")" "$(awk 'BEGIN { print 5e-6 + 100e-6 + 16 / 62.5e6 + 7e-6 }')" 0.01
# Whole streams, with their constants.
awk -F, -v OFS=, '$3 >= 400 && /^t_a[sr]_/ { c = /^t_as/ ? 5e-6 : 7e-6; $4 += c; $5 += c; $6 += c; print }' p3pc.csv > streams.csv
for layout in cc cn nc nn; do
	# Additional times of a few nanoseconds are differences of times with a tick of the clock in them.
	grep -E "^t_a[srf]_$layout,any,(4096|[0-9]{5,}|8192)," p3pc.csv > long.csv
	# Up to 384 B the receive calls take longer than the link: each path is the call by itself. From 400 B on the link holds a stream up, though all of it is swallowed at once.
	every streams.csv t_as_$layout 'stream(m)' 0.01
	every streams.csv t_ar_$layout 'stream(m)' 0.01
	within "t_as_$layout of 384 B" "$(parameter p3pc.csv t_as_$layout 384)" 0.384e-6 0.01
	within "t_ar_$layout of 384 B" "$(parameter p3pc.csv t_ar_$layout 384)" 0.768e-6 0.01
	within "t_af_$layout of 200K" "$(parameter long.csv t_af_$layout 204800)" "$(awk "$formulas"' BEGIN { print full(204800) }')" 0.01
	within "t_af_$layout of 4K" "$(parameter long.csv t_af_$layout 4096)" "$(awk "$formulas"' BEGIN { print full(4096) }')" 0.01
done
within "o_s of 200K" "$(parameter p3pc.csv o_s 204800)" 209.8e-6 0.01
within "o_r of 200K" "$(parameter p3pc.csv o_r 204800)" 416.6e-6 0.01

succeeds "paths are compared at other sizes" simulate 2 compare --paths p3pc.json --sizes 300,3000,30000,100000,300000 --json > compare.json
mean=$(awk -F: '/"mean_relative_error/ { print $2 + 0 }' compare.json)
most=$(awk -F: '/"maximum_relative_error/ { print $2 + 0 }' compare.json)
holds "the mean error of predictions" "\"$mean\" != \"\" && $mean <= 0.01"
holds "the largest error of predictions" "\"$most\" != \"\" && $most <= 0.03"

finish_simulated
