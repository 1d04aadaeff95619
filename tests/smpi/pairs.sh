# All pairs of 16 hosts of 7 kinds, heterogeneous Hockney: the parameters are those of the platform; parallel rounds find the same within 2 % and take a third of the platform's time at most; the average over
# pairs is that of the links; fit finds the same in the store.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:65536"
unlike_cluster 16

# Without searching, which takes as long either way.
seconds() { awk -F: '/"seconds": [0-9]/ && !/unit/ { s = $2 } /"searching": [0-9]/ { t = $2 } END { print s - t }' "$1"; }

for mode in serial parallel; do
	succeeds "hockney is estimated, $mode" simulate 16 estimate hockney --method two-point --long 32K --heterogeneous --$mode -o $mode.json --store $mode.db --json > $mode.table
	show $mode.json > $mode.csv
done
holds "there are 120 links" "$(grep -c '^alpha,' serial.csv) == 120"
# Two ways of 20 us each to a host of 118 MB/s and 60 us, 34 MB/s; 8 us of overheads, 16 bytes of envelope.
within "alpha of 0>5" "$(parameter serial.csv alpha "" "0>5")" "$(awk 'BEGIN { print 8e-6 + 80e-6 + 16 / 34e6 }')" 0.01
within "beta of 0>5" "$(parameter serial.csv beta "" "0>5")" "$(awk 'BEGIN { print 1 / 34e6 }')" 0.01
within "beta of 1>2" "$(parameter serial.csv beta "" "1>2")" "$(awk 'BEGIN { print 1 / 92e6 }')" 0.01
most=$(paste -d, serial.csv parallel.csv | awk -F, 'NR > 1 { a = $4 + $7; e = a ? ($13 + $16 - a) / a : 1; if (e < 0) e = -e; if (e > m) m = e } END { print m }')
holds "serial and parallel agree within 2 %: $most" "$most <= 0.02"
holds "parallel rounds are 3 times cheaper: $(seconds serial.table) s, $(seconds parallel.table) s" "$(seconds serial.table) >= 3 * $(seconds parallel.table) && $(seconds parallel.table) > 0"

succeeds "fit finds the model in the store" simulate 1 fit hockney --method two-point --heterogeneous --store parallel.db --statistic median -o fitted.json
show fitted.json > fitted.csv
cut -d, -f1-4,7 parallel.csv > a
cut -d, -f1-4,7 fitted.csv > b
succeeds "it is the same" cmp -s a b
succeeds "the average is taken" simulate 1 model average serial.json -o average.json
show average.json > average.csv
within "beta of the average" "$(parameter average.csv beta "")" "$(awk -F, '$1 == "beta" { s += $7; n++ } END { printf "%.12g", s / n }' serial.csv)" 1e-9
finish_simulated
