#ifndef IMAGE_MEASURE_H
#define IMAGE_MEASURE_H

/*
 * Prints what MPI_Pack and MPI_Unpack take on this machine, as a file of packing costs (pack.h): 100 blocks, the layout
 * of P-3PC's benchmark (Seinstra, Koelma 2002, Fig. 8), at some strides and sizes. The quickest of some trials.
 */
void measure_packs(void);

#endif
