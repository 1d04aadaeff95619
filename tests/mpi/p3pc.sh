# P-3PC on two live processes: every path in every layout is measured, the model is complete, what is compared is what was asked for. Nothing is said of how good the timings are.
. "$SONDE_SOURCE/tests/sh/lib.sh"

begin "3pc and p3pc are estimated live, with blocks and strides as asked"
live 2 estimate p3pc --sizes 0,400,8K --blocks 20 --strides 2,5 $quick --budget none --max-train 20 --quiet -o p3pc.json --run paths
expect_code 0
expect_whole p3pc.json
expect_near blocks 20 "$(json p3pc.json parameters/blocks)" 0
expect_near stride_2 5 "$(json p3pc.json parameters/stride_2)" 0
expect_equal "sizes of the farther stride" 3 "$(json p3pc.json "parameters/t_af_nn_2/seconds/#")"
live 2 estimate 3pc --sizes 0,400,8K $quick --quiet -o 3pc.json
expect_code 0

begin "the store holds the points: three paths of 1 + 3 x 2 layouts at two sizes, and those of the empty message"
sonde export paths --summary --csv
expect_code 0
points() # condition of awk on columns: how many points of 8K there are of which it holds
{
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i } NR > 1 && $column["bytes"] == 8192 && $column["reply_bytes"] == 0 && '"$1" "$out" | grep -c .
}
expect_equal "points of 8K" 21 "$(points '$column["experiment"] ~ /^(roundtrip|send|receive)$/')"
expect_equal "streams of 8K" 7 "$(points '$column["experiment"] == "train" && $column["count"] == 1')"
# How far a stream grows beyond the first step is decided by timings: cli/p3pc has those that say so for certain.
expect_equal "streams of 8K, grown" 7 "$(points '$column["experiment"] == "train" && $column["count"] == 10')"
sonde fit p3pc --run paths --quiet -o again.json
expect_code 0
expect_equal "t_as_nc" "$(json p3pc.json parameters/t_as_nc/seconds/1)" "$(json again.json parameters/t_as_nc/seconds/1)"

begin "compare --paths measures between two strides of the model"
live 2 compare --paths p3pc.json 3pc.json --sizes 100,1000 --stride 3 $quick --json --quiet
expect_code 0
expect_json "rows/#" 48
expect_measured "a send call" "$(json "$out" rows/0/measured)"
live 2 compare --paths p3pc.json --sizes 100 --stride 7 $quick
expect_refusal 1 "does not know a stride of 7 blocks"

finish
