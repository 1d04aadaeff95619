# The fast method of Kielmann, Bal and Verstoep against saturation at the same epsilon and sizes, on their wide-area link and on fast Ethernet: at least 17 times less (simulated) time, as in
# the paper, and g(m) within 5 % (median over m; between some 10 bytes and 1 KiB the fast method adds the overheads where they overlap with the transfer in a train, as the paper saw, too).
. "$SONDE_SOURCE/tests/sh/smpi.sh"

value() # line, word before the number
{
	echo "$1" | sed -n "s/.*$2 \([0-9.]*\).*/\1/p"
}

"$SONDE_SOURCE/bench/fast_against_saturation.sh" "$SONDE" --sizes 0,1,64,4K,16K,40K,64K,128K,256K > table 2> notes
holds "the exit code of the comparison" "$? == 0"
cat table
grep '^fast ' table > summaries
holds "the links compared" "$(grep -c . summaries) == 2"
while read -r line; do
	ratio=$(value "$line" ratio)
	median=$(value "$line" "median difference")
	holds "saturation takes 17 times as long" "\"$ratio\" != \"\" && ${ratio:-0} >= 17"
	holds "the median difference of g in %" "\"$median\" != \"\" && ${median:-100} <= 5"
done < summaries

finish_simulated
