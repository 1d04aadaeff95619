#ifndef IMAGE_PACK_H
#define IMAGE_PACK_H

/*
 * What it costs to pack and unpack noncontiguous data, for platforms whose time is simulated: there the program's own
 * packing takes none.
 */

struct pack_cost {
	double stride; /* from a block of the data to the next, in blocks */
	double bytes;
	double pack, unpack; /* s */
};

struct pack_costs {
	int n; /* 0: packing takes what it takes */
	struct pack_cost *list;
};

/*
 * A file with lines "stride bytes pack unpack", in ascending order of strides and, for each, of bytes. Lines that begin
 * with # are comments. Returns why it cannot be read, or NULL.
 */
const char *pack_costs_read(struct pack_costs *costs, const char *path);

enum pack_way { PACK, UNPACK };

/* Sleeps for as long as bytes at a stride take: on lines between those of the file, and on the nearest line beyond; of
 * strides beyond the nearest counts. */
void pack_pause(const struct pack_costs *costs, enum pack_way way, double stride, double bytes);

#endif
