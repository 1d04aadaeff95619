# decompose --mapping: where the processes of a grid run, seen by the launcher that reads the file, on nodes that are all this machine. Cray's and Slurm's launchers are not at hand: their
# files are read here.
. "$SONDE_SOURCE/tests/sh/lib.sh"

sonde model convert "$SONDE_SOURCE/examples/das-p3pc.json" --to loggp-star -o star.json
map_of="sonde decompose -m star.json --domain 512x512 --border 18 --exchanges 1000 --one-grid -n"
map="$map_of 16"

# 4 x 4 on eight nodes: of neighbours in a column, who exchange the most, two on each node. On four: squares of 2 x 2.
hosts=n0:2,n1:2,n2:2,n3:2,n4:2,n5:2,n6:2,n7:2
for p in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
	echo "$p n$((2 * (p % 4) + p / 8))" >&3
	echo "$p n$((p % 4 / 2 + 2 * (p / 8)))"
done 3> of_8 > of_4
sort of_8 > expected_of_8
sort of_4 > expected_of_4

cat > agent << 'END'
#!/bin/sh
# agent HOST COMMAND...: runs a daemon of Open MPI's on this machine, with a folder of its own for its files, as on a node of its own
export SONDE_TEST_NODE=$1
export TMPDIR=$TMPDIR/$1
mkdir "$TMPDIR"
shift
exec sh -c "$*"
END
chmod +x agent

begin "the launcher of this build puts each process on its node"
if [ "$(nproc)" -lt 2 ]; then
	skip_case "slots of a rankfile are cores, of which there is one"
elif [ "$SONDE_MPI" = openmpi ]; then
	$map --mapping rankfile --hosts $hosts -o ranks --json
	expect_code 0
	expect_json summary/best 4x4
	expect_err "ranks: 16 processes of grid 4x4 on 8 nodes"
	"${SONDE_MPIRUN%% *}" --mca plm_rsh_agent "$PWD/agent" -H $hosts -n 16 --rankfile ranks \
		sh -c 'echo $OMPI_COMM_WORLD_RANK $SONDE_TEST_NODE' > seen 2> said || fail "the launcher: $(cat said)"
else
	# 2 x 4 on four nodes, in the same way. Hydra 4.0.2 ends by a broken pipe where a node's processes have ended before it has begun all nodes: they stay a while.
	for p in 0 1 2 3 4 5 6 7; do echo "$p n$((2 * (p % 2) + p / 4))"; done > expected_of_8
	$map_of 8 --mapping hydra --hosts n0:2,n1:2,n2:2,n3:2 -o ranks --json
	expect_code 0
	expect_json summary/best 2x4
	"${SONDE_MPIRUN%% *}" -launcher fork -f ranks -n 8 sh -c 'echo $PMI_RANK $MPIR_CVAR_CH3_INTERFACE_HOSTNAME; sleep 1' > seen 2> said ||
		fail "the launcher: $(cat said)"
fi
if [ -n "$sentence" ]; then
	sort seen > sorted
	diff expected_of_8 sorted || fail "processes are elsewhere"
fi

begin "a rank order fills one node after the other"
printf 'n0 slots=4 # the first\nn1 slots=4\nn2 slots=4\nn3 slots=4\n' > hosts
$map --mapping rank-order --hosts hosts -o MPICH_RANK_ORDER --quiet
expect_code 0
tr ',' '\n' < MPICH_RANK_ORDER | awk '{ print $1, "n" int((NR - 1) / 4) }' | sort > sorted
diff expected_of_4 sorted || fail "processes are elsewhere"

begin "Slurm's file has the node of each process"
$map --mapping slurm --hosts hosts -o nodes --quiet
expect_code 0
awk '{ print NR - 1, $1 }' nodes | sort > sorted
diff expected_of_4 sorted || fail "processes are elsewhere"

begin "wrong options are refused"
$map --mapping rankfile --hosts hosts
expect_refusal 2 "--mapping, --hosts and -o go together"
$map --mapping slurm --hosts hosts -o there --machine-state each
expect_refusal 2 "--machine-state each: not with --mapping"
[ ! -e there ] || fail "the file was written"
$map --mapping ranks --hosts hosts -o there
expect_refusal 2 "--mapping ranks: rankfile, hydra, rank-order and slurm are known"
$map --mapping slurm --hosts a:8,b:4 -o there
expect_refusal 2 "--hosts: nodes of 12 of the 16 processes"
$map --mapping slurm --hosts missing -o there
expect_refusal 2 "missing"
$map --mapping slurm --hosts block:4 -o there
expect_refusal 2 "names of nodes are expected"
[ ! -e there ] || fail "a file was written"
finish
