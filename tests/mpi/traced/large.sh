# Writes a header that turns each traced function that mpi.h has for large counts, too, into that one. Arguments: mpi.h as the preprocessor makes it, the header.
set -eu
mkdir -p "$(dirname "$2")"
grep -o '\bMPI_[A-Za-z_]*_c *(' "$1" | sed 's/_c *($//' | LC_ALL=C sort -u | grep -vxF -f "$(dirname "$0")/untraced.txt" | sed 's/.*/#define & &_c/' > "$2.new"
if cmp -s "$2.new" "$2"; then rm "$2.new"; else mv "$2.new" "$2"; fi
