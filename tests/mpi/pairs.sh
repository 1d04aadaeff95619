# All pairs of live processes: one after the other and in parallel rounds, and classes of them.
. "$SONDE_SOURCE/tests/sh/lib.sh"
export OMPI_MCA_rmaps_base_oversubscribe=1

for mode in serial parallel; do
	begin "three processes, $mode: a link for each pair"
	live 3 estimate hockney --method two-point --long 4K --heterogeneous --$mode $quick -o $mode.json
	expect_code 0
	run "$SONDE" model show $mode.json --csv
	expect_equal "links" 3 "$(grep -c '^alpha,' "$out")"
	expect_equal "positive times of empty messages" 3 "$(awk -F, '$1 == "alpha" && $4 > 0' "$out" | grep -c .)"
done

begin "two processes: overheads of each, both ways"
live 2 estimate logp --heterogeneous --max-train 100 $quick -o logp.json
expect_code 0
run "$SONDE" model show logp.json --csv
expect_equal "links" 2 "$(grep -c '^o_s,' "$out")"

begin "four processes: classes are found, and every pair is predicted"
live 4 estimate hockney --method two-point --long 4K --classes auto $quick -o classes.json
expect_code 0
expect_err "4 processes are of"
sonde predict classes.json p2p -s 1K --from 3 --to 1
expect_code 0

begin "four processes: those of one package and NUMA node of a host are a class"
unset HWLOC_XMLFILE HWLOC_THISSYSTEM # places are seen, not read
live 4 estimate hockney --method two-point --long 512K --classes hwloc $quick -o places.json
expect_code 0
expect_err "4 processes are of"
expect_whole places.json
finish
