# How the stores of version 2 and what is expected of them were made: by sonde as it was before version 3 of the store ($1), and sqlite3.
set -eu
old=$1
cat > plogp.json << 'END'
{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"L": 10e-6,
	"o_s": {"bytes": [0, 1024, 65536, 262144], "seconds": [1e-6, 1.5e-6, 30e-6, 120e-6]},
	"o_r": {"bytes": [0, 1024, 65536, 262144], "seconds": [1.2e-6, 1.7e-6, 35e-6, 140e-6]},
	"g": {"bytes": [0, 1024, 65536, 262144], "seconds": [3e-6, 5e-6, 200e-6, 800e-6]}}}
END
cat > lmo.json << 'END'
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 3, "parameters": {"any": {"C": 2e-5, "t": 2e-8, "L": 4e-5, "inverse_beta": 6e-8}}}
END
pair="--platform synthetic:plogp.json"
cluster="--platform synthetic:lmo.json"
few="--reps 2:2 --store runs.db --quiet"
cp plogp.json moving.json
"$old" estimate plogp $pair --sizes 0,1K,64K --max-train 40 $few --run fast -o fast.json
"$old" estimate hockney --platform synthetic:moving.json --sizes=0,1K,64K $few --statistic mean -o hockney.json
sed 's/10e-6/14e-6/' plogp.json > moving.json
"$old" estimate hockney --platform synthetic:moving.json --sizes 0,1K --patience 0 $few > /dev/null
"$old" compare fast.json hockney.json $pair -s 0,2K,32K $few > /dev/null
"$old" measure p2p $pair --op isend --layout nn --cold sender --sizes 0,1K,64K --spread 0 $few > /dev/null
"$old" measure p2p $cluster --pairs all --parallel --sizes 1K --spread 0 $few > /dev/null
"$old" measure collective --op scatter --algorithm linear $cluster --sizes 1K,4K --spread 0 $few > /dev/null
"$old" measure overlap $pair --sizes 1K --spread 0 $few > /dev/null
"$old" estimate lmo $cluster --switch 50000 $few -o lmo-found.json
"$old" compare --models hockney,het-hockney,lmo:mean --ops p2p,scatter:linear --regions switch --sizes 1000,3000 $cluster --max-train 40 $few --run whole > /dev/null
# What a search for thresholds leaves, which takes hundreds of timings.
sqlite3 runs.db "INSERT INTO circumstances (run, key, value) SELECT id, 'thresholds', 'S 50000 M1 8192 M2 65536; 8192 B: 30 of 60, 0.05 0.2 0.25 s; 16384 B: 60 of 60, 0.05 0.2 0.25 s' FROM runs WHERE purpose LIKE 'estimate lmo quickest%'"
# What a run that was killed leaves.
"$old" estimate plogp $pair --sizes 0,1K,64K --max-train 40 $few --run part > /dev/null
sqlite3 runs.db "PRAGMA foreign_keys = ON; UPDATE runs SET ended = NULL WHERE name = 'part';
	DELETE FROM circumstances WHERE run = (SELECT id FROM runs WHERE name = 'part') AND (key = 'machine' OR key LIKE 'state %');
	DELETE FROM notes WHERE run = (SELECT id FROM runs WHERE name = 'part'); DELETE FROM parts WHERE run = (SELECT id FROM runs WHERE name = 'part');
	DELETE FROM batches WHERE id > (SELECT min(b.id) + 6 FROM batches b JOIN points p ON b.point = p.id WHERE p.run = (SELECT id FROM runs WHERE name = 'part')) AND point IN (SELECT id FROM points WHERE run = (SELECT id FROM runs WHERE name = 'part'));
	DELETE FROM points WHERE id NOT IN (SELECT point FROM batches)"
{ echo "PRAGMA application_id = 0x536f6e64; PRAGMA user_version = 2;"; sqlite3 runs.db .dump; } > version-2.sql
"$old" runs list --store runs.db --csv > list.csv
for run in $(sqlite3 runs.db 'SELECT id FROM runs ORDER BY id'); do "$old" runs show $run --store runs.db --csv; done > show.csv
"$old" export --store runs.db whole > whole.csv
cp runs.db read.db
for model in "plogp --run fast" "hockney --run run-2" "hockney --run 3" "lmo --run 9" "hockney --pairs all --run 11" plogp; do "$old" fit $model --store read.db --quiet -o -; done > fit.json
"$old" estimate plogp $pair --sizes 0,1K,64K --max-train 40 --reps 2:2 --store read.db --quiet --resume -o resumed.json
"$old" report fast.json hockney.json --store runs.db -o report.html > /dev/null
