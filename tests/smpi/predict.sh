# Collective operations are predicted as they take on a simulated cluster of half-duplex links: PLogP is estimated there, with the longest eager message and what ports do with two messages at a time and both ways, and the file alone predicts what
# executed algorithms are timed to take. bench/collectives.sh does it for all algorithms and sizes.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/predicted.sh"
options="$platform_options --cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9"
cluster 16 125MBps 50us SHARED

succeeds "plogp is estimated" estimate_platform plogp.json
succeeds "the longest eager message is found to the byte" grep -q '"eager_bytes": 65535' plogp.json
succeeds "links are shared fairly, and seen to be" grep -q '"ports": "fair"' plogp.json
succeeds "links are half duplex, and seen to be" grep -q '"duplex_factor": \(2\.0\|1\.99\|2,\)' plogp.json
succeeds "operations are measured and predicted" measure_and_predict plogp.json 16 4K,128K scatter/linear gather/linear bcast/binomial allgather/ring alltoall/linear
succeeds "mean errors up to 0.5 %, the largest up to 1 %" print_errors 0.5 1

# received SERIES FROM:BYTES…: the receives of process 0, observed by tests/smpi/receives.c and predicted, as lines FROM:BYTES OBSERVED PREDICTED; false beyond 1 %, or if one is missing.
received()
{
	given=$1
	shift
	# shellcheck disable=SC2086
	timeout "${limit:-250}" smpirun -np 16 -platform platform.xml -hostfile hosts $exact --cfg=smpi/wtime:0 $options "$SONDE_BUILD/tests/sonde_test_receives" "$@" > observed 2> notes || return 1
	simulate 1 predict plogp.json p2p --messages "$given" --from 1 --to 0 --csv --quiet > predicted.csv || return 1
	awk -F, '
		{ sub(/\r$/, "") }
		FILENAME == "observed" { split($0, part, " "); observed[++n] = part[2]; which[n] = part[1]; next }
		FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		{
			m++
			if ($column["from"] ":" $column["bytes"] != which[m])
				bad = 1
			error = $column["seconds"] / observed[m] - 1
			printf "%s %.9g %.9g\n", which[m], observed[m], $column["seconds"]
			if (error > 0.01 || error < -0.01)
				bad = 1
		}
		END { exit bad || !n || n != m }' observed predicted.csv
}
# Messages of one sender in a row, and of several at once, as the root of a linear gather receives them. All are eager: longer ones, by MPI_Send, were there earlier than predicted by the sender's overhead.
succeeds "messages of one sender are received when it is predicted" received 6x16K 1:16384 1:16384 1:16384 1:16384 1:16384 1:16384
succeeds "so are messages of several sizes" received 1K,32K,4K,16K,1K 1:1024 1:32768 1:4096 1:16384 1:1024
succeeds "so are those of several senders" received 1:16K,2:16K,3:16K,4:16K,5:16K 1:16384 2:16384 3:16384 4:16384 5:16384
finish_simulated
