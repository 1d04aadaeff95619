# What --help says of defaults is so: with the option and its default the result is the same to the last digit as without the option, on a noisy synthetic
# platform, where nearly everything shows. And it is no empty claim: another value makes a difference.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp model.json
sonde model convert model.json --to loggp -o loggp.json
cp "$SONDE_SOURCE/examples/das-p3pc.json" p3pc.json

# Lines "--name default" for the options of a command whose default is one word; what stands behind it ("; large messages at most …") is cut off.
defaults() # command
{
	"$SONDE" "$1" --help | awk '
		function tell() {
			if (match(text, /--[a-z-]+/)) {
				name = substr(text, RSTART, RLENGTH)
				if (match(text, /\(default [^(): ;]+(:[0-9]+)?[;)]/) || match(text, /needed if there are more \(default [^()]+\)/)) {
					value = substr(text, RSTART, RLENGTH - 1)
					sub(/.*\(default /, "", value)
					print name, value
				}
			}
			text = ""
		}
		/^ +(-[a-z], )?--/ { tell() }
		/^ / { text = text " " $0; gsub(/ +/, " ", text) }
		END { tell() }'
}

# Runs a command in a folder of its own, where no earlier run has a say, and keeps the table as JSON.
result() # file for the table, arguments
{
	table=$work/files/$1
	shift
	mkdir fresh
	cd fresh || exit 1
	cp ../model.json ../loggp.json ../p3pc.json .
	sonde "$@" --json
	cp "$out" "$table"
	cd ..
	rm -r fresh
	[ $code -eq 0 ] || fail "it failed"
}

noise="--noise 0.1 --outliers 0.02"
synthetic="--platform synthetic:model.json"
# The command lines to which options are added, and which of them is for a command's option.
quiet_estimate="estimate plogp $synthetic"
noisy_estimate="$quiet_estimate $noise"
long_estimate="estimate loggp --platform synthetic:loggp.json $noise"
paths_estimate="estimate p3pc --platform synthetic:p3pc.json $noise"
quiet_compare="compare model.json $synthetic"
noisy_compare="$quiet_compare $noise"
for base in quiet_estimate noisy_estimate long_estimate paths_estimate quiet_compare noisy_compare; do
	eval "result $base.json \$$base"
done

base() # command, option
{
	case $2 in
	--noise | --outliers) echo "quiet_$1" ;;
	--long) echo "long_$1" ;;
	--blocks | --strides) echo "paths_$1" ;;
	*) echo "noisy_$1" ;;
	esac
}

# Adds an option to its command line; the table without it is $without, with it with.json.
with_option() # command, option, value
{
	rm -f with.json
	without=$(base "$1" "$2")
	eval "result with.json \$$without $2 $3"
	without=$without.json
}

for command in estimate compare; do
	begin "$command: what --help calls a default is what happens without the option"
	defaults "$command" > listed
	told=0
	while read -r option value; do
		case $option in
		--platform) # mpi: the others are synthetic
			expect_equal "default of --platform" mpi "$value"
			continue
			;;
		--run) # run-<number>
			value=run-1
			;;
		--statistic) # of a live platform; on a synthetic one it is another
			expect_equal "default of --statistic" median "$value"
			value=min
			;;
		esac
		with_option $command "$option" "$value"
		expect_same_text "$without" with.json
		told=$((told + 1))
	done < listed
	[ $told -ge 10 ] || fail "only $told defaults are tested: $(tr '\n' ' ' < listed)"
done

begin "another value than the default makes a difference"
while read -r option value; do
	with_option estimate "$option" "$value"
	cmp -s "$without" with.json && fail "$option $value changes nothing"
done << 'END'
--method saturation
--sizes 0,1K,64K
--size-rule midpoint
--epsilon 0.2
--max-size 64K
--max-sizes 5
--long 64K
--blocks 8
--directions both
--reps 3:5
--error 0.5
--confidence 0.8
--statistic mean
--seed 2
--max-train 20
--tick 1us
--noise 0.3
--outliers 0.3
--switching 2:1ms
--drifting 0.5:1s
--disturbances 4:1ms:5ms
END

begin "the store is sonde.db where the command runs, the run is run-1 and so on"
sonde estimate plogp $synthetic --sizes 0,1K --quiet
expect_file sonde.db
sonde estimate plogp $synthetic --sizes 0,1K --quiet --statistic median
expect_equal "runs" "run-1 run-2 " "$(runs sonde.db | cut -d '|' -f 1 | tr '\n' ' ')"

begin "fit: what --help calls a default is what happens without the option"
sonde estimate plogp $synthetic $noise --run noisy --quiet
sonde fit plogp --json
cp "$out" fitted.json
for option in "--method fast" "--store sonde.db" "--run noisy" "--pairs 0:1" "--statistic min" "--confidence 0.95" "--seed 1"; do
	sonde fit plogp --json $option
	expect_same_text fitted.json "$out"
done
sonde fit --help
tr -s ' \n' ' ' < "$out" > help # lines break where the widest option lets them
cp help "$out"
for text in "(default sonde.db)" "(default the newest that has what the model needs)" "(default 0:1)" "(default 0.95)" "(default 1)" "(default the model's first)"; do
	expect_out "$text"
done
for option in "--statistic mean" "--confidence 0.7" "--seed 2" "--run run-1"; do
	sonde fit plogp --json $option
	cmp -s fitted.json "$out" && fail "$option changes nothing"
done

begin "predict: from 0 to 1"
sonde predict --help
expect_out "the sender (default 0)"
expect_out "the receiver (default 1)"
sonde predict model.json p2p -s 1K --json
cp "$out" predicted.json
sonde predict model.json p2p -s 1K --json --from 0 --to 1
expect_same_text predicted.json "$out"

begin "the methods that --help names are those that there are, the default first"
sonde estimate --help
expect_out "plogp: fast or saturation; hockney: regression or two-point;"
for case in "plogp fast" "hockney regression" "logp saturation" "loggp saturation"; do
	model=${case% *}
	sonde estimate "$model" $synthetic --method no-such-method
	expect_refusal 2 "$model has no method \"no-such-method\": there are ${case#* }"
	sonde estimate "$model" $synthetic --quiet -o estimated.json
	expect_equal "method of $model" "${case#* }" "$(json estimated.json provenance/method)"
done

# Lines "--name model value" for defaults of single models, behind the one of all: "(default 100; p3pc: 32)".
defaults_of_models() # command
{
	"$SONDE" "$1" --help | awk '
		function tell() {
			if (match(text, /--[a-z-]+/)) {
				name = substr(text, RSTART, RLENGTH)
				if (match(text, /\(default[^()]*; [a-z0-9, -]+: [^ ()]+\)/)) {
					value = substr(text, RSTART, RLENGTH - 1)
					sub(/.*; /, "", value)
					models = value
					sub(/.*: /, "", value)
					sub(/: .*/, "", models)
					n = split(models, list, /, /)
					for (i = 1; i <= n; i++)
						print name, list[i], value
				}
			}
			text = ""
		}
		/^ +(-[a-z], )?--/ { tell() }
		/^ / { text = text " " $0; gsub(/ +/, " ", text) }
		END { tell() }'
}

begin "a default of one model is its own, on a platform whose curve bends everywhere"
awk 'BEGIN {
	for (i = 0; i <= 60; i++) { # up and down by a third of what a line would say
		bytes = bytes (i ? ", " : "") 2000 * i
		seconds = seconds (i ? ", " : "") sprintf("%.9g", 1e-6 * (1 + i + i % 2 * i / 3))
	}
	bytes = bytes ", 8000000" # beyond it goes up
	seconds = seconds ", 4e-3"
	printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"plogp\", \"processes\": 2, \"parameters\": {\"L\": 1e-5"
	n = split("o_s o_r g", names, " ")
	for (k = 1; k <= n; k++)
		printf ", \"%s\": {\"bytes\": [%s], \"seconds\": [%s]}", names[k], bytes, seconds
	print "}}"
}' > bends.json
defaults_of_models estimate > listed
expect_equal "defaults of single models" "--sizes 3pc 0,4K,200K,400K,2000K --max-sizes p3pc 32" "$(xargs < listed)"
while read -r option model value; do
	result without.json estimate "$model" --platform synthetic:../bends.json --reps 3:5
	result with.json estimate "$model" --platform synthetic:../bends.json --reps 3:5 "$option" "$value"
	expect_same_text without.json with.json
done < listed
result with.json estimate p3pc --platform synthetic:../bends.json --reps 3:5 --max-sizes 40
cmp -s without.json with.json && fail "40 sizes are no more than 32"

finish
