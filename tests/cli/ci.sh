# The lines of doc/ci.md run as they stand, in a folder where sonde is the command and mpirun starts it on a synthetic platform: one that stays the same, one that becomes slower.
. "$SONDE_SOURCE/tests/sh/lib.sh"
mkdir programs
ln -s "$SONDE" programs/sonde
cat > programs/mpirun << 'END'
#!/bin/sh
[ "$1" = -n ] || exit 2
shift 2
seed=$(($(cat seed) + 1))
echo $seed > seed
exec "$@" --platform synthetic:platform.json --noise 0.05 --statistic median --reps 20:20 --seed $seed
END
chmod +x programs/mpirun
PATH=$PWD/programs:$PATH
echo 0 > seed

# The nth block of shell of the page.
block() # n
{
	awk -v n="$1" '/^```sh$/ { i++; inside = 1; next } /^```/ { inside = 0 } inside && i == n' "$SONDE_SOURCE/doc/ci.md"
}

platform() # alpha, beta
{
	echo "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2, \"parameters\": {\"alpha\": $1, \"beta\": $2}}" > platform.json
}
block 1 > baseline.sh
block 2 > measure-and-compare.sh

begin "a baseline is measured"
platform 10e-6 2e-9
run sh baseline.sh
expect_code 0
expect_silence err
expect_runs ci.db 5

begin "what stays the same passes"
run env CHANGE=same ATTEMPT=1 sh measure-and-compare.sh
expect_code 0
expect_out "alarms"
expect_runs ci.db 10

begin "what is 15 % slower fails, and the table says where"
platform 11.5e-6 2.3e-9
run env CHANGE=slower ATTEMPT=1 sh measure-and-compare.sh
expect_code 3
expect_err "slower-1-* is slower than baseline-* by more than 5 % at"

begin "what is 3 % slower passes, what is quicker too"
platform 10.3e-6 2.06e-9
run env CHANGE=little ATTEMPT=1 sh measure-and-compare.sh
expect_code 0
platform 8e-6 2e-9
run env CHANGE=quicker ATTEMPT=1 sh measure-and-compare.sh
expect_code 0

begin "what is measured again is compared by its own runs, and what cannot be measured is no pass"
run env CHANGE=slower ATTEMPT=2 sh measure-and-compare.sh
expect_code 0
expect_out "slower-2-* (b, 5 launches)"
run env CHANGE=slower ATTEMPT=2 sh measure-and-compare.sh
expect_code 1
expect_err "slower-2-1"
expect_silence out

begin "the page says what the exit codes mean, and its job calls these lines"
run cat "$SONDE_SOURCE/doc/ci.md"
expect_out "sh measure-and-compare.sh"
finish
