# What sonde reads in rule files of Open MPI's coll/tuned is what the library's own functions read: files drawn at random, whole and broken.
. "$SONDE_SOURCE/tests/sh/lib.sh"
[ "$SONDE_MPI" = openmpi ] || skip_test "coll/tuned is Open MPI's"
seed=${SONDE_RULES_SEED-$(date +%s)}
begin "files drawn with seed $seed: ignored alike, and the same rules are found"
tuned=$(ompi_info --path pkglibdir --parsable 2> /dev/null | sed 's/.*://')/mca_coll_tuned.so
[ -e "$tuned" ] || tuned=$(find "$(ompi_info --path libdir --parsable | sed 's/.*://')" -name mca_coll_tuned.so | head -n 1)
launch 1 "$SONDE_BUILD/tests/sonde_test_rules" "$tuned" "${SONDE_RULES_FILES-2000}" "$seed"
expect_code 0
expect_out " 0 failures"
sed 's/^/# /' "$out"
finish
