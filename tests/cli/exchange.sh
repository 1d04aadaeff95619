# Models go to other simulators and come back with the same parameters; what other benchmarks print becomes timings, of which models are fitted.
. "$SONDE_SOURCE/tests/sh/lib.sh"

hockney() # alpha, beta
{
	echo "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 4, \"parameters\": {\"alpha\": $1, \"beta\": $2}}"
}

begin "a hockney model as a configuration of Dimemas has the same parameters when it comes back"
for pair in "5e-5 9e-9" "1.2345678901e-6 8.7654321e-11" "0.001 1e-6" "2e-6 0"; do
	hockney $pair > there.json
	sonde export there.json --format dimemas -n 16 -o there.cfg
	expect_code 0
	grep -q '^"multi node information" {0, 16, ' there.cfg || fail "16 nodes are expected"
	sonde import there.cfg -o back.json
	expect_code 0
	expect_near "alpha" "${pair% *}" "$(json back.json parameters/alpha)" 1e-15
	expect_near "beta" "${pair#* }" "$(json back.json parameters/beta)" 1e-15
done

begin "what is no such model, or no such file, is refused"
write_plogp plogp.json
sonde export plogp.json --format dimemas
expect_refusal 1 "plogp model can be converted"
sonde export --format simgrid
expect_refusal 2 "which model"
sonde export there.json --format csv -n 4
expect_refusal 2 "--processes goes with the formats of models"
for option in --summary "--confidence 0.9" "--store any.db" --json --csv; do
	# shellcheck disable=SC2086
	sonde export there.json --format simgrid $option
	expect_refusal 2 "${option% *} goes with the formats of runs, not with --format simgrid"
done
sed 's/"environment information" .*/"environment information" {"", 0};;/' there.cfg > short.cfg
sonde import short.cfg
expect_refusal 1 "short.cfg: line 4: a record of 7 fields is wanted"
for field in "nodes 1e93" "nodes 2.5" "nodes 0" "bandwidth 1e-300" "bandwidth 1e300"; do
	[ "${field% *}" = nodes ] && edit="s/{\"\", 0, \"\", [0-9]*,/{\"\", 0, \"\", ${field#* },/" || edit="/environment/s/, [-0-9.e+]*, 0, 1}/, ${field#* }, 0, 1}/"
	sed "$edit" there.cfg > wrong.cfg
	sonde import wrong.cfg
	expect_refusal 1 "wrong.cfg: line 4: "
	expect_err "${field% *}"
done
sed '/multi node/s/, [-0-9.e]*, 1, 1, 0.0}/, 1e101, 1, 1, 0.0}/' there.cfg > late.cfg
sonde import late.cfg
expect_refusal 1 "no number of seconds up to 1e+100"
grep -v '^"multi node information"' there.cfg > none.cfg
sonde import none.cfg
expect_refusal 1 'there is no record "node information"'
{ cat there.cfg; echo '"node information" {0, "", 1, 1.0, 0.0, 0.0, 0, 1, 1, 0.5, 1, 1, 0.0};;'; } > unlike.cfg
sonde import unlike.cfg
expect_refusal 1 "nodes that are alike"
{ grep -v '^"multi node' there.cfg; echo '"node information" {0, 0, "", 1, 1, 1, 0.0, 0.25, 1.0, 0.0, 0.0};;'; } > former.cfg
sonde import former.cfg
expect_code 0
expect_out '"alpha": 0.25'

begin "a loggp model as options of LogGOPSim is the same in sonde's own simulation"
echo '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "provenance": {"eager_bytes": 65535}, "parameters": {"L": 4.0125e-5, "o_s": 5e-6, "o_r": 5e-6, "g": 6e-6, "G": 8.25e-9}}' > loggp.json
sonde export loggp.json --format loggopsim --quiet
expect_code 0
expect_out "LogGOPSim -f FILE.bin -L 40125 -o 5000 -g 6000 -G 8.25 -O 0 -S 65535"
loggops=$(sed -n 's/^# LogGOPS: //p' "$out")
"$SONDE" schedule bcast --algorithm chain -n 4 -s 1000 -o chain.goal
sonde simulate chain.goal --loggops "$loggops" --json
expect_code 0
simulated=$(json "$out" rows/3/seconds)
sonde simulate chain.goal --loggops L=40.125us,o=5us,g=6us,G=8.25ns,O=0,S=65535 --json
expect_equal "the time of the last process" "$(json "$out" rows/3/seconds)" "$simulated"
sonde export plogp.json --format loggopsim
expect_code 0
expect_out "LogGOPSim -f FILE.bin -L "

begin "a platform of SimGrid has the model's times"
hockney 5e-5 1e-8 | sed 's/"processes"/"provenance": {"ports": "fair"}, "processes"/' > shared.json
sonde export shared.json --format simgrid -n 8
expect_code 0
expect_silence err
expect_out 'radical="0-7"'
expect_out 'bw="1e+09Bps"'
expect_out '<prop id="smpi/bw-factor" value="0:0.66'
expect_out ';2064:0.1"/>' # where the header weighs nothing, the model's bandwidth
expect_out ';2064:49.84"/>' # without the 16 bytes of the header
expect_out '<prop id="smpi/or" value="0:0:0"/>'
expect_equal "limits of concurrency" 0 "$(grep -c concurrency "$out")"

begin "ports that serve in turn have one message at a time, for as long as the model's gap"
hockney 5e-5 1e-8 > there.json
sonde export there.json --format simgrid
expect_code 0
expect_out '<prop id="maxmin/concurrency-limit" value="1"/>'
expect_out ';17:0;' # no latency beside what keeps the port

begin "messages that wait have their overheads on the wire"
echo '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "provenance": {"eager_bytes": 4096, "ports": "fair"}, "parameters": {"L": 1e-5, "o_s": 5e-5, "o_r": 5e-5, "g": 5e-5, "G": 1e-8}}' > waits.json
sonde export waits.json --format simgrid
expect_code 0
expect_silence err
expect_out '<prop id="smpi/os" value="0:5e-05:0;4096:0:0"/>'
expect_out '<prop id="smpi/ois" value="0:5e-05:0;4096:0:0"/>'
expect_out '<prop id="smpi/or" value="0:5e-05:0;4096:0:0"/>'
expect_out ';2064:9.83;4112:109.83"/>'

begin "a note says how far a message's time is off, and rounding alone is none"
hockney 0 1e-9 > no-latency.json
sonde export no-latency.json --format simgrid
expect_err "up to 70.0 % off the model" # a message of one byte has 16 more, at a tenth of the time for each
hockney 0 0 > nothing.json
sonde export nothing.json --format simgrid
expect_silence err
expect_out 'bw="1e+15Bps"'
echo '{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"L": 2e-6, "o_s": {"bytes": [0, 1000, 2000], "seconds": [1e-6, 3e-6, 5e-6]}, "o_r": {"bytes": [0, 1000, 2000], "seconds": [1e-6, 3e-6, 5e-6]}, "g": {"bytes": [0, 1000, 2000], "seconds": [0, 4e-6, 8e-6]}}}' > alike.json
sonde export alike.json --format simgrid
expect_silence err
expect_out 'bw="5e+09Bps"'
sed 's/"g": 6e-6/"g": 0.2e-9/' loggp.json > small.json
sonde export small.json --format loggopsim
expect_silence err
sed 's/"L": 4.0125e-5, "o_s": 5e-6, "o_r": 5e-6/"L": 1.4e-9, "o_s": 0, "o_r": 0/' loggp.json > short.json
sonde export short.json --format loggopsim
expect_err "up to 28.6 % off the model: LogGOPSim takes whole nanoseconds"

# Half round trips of 20 us + 10 ns a byte, as each benchmark prints them.
sizes="0 1 64 1024 65536 1048576"
osu() { printf '# OSU MPI Latency Test v5.9\n# Size          Latency (us)\n'; for m in $sizes; do echo "$m $m" | awk '{ printf "%-22d %.4f\n", $1, 20 + 0.01 * $2 }'; done; }
imb()
{
	printf '# Benchmarking PingPing\n# #processes = 2\n       #bytes #repetitions      t[usec]   Mbytes/sec\n            0         1000         9.99         0.00\n\n'
	printf '#---------------------------------------------------\n# Benchmarking PingPong\n# #processes = 2\n#---------------------------------------------------\n       #bytes #repetitions      t[usec]   Mbytes/sec\n'
	for m in $sizes; do echo "$m" | awk '{ t = 20 + 0.01 * $1; printf "%13d %12d %12.4f %12.2f\n", $1, 1000, t, $1 / t }'; done
	printf '\n\n# All processes entering MPI_Finalize\n'
}
netpipe() { for m in $sizes; do [ $m -eq 0 ] || echo "$m" | awk '{ t = 20e-6 + 1e-8 * $1; printf "%8d %f %14.10f\n", $1, $1 * 8 / t / 1048576, t }'; done; }
printed() { i=0; for m in $sizes; do [ $m -eq 0 ] || echo "$i $m" | awk '{ t = 20 + 0.01 * $2; printf "%3d: %7d bytes %6d times --> %8.2f Mbps in %10.4f usec\n", $1, $2, 500, $2 * 8 / t, t }'; i=$((i + 1)); done; }

for benchmark in osu imb netpipe printed; do
	begin "timings of $benchmark become a run, of which a model is fitted"
	$benchmark > $benchmark.txt
	sonde import $benchmark.txt --run $benchmark
	expect_code 0
	expect_err " timings of "
	sonde fit hockney --run $benchmark -o $benchmark.json --json
	expect_code 0
	expect_near "alpha" 20e-6 "$(json $benchmark.json parameters/alpha)" 1e-4
	expect_near "beta" 1e-8 "$(json $benchmark.json parameters/beta)" 1e-4
done

begin "several files are timings of one run, and runs of a file each are launches"
sonde import osu.txt osu.txt osu.txt --run launches --quiet
expect_code 0
expect_silence err
sonde export launches --summary --json
expect_json rows/0/n 3
sonde runs show launches
expect_code 0
expect_out "imported from OSU Micro-Benchmarks"
for i in 1 2 3 4 5; do
	osu | sed "s/\$/$i/" > a.txt
	sonde import a.txt --run a-$i --quiet
	sonde import a.txt --run b-$i --quiet
done
sonde runs compare 'b-*' --baseline 'a-*'
expect_code 0
expect_out "b-* (b, 5 launches) against a-* (a, 5 launches)"
sonde runs compare launches --baseline a-1
expect_out "launches (b, 1 launch)"

begin "of several tables those of latencies are read, and a column that says Pass is passed over"
{ osu; printf '\n# OSU MPI Bandwidth Test v5.9\n# Size      Bandwidth (MB/s)\n1 2.5\n65536 99\n'; osu; } > both.txt
sonde import both.txt --run both
expect_code 0
expect_err "12 timings of OSU"
sonde export both --summary --json
expect_near "the longest empty round trip" 4e-5 "$(json "$out" rows/0/max)" 1e-9
expect_near "the longest one of 64 KiB" 1.35072e-3 "$(json "$out" rows/4/max)" 1e-6
{ osu | head -2; echo "8 20.08    Pass"; echo "16   20.16 Pass  "; } > checked.txt
sonde import checked.txt --run checked
expect_code 0
expect_err "2 timings of OSU"

begin "what begins as a line and is none is refused with its number"
for line in "8 20.08 Fail" "8 20.08us" "8" "1e999 2" "-8 20"; do
	{ osu; echo "$line"; } > broken.txt
	sonde import broken.txt --store none.db
	expect_refusal 1 "broken.txt: line 9: "
done
{ imb | sed '/PingPing/,/^$/d' | grep -v Finalize; echo "  128 1000 9,99 1.0"; } > broken.txt
sonde import broken.txt --store none.db
expect_refusal 1 "it begins as one of Intel MPI Benchmarks, and is none"
{ printed; echo "  9: 128 bytes many times --> 1.0 Mbps in 9.9 usec"; } > broken.txt
sonde import broken.txt --store none.db
expect_refusal 1 "broken.txt: line 6: it begins as one of NetPIPE"
{ netpipe; echo "128 50.0 1.0"; } > broken.txt
sonde import broken.txt --store none.db
expect_refusal 1 "broken.txt: line 6: it begins as one of NetPIPE"
{ printf '0: node1\n1: node2\n'; printed; } > hosts.txt
sonde import hosts.txt --run hosts
expect_code 0

begin "what is no such output is refused, and nothing is stored"
printf '1 2 3\n4 5 6\n' > three.txt
sonde import three.txt --store none.db
expect_refusal 1 "it is no output of osu_latency"
printf '# OSU MPI Bandwidth Test v5.9\n# Size      Bandwidth (MB/s)\n1 2.5\n' > bandwidth.txt
sonde import bandwidth.txt --store none.db
expect_refusal 1 'it is of "OSU MPI Bandwidth Test v5.9", and latencies alone are read'
echo "hello" > hello.txt
sonde import hello.txt --store none.db
expect_refusal 1 "it is no output of osu_latency"
printf '# OSU MPI Latency Test v5.9\n# Size Latency (us)\n' > empty.txt
sonde import empty.txt --store none.db
expect_refusal 1 "there is no line"
printf '# OSU MPI Latency Test v5.9\n8 -3\n' > negative.txt
sonde import negative.txt --store none.db
expect_refusal 1 "negative.txt: line 2: 8 bytes in -3e-06 s cannot be"
sonde import osu.txt imb.txt --store none.db
expect_refusal 1 "a run has one"
sonde import osu.txt -o x.json --store none.db
expect_refusal 2 "--output goes with a configuration of Dimemas"
expect_no_file none.db

finish
