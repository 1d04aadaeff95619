# No point is timed in one burst: a disturbance that lasts some milliseconds moves no parameter. On a synthetic platform that is disturbed; bench/disturbed.sh tries many seeds.
. "$SONDE_SOURCE/tests/sh/lib.sh"
cat > smooth.json << 'END'
{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"L": 0.3e-6,
 "o_s": {"bytes": [0, 4096, 4097, 8192, 65536, 1048576], "seconds": [0.05e-6, 0.9e-6, 1.6e-6, 2e-6, 8e-6, 130e-6]}, "o_r": {"bytes": [0, 4096, 1048576], "seconds": [0.1e-6, 0.8e-6, 120e-6]},
 "g": {"bytes": [0, 4096, 4097, 8192, 65536, 1048576], "seconds": [0.1e-6, 1.2e-6, 2.0e-6, 2.9e-6, 9e-6, 140e-6]}}}
END
smooth="--platform synthetic:smooth.json"

begin "a size that was refined within a disturbance takes what it does without"
sonde estimate plogp $smooth --noise 0.05 --statistic median --disturbances 3:20ms:200ms --seed 1 --tick 40ns -o refined.json
expect_code 0
sonde model show refined.json --csv
expect_near "o_s(4097)" 1.6e-6 "$(awk -F, '$1 == "o_s" && $3 == 4097 { print $4 }' "$out")" 0.05

begin "nor does one move the trains of g(0)"
sonde estimate plogp $smooth --noise 0.02 --disturbances 3:5ms:100ms --seed 5 -o trains.json
expect_code 0
sonde model show trains.json --csv
expect_near "g(0)" 0.1e-6 "$(awk -F, '$1 == "g" && $3 == 0 { print $4 }' "$out")" 0.05

begin "a single point that is measured is spread over the time, and so are all of an estimation"
sonde measure p2p $smooth --noise 0.05 --statistic median --disturbances 3:20ms:100ms --seed 3 --sizes 1K
expect_code 0
sonde estimate hockney $smooth --noise 0.05 --statistic median --disturbances 3:20ms:100ms --seed 3 -o hockney.json
expect_code 0
# spans RUN: how many points of plain round trips have timings, and how many of these all within 100 ms.
spans()
{
	sonde export "$1" --csv
	awk -F, '$1 == "roundtrip" && $4 == "\"\"" {
			point = $2 " " $3 " " $5 " " $6
			if (!(point in first) || $12 < first[point])
				first[point] = $12
			if ($12 > last[point])
				last[point] = $12
		}
		END {
			for (point in first) {
				n++
				burst += last[point] - first[point] < 0.1
			}
			print n + 0, burst + 0
		}' "$out"
}
expect_equal "points of run-3, and of these in one stretch" "1 0" "$(spans run-3)"
expect_equal "points of run-4 in one stretch" 0 "$(spans run-4 | cut -d ' ' -f 2)"

begin "where the time does not suffice for that, points that were timed in one stretch are counted"
sonde estimate plogp $smooth --noise 0.05 --statistic median --seed 1 --budget 60ms -o short.json --json
expect_code 0
expect_err "come from one short stretch of the time"

finish
