# Thresholds of scatter and gather on a synthetic cluster that has some, and what is refused.
. "$SONDE_SOURCE/tests/sh/lib.sh"

write_cluster() # file, processes, further parameters
{
	cat > "$1" << END
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": $2, "parameters": {"any": {"C": 2e-5, "t": 2e-8, "L": 4e-5, "inverse_beta": 6e-8$3}}}
END
}
at='"bytes": [8192, 65535]'
write_cluster irregular.json 8 ", \"S\": 50000, \"M1\": 8192, \"M2\": 65536, \"escalation_probability\": {$at, \"value\": [0.5, 0.5]},
	\"escalation_q10\": {$at, \"seconds\": [0.05, 0.05]}, \"escalation_q50\": {$at, \"seconds\": [0.2, 0.2]}, \"escalation_q90\": {$at, \"seconds\": [0.25, 0.25]}"
write_cluster regular.json 8 ""
write_cluster pair.json 2 ""
cp regular.json target.json

begin "thresholds and escalations are found, and added to a model"
sonde measure thresholds --platform synthetic:irregular.json --model target.json --json
expect_code 0
expect_json summary/S 50000
expect_json summary/M1 8192
expect_json summary/M2 65536
expect_json rows/# 8
expect_json rows/0/bytes 8192
sonde model show target.json
expect_code 0
expect_out M1
expect_out escalation_probability

begin "every timing is in the store"
kept=$(runs sonde.db)
expect_runs sonde.db 1
case $kept in
*"measure thresholds"*) ;;
*) fail "the run's purpose is not in: $kept" ;;
esac

begin "where nothing escalates nothing is invented, and it is said"
sonde measure thresholds --platform synthetic:regular.json --noise 0.05 --outliers 0.05 --json
expect_code 0
expect_json rows/# 0
expect_json summary/M1 null
expect_err "there are no M1 and M2"
expect_err "there is no S"

begin "what cannot be is refused before anything is measured"
runs sonde.db > runs.before
sonde measure thresholds --platform synthetic:pair.json
expect_refusal 2 "thresholds need 3 processes at least"
sonde measure thresholds --platform synthetic:regular.json --root 8
expect_refusal 2 "--root 8: there are processes 0 to 7"
sonde measure thresholds --platform synthetic:regular.json --stride 64K
expect_refusal 2 "--stride 65536: at most a tenth of --max-size"
sonde measure thresholds --platform synthetic:regular.json --model pair.json
expect_refusal 1 "pair.json: a model of 2 processes; 8 are measured"
sonde measure thresholds --platform synthetic:regular.json --model nowhere.json
expect_refusal 1 "nowhere.json: cannot be opened"
write_plogp plogp.json
sonde measure thresholds --platform synthetic:regular.json --model plogp.json
expect_refusal 1 "plogp model without a place for the platform has no thresholds"
runs sonde.db > runs.now
expect_same_text runs.before runs.now
finish
