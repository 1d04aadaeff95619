# Three paths and four layouts: estimated, predicted, compared, and what decompositions they rank, on the platform of Seinstra and Koelma's Table 1.
. "$SONDE_SOURCE/tests/sh/lib.sh"
das=$SONDE_SOURCE/examples/das-p3pc.json
exact=1e-9 # rounding apart, nothing is lost without noise
few="--sizes 0,4K,200K,400K,2000K" # those of the paper

begin "p3pc: what is estimated is what the platform is made of"
sonde estimate p3pc --platform "synthetic:$das" $few --run back -o back.json --quiet
expect_code 0
for parameter in t_cs t_cr t_cf blocks stride t_as_nn/seconds/1 t_ar_cn/seconds/2 t_af_nc/seconds/4 t_af_cc/seconds/3; do
	expect_near $parameter "$(json "$das" parameters/$parameter)" "$(json back.json parameters/$parameter)" $exact
done

begin "p3pc: the calls by themselves are those of the paths where nothing else is known"
expect_near o_s "$(json "$das" parameters/t_as_cc/seconds/3 | awk '{ printf "%.17g", $1 + 5.98e-6 }')" "$(json back.json parameters/o_s/seconds/3)" $exact
expect_near o_r "$(json "$das" parameters/t_cr)" "$(json back.json parameters/o_r/seconds/0)" $exact

begin "p3pc: streams of every layout grow, of short messages to twenty, of long ones as far as their time allows"
sonde export back --summary --csv
expect_code 0
expect_equal "streams of one message" 17 "$(awk -F, '$1 == "train" && $7 == 1' "$out" | grep -c .)" # four layouts of four sizes, and the empty message
expect_equal "sizes, longest streams and how many layouts have them" "0:20:1 4096:20:4 204800:10:4 409600:4:4 2048000:4:4" "$(
	awk -F, '$1 == "train" && $7 > most[$4, $5] { most[$4, $5] = $7 }
		END { for (stream in most) { split(stream, part, SUBSEP); print part[2] ":" most[stream] } }' "$out" | sort -n | uniq -c | awk '{ print $2 ":" $1 }' | xargs)"

begin "p3pc: sizes are added where times bend, and left out where they do not"
sonde estimate p3pc --platform "synthetic:$das" -o default.json --quiet
expect_code 0
expect_equal "a bend" 4096 "$(json default.json parameters/t_af_cc/bytes | tr -d '[] ' | tr ',' '\n' | grep -x 4096)"
sonde estimate p3pc --platform "synthetic:$das" --max-sizes 8 -o eight.json --quiet
expect_equal "8 sizes at most" 8 "$(json eight.json parameters/t_af_cc/bytes | tr -d '[] \n' | awk -F, '{ print NF }')"

begin "a table of a few sizes says that there are more, one of all does not"
sonde estimate p3pc --platform "synthetic:$das" --quiet --store titled.db
expect_out "p3pc model, 2 processes; a few sizes of those that JSON and CSV have"
sonde estimate p3pc --sizes 0,32K --platform "synthetic:$das" --quiet --store titled.db
expect_out "p3pc model, 2 processes"
! contains "$out" "a few sizes" || fail "all sizes are there"
sonde model show back.json
! contains "$out" "a few sizes" || fail "all sizes are there"

begin "p3pc can be fitted again from the store"
sonde fit p3pc --run back -o fitted.json --quiet
expect_code 0
expect_equal "t_as_nn" "$(json back.json parameters/t_as_nn/seconds/4)" "$(json fitted.json parameters/t_as_nn/seconds/4)"

begin "3pc and loggp-star are estimated too"
sonde estimate loggp-star --platform "synthetic:$das" $few -o star.json --quiet
expect_code 0
sonde model convert back.json --to loggp-star -o converted.json
expect_code 0
for parameter in L g G/seconds/1 G/seconds/4; do
	expect_near $parameter "$(json converted.json parameters/$parameter)" "$(json star.json parameters/$parameter)" $exact
done
sonde estimate 3pc --platform "synthetic:$das" -o 3pc.json --quiet
expect_code 0
expect_near t_cf 23.61e-6 "$(json 3pc.json parameters/t_cf)" $exact
sonde model convert 3pc.json --to loggp -o loggp.json
expect_code 0
expect_near "T(0) of loggp" 23.61e-6 "$("$SONDE" predict loggp.json p2p -s 0 --csv | awk -F, 'END { print $5 }')" $exact

begin "predict --paths tells sender, receiver and the whole way apart, by layout"
sonde predict "$das" p2p --paths -s 4K,2000K --json
expect_code 0
expect_json "rows/#" 8
expect_json rows/7/layout nn
expect_near "send of nn" 87870.27e-6 "$(json "$out" rows/7/send)" $exact
expect_near "receive of nn" 98275.11e-6 "$(json "$out" rows/7/receive)" $exact
expect_near "full path of nn" 132399.2e-6 "$(json "$out" rows/7/full)" $exact
sonde predict "$das" p2p --paths --layout cn -s 4K
expect_code 0
expect_out "cn"
sonde predict star.json p2p --paths -s 4K
expect_out "all alike under this model"

begin "a stride that was not measured is not guessed"
sonde predict "$das" p2p --paths --layout nn --stride 4 -s 4K
expect_refusal 1 "does not know a stride of 4 blocks: noncontiguous data were measured at 2"
sonde compare --paths --stride 4 back.json --platform "synthetic:$das"
expect_refusal 1 "does not know a stride of 4 blocks"
sonde estimate p3pc --strides 4 --platform "synthetic:$das" -o four.json
expect_refusal 1 "does not know a stride of 4 blocks"

begin "a model of several strides says what lies between them"
sonde model convert back.json --to loggp-star -o converted.json
awk '/"stride": 2/ { print "    \"stride\": 2,"; print "    \"stride_2\": 10,"; for (i = 0; i < 9; i++) printf "%s%s\n", second[i], i < 8 ? "," : ""; next }
	{ print }
	/"t_a[srf]_(cn|nc|nn)"/ { line = $0; sub(/": \{/, "_2\": {", line); if (line !~ /\}/) exit 1; sub(/,[ ]*$/, "", line); second[n++] = line }' "$das" > two.json
sonde model check two.json
expect_code 0
sonde estimate p3pc --strides 2,10 --platform synthetic:two.json $few -o found.json --quiet
expect_code 0
expect_near stride_2 10 "$(json found.json parameters/stride_2)" $exact
expect_near t_as_nn_2 "$(json two.json parameters/t_as_nn_2/seconds/4)" "$(json found.json parameters/t_as_nn_2/seconds/4)" $exact
sonde predict found.json p2p --paths --layout nn --stride 7 -s 2000K --json
expect_code 0
expect_near "send of nn at a stride of 7" 87870.27e-6 "$(json "$out" rows/0/send)" $exact
sonde predict found.json p2p --paths --layout nn --stride 11 -s 2000K
expect_refusal 1 "measured at 2, 10"

begin "compare --paths: P-3PC predicts its own platform, LogGP* only the full path of contiguous data"
sonde compare --paths back.json star.json --platform "synthetic:$das" --count 6 --json --quiet
expect_code 0
expect_json "rows/#" 144
expect_near "p3pc's error" 0 "$(json "$out" summary/p3pc/mean_relative_error | awk '{ print $1 < 1e-9 ? 0 : 1 }')" 0
expect_near "loggp-star's error of full_cc" 0 "$(json "$out" summary/loggp-star/full_cc | awk '{ print $1 < 1e-9 ? 0 : 1 }')" 0
json "$out" summary/loggp-star/full_nn | awk '{ exit !($1 > 0.3) }' || fail "LogGP* should be off by more than 30 % for nn"

begin "fit --hold-back holds a model against the sizes that it has not seen, in one run"
sonde estimate p3pc --platform "synthetic:$das" --sizes 0,4K,100000,200K,400K,500000,2000K --run held --quiet
sonde fit p3pc --run held --hold-back 100000,500000 -o less.json --json
expect_code 0
expect_json "rows/#" 24
expect_near "the error" 0 "$(json "$out" summary/p3pc/mean_relative_error | awk '{ print $1 < 1e-9 ? 0 : 1 }')" 0
expect_equal "sizes fitted" 204800 "$(json less.json parameters/t_as_nn/bytes/2)"
sonde fit p3pc --run held --hold-back 4K --json
expect_code 0
json "$out" summary/p3pc/mean_relative_error | awk '{ exit !($1 > 0.1) }' || fail "without 4K, where Table 1 bends, P-3PC should be off by more than 10 %"
sonde fit p3pc --run held --hold-back 100001
expect_refusal 1 "--hold-back 100001: the run has no timing of messages of 100001 bytes"
sonde fit p3pc --runs held,held --hold-back 4K
expect_refusal 2 "--hold-back goes with one run"

begin "decompose: P-3PC prefers 2x8 for exchanges, LogGP* 4x4"
sonde decompose -m "$das" --domain 512x512 --border 18 -n 16 --exchanges 1000 --one-grid --json
expect_code 0
expect_json summary/best 2x8
expect_json rows/0/grid 2x8
expect_json rows/0/step whole
expect_near "exchange of 2x8" 1635.012e-6 "$(json "$out" summary/plan/2\ exchange | sed 's/.*, \(.*\) us/\1e-6/')" 1e-6
sonde decompose -m "$das" --domain 512x512 --border 18 -n 16 --csv --quiet
grep -m 1 '^exchange,' "$out" | grep -q ',2x8,' || fail "of exchanges alone 2x8 should come first"
sonde decompose -m "$das" --domain 512x512 --border 18 -n 16 --exchanges 1000 --one-grid --json
best=$(json "$out" rows/0/seconds)
sonde decompose -m "$das" --domain 512x512 --border 18 -n 16 --exchanges 1000 --json
expect_json summary/best 2x8
expect_equal "the best keeps its grid" "$best" "$(json "$out" rows/0/seconds)"
expect_json summary/next "2x8 > 1x16" # quicker by 0.008 %, which is no difference
expect_json rows/1/verdict "no difference"
sonde decompose -m "$das" --domain 512x512 --border 18 -n 16 --exchanges 1 --json
expect_json summary/best 1x16
sonde decompose -m star.json --domain 512x512 --border 18 -n 16 --exchanges 1000 --json
expect_json summary/best 4x4
expect_silence err # it knows no layouts

begin "decompose says where it takes a stride that the model does not know for another one"
sonde decompose -m "$das" --domain 512x512 --border 18 -n 16
expect_code 0
expect_err "noncontiguous data have strides of 2 to 16.2 blocks: the model knows one of 2 only, which stands for the others"
sonde decompose -m "$das" --domain 512x512 -n 2
expect_code 0
expect_silence err
sonde decompose -m "$das" --domain 512x512 --border 18 -n 16 --quiet
expect_silence err
sed 's|"blocks": 100,|"blocks": 100|; /"stride"/d' "$das" > unsaid.json
sonde decompose -m unsaid.json --domain 512x512 -n 2
expect_code 0
expect_err "the model does not say at which stride its noncontiguous data were measured, and its own stands for the others"

begin "blocks and strides that no layout can have are refused"
for edit in '"blocks": 0' '"blocks": 1e300' '"blocks": -3'; do
	sed "s/\"blocks\": 100/$edit/" "$das" > wrong.json
	sonde compare --paths wrong.json --platform "synthetic:$das"
	expect_refusal 1 "parameter blocks of a p3pc model is "
done
for edit in '"stride": 0' '"stride": 1e300'; do
	sed "s/\"stride\": 2/$edit/" "$das" > wrong.json
	sonde compare --paths wrong.json --platform "synthetic:$das"
	expect_refusal 1 "from 1 to 4096 are allowed"
done
sed 's/"stride": 2/"stride": 1.5/' "$das" > wrong.json
sonde model check wrong.json
expect_refusal 1 "parameter stride of a p3pc model is 1.5: data were measured at whole strides"

begin "messages that are shorter than a block are of one block"
sonde estimate p3pc --platform "synthetic:$das" --sizes 0,1 --run tiny -o tiny.json --quiet
expect_code 0
expect_equal "blocks" 1 "$(json tiny.json parameters/blocks)"

begin "decompose of one dimension and of three"
sonde decompose -m "$das" --domain 512 --border 2 -n 4 --json
expect_code 0
expect_json summary/best 4
expect_json rows/0/part 128
sonde decompose -m "$das" --domain 64x64x60 --border 2 -n 4 --exchanges 1000 --one-grid --json --quiet
expect_code 0
expect_json summary/best 1x1x4

begin "an option counts, whatever the file of operations says"
printf 'domain 512x512\nelement 8\nprocesses 4\nperiodic x\nscatter\nexchange 18\ngather\n' > file
sonde decompose -m "$das" --domain 256x256 --border 18 -n 16 --element 4 --json --quiet
want=$(json "$out" rows/0/seconds)
sonde decompose -m "$das" --operations file --domain 256x256 -n 16 --element 4 --periodic none --json --quiet
expect_code 0
expect_near "as by options alone" "$want" "$(json "$out" rows/0/seconds)" 1e-12
sonde decompose -m "$das" --operations file --domain 64x64x64
expect_refusal 2 "--domain 64x64x64: file is of 2 dimensions"

begin "wrong options are refused"
sonde decompose -m "$das" --domain 512x -n 16
expect_refusal 2 "--domain: 512x: the elements in each of 1 to 3 dimensions are expected"
sonde decompose -m "$das" --domain 512x512 -n 16 --periodic z
expect_refusal 2 "--periodic z: none, all, or letters of the domain's 2 dimensions"
sonde decompose -m "$das" --domain 512x512 -n 16 --compute 12
expect_refusal 2 "--compute: "
echo "domain 512x512" > steps
sonde decompose -m "$das" --operations steps -n 16
expect_refusal 1 "there are no operations"
sonde decompose -m "$das" --operations steps -n 16 --border 3
expect_refusal 2 "leave out --border"
echo "scater" >> steps
sonde decompose -m "$das" --operations steps -n 16
expect_refusal 1 "steps, line 2: there is no \"scater\", perhaps \"scatter\""
sonde decompose -m "$das" --operations missing -n 16
expect_refusal 1 "missing"
sonde decompose -m "$das" -n 16
expect_refusal 2 "--domain WxH is missing"
sonde decompose --domain 8x8 -n 16
expect_refusal 2 "-m MODEL.json is missing"
sonde decompose -m "$das" --domain 8x8
expect_refusal 2 "-n P is missing"
sonde decompose -m "$das" --domain 16777216x16777216 --element 1M -n 4
expect_refusal 1 "it is too large"
sonde decompose -m "$das" --domain 8x8 --border 5 -n 16
expect_refusal 1 "take fewer processes"
sonde predict "$das" p2p --layout nn -s 4K
expect_refusal 2 "--layout goes with --paths only"
sonde predict "$das" p2p --paths --layout xx -s 4K
expect_refusal 2 "the layouts are cc, cn, nc and nn"
sonde predict "$das" scatter --paths --algorithm linear -n 4 -s 4K
expect_refusal 2 "--paths"
sonde estimate p3pc --strides 1,2,3,4,5 --platform "synthetic:$das"
expect_refusal 2 "--strides: at most 4 distances"
sonde estimate p3pc --sizes 4K,8K --platform "synthetic:$das"
expect_refusal 2 "--sizes must contain 0"
sonde fit p3pc --run nowhere
expect_code 1

finish
