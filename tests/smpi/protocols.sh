# measure protocols on simulated clusters: eager limits, the cost of MPI_Isend, duplex and shared ports are those that the simulator was told.
. "$SONDE_SOURCE/tests/sh/smpi.sh"

# fact NAME COLUMN: 3 is its number, 6 what was seen of it; the table is in found.csv.
fact()
{
	awk -F, -v name="$1" -v column="$2" '$1 == name { print $column; exit }' found.csv
}

# found NAME VALUE: exactly so.
found()
{
	within "$1" "$(fact "$1" 3)" "$2" 1e-6
}

# Of two processes ports are not known, and it is said what is assumed. Messages from S bytes on wait for their receiver.
cluster 4 125MBps 50us
times="--cfg=smpi/bw-factor:0:1 --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6"
for case in "700 2e-6" "3001 0.5e-6" "65536 7e-6"; do
	S=${case% *}
	options="$times --cfg=smpi/ois:0:${case#* } --cfg=smpi/async-small-thresh:$S --cfg=smpi/send-is-detached-thresh:$S"
	succeeds "protocols of two are measured where $S bytes meet" simulate 2 measure protocols --csv > found.csv
	found eager_bytes $((S - 1))
	found eager_bytes_back $((S - 1))
	found isend_short_seconds "${case#* }"
	found isend_long_seconds "${case#* }"
	found duplex_factor 1
	for port in ports ports_in port_seconds; do
		succeeds "of two processes $port is not known, and it is said what is assumed" grep -q "^$port,not known,.*there are two: .* assumed" found.csv
	done
done

# Flows share a link equally: with three processes that is seen of both ends.
succeeds "protocols of three are measured" simulate 3 measure protocols --csv > found.csv
succeeds "a sender's port is fair" grep -q "^ports,fair," found.csv
succeeds "a receiver's port is fair" grep -q "^ports_in,fair," found.csv

cluster 4 125MBps 50us SHARED
succeeds "protocols of links with one capacity for both ways are measured" simulate 2 measure protocols --csv > found.csv
found duplex_factor 2
finish_simulated
