# sonde measure collective --algorithm: sonde's own algorithms, timed and checked as the library's operations are, and kept under their names; what cannot be is refused before anything is measured.
. "$SONDE_SOURCE/tests/sh/lib.sh"
corrupt=$SONDE_BUILD/tests/libsonde_test_corrupt.so
export OMPI_MCA_rmaps_base_oversubscribe=1
quick="--patience 0 --reps 2:2 --quiet"

for operation in bcast scatter scatterv gather gatherv reduce allreduce allgather alltoall barrier scan; do
	begin "$operation by all algorithms, the library's own first"
	[ $operation = barrier ] && sizes= || sizes="--sizes 0,1000"
	live 3 measure collective --op $operation --algorithm all --timing max $sizes $quick --csv
	expect_code 0
	expect_equal "algorithm of the first row" native "$(awk -F, 'NR == 2 { print $1 }' "$out")"
	awk -F, 'NR > 2 && $1 != "native" { n++ } END { exit !(n > 1) }' "$out" || fail "expected rows of other algorithms"
done

begin "an algorithm by name, with segments and fan-out, from another root; the store has its name, segment and fan-out"
live 3 measure collective --op bcast --algorithm chain --segment 256 --fanout 2 --root 2 --timing max --sizes 1000 $quick --store own.db --json
expect_code 0
expect_json rows/# 1
expect_json rows/0/algorithm chain
sonde export --store own.db
expect_code 0
expect_out "collective=bcast algorithm=chain segment=256 fanout=2 timing=max"

begin "processes in another order, in groups; the store has both"
live 3 measure collective --op bcast --algorithm binomial --order 2,0,1 --root 2 --timing max --sizes 1000 $quick --store arranged.db --json
expect_code 0
expect_json rows/# 1
live 3 measure collective --op scatter --algorithm two-level --groups 0,1,0 --timing max --sizes 1000 $quick --store arranged.db --json
expect_code 0
printf '0 1 0\n' > groups.txt
live 3 measure collective --op gather --algorithm all --groups groups.txt --order 0,2-1 --timing max --sizes 1000 $quick --store arranged.db --json
expect_code 0
sonde export run-1 --store arranged.db
expect_out "collective=bcast algorithm=binomial order=2,0,1 timing=max"
sonde export run-2 --store arranged.db
expect_out "collective=scatter algorithm=two-level groups=0,1,0 timing=max"
live 3 measure collective --op bcast --algorithm binomial --order 2,0,1 --store refused.db
expect_refusal 2 "process 2 comes first; the root, 0, must"
live 3 measure collective --op bcast --order 0,1,2 --store refused.db
expect_refusal 2 "--order goes with --algorithm"
expect_no_file refused.db

begin "without --algorithm it is the library's operation"
live 2 measure collective --op bcast --sizes 1000 --timing max $quick --json
expect_code 0
expect_json rows/0/algorithm native

begin "a wrong result of sonde's own algorithm is found"
settings="CORRUPT_RANK=1 CORRUPT_BYTES=1000 CORRUPT_AFTER=0"
run $SONDE_MPIRUN 3 $(preloading "$corrupt") $settings "$SONDE" measure collective --op gather --algorithm linear --sizes 1000 $quick
expect_code 1
expect_err "gather of 1000 bytes, root 0: the result at process 0 is wrong at byte 1999"

begin "what cannot be is refused, and says what can"
live 2 measure collective --op bcast --algorithm square --store refused.db
expect_refusal 2 'bcast has no algorithm "square"; it has: linear, '
live 2 measure collective --op exscan --algorithm linear --store refused.db
expect_refusal 2 "exscan has none of sonde's own"
live 2 measure collective --op bcast --segment 1K --store refused.db
expect_refusal 2 "--segment goes with --algorithm"
live 2 measure collective --op barrier --algorithm all --fanout 2 --segment 1K --store refused.db
expect_refusal 2 "no algorithm of barrier has segments"
live 2 measure collective --op alltoall --algorithm all --order 0,1 --store refused.db
expect_refusal 2 "order: no algorithm of alltoall has an order of processes to choose"
live 2 measure collective --op alltoall --algorithm all --groups 1 --store refused.db
expect_refusal 2 "groups: no algorithm of alltoall has groups to choose"
live 2 measure collective --op bcast --algorithm linear --segment 1K --store refused.db
expect_err "bcast by algorithm linear has no segments to choose"
expect_silence out
expect_no_file refused.db
finish
