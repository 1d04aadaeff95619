# sonde estimate lmo on live processes: one-to-two experiments, whose messages are checked where they arrive, one after the other and in rounds of triplets; what is refused before anything is measured.
. "$SONDE_SOURCE/tests/sh/lib.sh"
export OMPI_MCA_rmaps_base_oversubscribe=1
quick="--patience 0 --reps 2:2 --quiet"

estimated() # experiments expected, processes, arguments
{
	experiments=$1
	processes=$2
	shift 2
	# shellcheck disable=SC2086
	live "$processes" estimate lmo $quick --budget none --json --store lmo.db -o lmo.json "$@"
	expect_code 0
	[ "$(json "$out" summary/experiments)" = "$experiments" ] || fail "$(json "$out" summary/experiments) experiments were made, $experiments are needed"
	expect_whole lmo.json
}

begin "three processes: round trips of 3 pairs, 3 one-to-two experiments, and sending and receiving of each, of 0 and 2K bytes, and a train of each pair"
estimated 27 3 --long 2K
sonde fit lmo --store lmo.db --quiet -o fitted.json
expect_code 0
sonde predict fitted.json scatter --algorithm linear -n 3 -s 1K,8K
expect_code 0

begin "six processes in rounds, and beyond the switch: 15 pairs and calls of each of 4 sizes, 60 one-to-two experiments of 2 for means over all triplets, 15 trains, one of messages that wait for their receiver"
estimated 244 6 --parallel --switch 20K --long 8K --method mean

begin "processes of one host are told to be that"
live 3 estimate lmo --patience 0 --reps 2:2 --store host.db -o host.json
expect_code 0
case "$(json host.json provenance/link_seen)" in
*" to 2 and 2 at once: "* | *" to 1 and 1 at once: "*) ;;
*) fail "it is not said how two messages to one process passed the link: $(json host.json provenance/link_seen)" ;;
esac
expect_err "all 3 processes run on one host"

begin "two processes, a pair, a homogeneous model and a long message beyond the switch are refused"
live 2 estimate lmo $quick --store none.db
expect_refusal 1 "lmo needs at least 3 processes"
live 3 estimate lmo $quick --store none.db --pairs 0:1
expect_refusal 2 "all pairs and triplets"
live 3 estimate lmo $quick --store none.db --homogeneous
expect_refusal 2 "all pairs and triplets"
live 3 estimate lmo $quick --store none.db --switch 8K --long 16K
expect_refusal 1 "must not be above the switch"
[ ! -e none.db ] || fail "a store was made although nothing was measured"
finish
