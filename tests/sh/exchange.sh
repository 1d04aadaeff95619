# What bench/exchange.sh and tests/smpi/exchange.sh share: models on platforms of SimGrid that were written of them. Sourced after tests/sh/smpi.sh.
. "$SONDE_SOURCE/tests/sh/predicted.sh"

# hockney, loggp and plogp of a network of about 100 MB/s with eager messages below 64 KiB; plogp's curves bend.
write_models()
{
	head='{"format": "sonde-model", "version": 1, "processes": 8, "provenance": {"eager_bytes": 65535, "ports": "fair"}, "model": '
	echo "$head \"hockney\", \"parameters\": {\"alpha\": 5e-5, \"beta\": 9e-9}}" > hockney.json
	echo "$head \"loggp\", \"parameters\": {\"L\": 4e-5, \"o_s\": 5e-6, \"o_r\": 4e-6, \"g\": 5e-6, \"G\": 8e-9}}" > loggp.json
	echo "$head \"plogp\", \"parameters\": {\"L\": 4.4e-5,
		\"o_s\": {\"bytes\": [0, 1048576], \"seconds\": [5e-6, 5e-6]},
		\"o_r\": {\"bytes\": [0, 1048576], \"seconds\": [4e-6, 4e-6]},
		\"o_r_expected\": {\"bytes\": [0, 1048576], \"seconds\": [4e-6, 4e-6]},
		\"g\": {\"bytes\": [0, 16384, 65536, 1048576], \"seconds\": [5e-6, 1.6884e-4, 6.0e-4, 8.0e-3]}}}" > plogp.json
}

# Three that are hard to say in SMPI's options, with eager messages up to 4 KiB: overheads that are most of a message's time, overheads inside the transfer that together take longer than it, and times that leap and fall with the size.
write_hard_models()
{
	head='{"format": "sonde-model", "version": 1, "processes": 2, "provenance": {"eager_bytes": 4096}, "model": '
	echo "$head \"loggp\", \"parameters\": {\"L\": 1e-5, \"o_s\": 5e-5, \"o_r\": 5e-5, \"g\": 5e-5, \"G\": 1e-9}}" > overheads.json
	rising='{"bytes": [0, 1048576], "seconds": [1e-5, 8e-3]}'
	echo "$head \"plogp\", \"parameters\": {\"L\": 1e-5, \"o_s\": $rising, \"o_r\": $rising, \"g\": $rising}}" > overlap.json
	constant='{"bytes": [0], "seconds": [1e-6]}'
	echo "$head \"plogp\", \"parameters\": {\"L\": 1e-5, \"o_s\": $constant, \"o_r\": $constant,
		\"g\": {\"bytes\": [0, 1024, 2048, 8192, 16384, 65536, 1048576], \"seconds\": [1e-5, 6e-5, 3e-5, 9e-5, 5e-5, 8e-3, 1.6e-2]}}}" > falling.json
}

# export_platform MODEL.json HOSTS: platform.xml and hosts.
export_platform()
{
	"$tool_sonde" export "$1" --format simgrid -n "$2" -o platform.xml || return 1
	awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++) print "node" i }' > hosts
}

# sonde of the build for SMPI is a program of smpirun's: one process on any platform.
tool_sonde=$PWD/sonde_alone
cat > any.xml <<-END
	<?xml version='1.0'?>
	<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
	<platform version="4.1"><cluster id="any" prefix="any" suffix="" radical="0-1" speed="1Gf" bw="1GBps" lat="1us"/></platform>
END
echo any0 > any.hosts
printf '#!/bin/sh\nexec smpirun -np 1 -platform %s/any.xml -hostfile %s/any.hosts --log=root.thres:critical "%s" "$@"\n' "$PWD" "$PWD" "$SONDE" > sonde_alone
chmod +x sonde_alone

# measure_messages MODEL.json SIZES: round trips, measured on the platform and predicted, into both.csv as print_errors reads it.
measure_messages()
{
	simulate 2 measure p2p --sizes "$2" --loop 50 --reps 3:5 --patience 0 --store messages.db --csv --quiet > measured.csv || return 1
	"$tool_sonde" predict "$1" p2p -s "$2" --csv --quiet > predicted.csv || return 1
	awk -F, '
		{ sub(/\r$/, "") }
		FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		FILENAME == "measured.csv" { measured[$column["bytes"]] = $column["seconds"]; next }
		$column["bytes"] in measured { printf "p2p,%s,%.9g,%.9g\n", $column["bytes"], measured[$column["bytes"]], 2 * $column["seconds"] }' measured.csv predicted.csv > both.csv
}
