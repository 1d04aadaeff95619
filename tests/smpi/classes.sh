# Classes of processes on 28 hosts of 7 kinds: they are found, the experiments are few, and linear scatter is predicted as by a full estimation of the first 12 hosts.
. "$SONDE_SOURCE/tests/sh/smpi.sh"
options="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6 --cfg=smpi/async-small-thresh:65536"
unlike_cluster 28

succeeds "hockney is estimated by classes" simulate 28 estimate hockney --method two-point --long 16K --classes auto --parallel -o classes.json > said
cp notes told
experiments=$(awk '$1 == "experiments" { print $2 }' said)
holds "there are 7 classes" "$(grep -c 'are of 7 classes' told) == 1"
# Two sizes with 5 landmarks, between 14 members, and of 60 pairs by which the classes are checked.
holds "there are $experiments experiments" "$experiments > 0 && $experiments <= 2 * (27 * 5 + 91 + 60)"
off=$(tr -d ' \n' < classes.json | sed 's/.*"check_deviation":\([^,}]*\).*/\1/')
holds "pairs that were not measured otherwise are predicted within 1 %: $off" "$off <= 0.01"
succeeds "hockney is estimated in full" simulate 12 estimate hockney --method two-point --long 16K --heterogeneous --parallel -o full.json > /dev/null
for model in classes full; do
	simulate 1 predict $model.json scatter --algorithm linear -n 12 -s 1K:64K --csv | awk -F, 'NR > 1 { print $5 }' > $model.txt
done
most=$(paste -d' ' classes.txt full.txt | awk '{ e = $1 / $2 - 1; if (e < 0) e = -e; if (e > m) m = e; n++ } END { print n ? m : 1 }')
holds "scatter is predicted alike within 1 %: $most" "$most <= 0.01"
finish_simulated
