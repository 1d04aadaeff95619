# The fast method of Kielmann, Bal and Verstoep against saturation at the same epsilon and sizes, on their wide-area link and on fast Ethernet: at least 17 times less (simulated) time, as in
# the paper, 30 times on the slow link, where it takes a minute at most and ends by precision within the default budget; and g(m) within 5 % (median over m; between some 10 bytes and 1 KiB the fast method adds the overheads where they overlap with the transfer in a train, as the paper saw, too).
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
	case $line in
	"$(head -n 1 summaries)")
		holds "saturation takes 30 times as long on the slow link" "${ratio:-0} >= 30"
		holds "seconds of the fast method on the slow link" "$(value "$line" fast) <= 60"
		;;
	esac
	holds "the median difference of g in %" "\"$median\" != \"\" && ${median:-100} <= 5"
done < summaries

two_hosts 750kBps 2.5ms 750kBps 2.5ms
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/async-small-thresh:65536 --cfg=smpi/os:0:100e-6 --cfg=smpi/or:0:50e-6"
succeeds "the default budget" simulate 2 estimate plogp -o default.json > printed
holds "what the budget left" "$(grep -c "budget" notes) == 0"
holds "the eager limit" "$(awk -F'[:,]' '/"eager_bytes"/ { print $2 }' default.json) == 65535"

finish_simulated
