#ifndef SONDE_REGION_H
#define SONDE_REGION_H

/*
 * Marks phases of a program for `sonde trace`: a region begins and ends with its name; regions may lie inside each
 * other.
 *
 * Nothing is to be linked. Where the program is not traced, the calls do nothing. Fortran has sonde/region.f90. Local.
 */

#ifdef __cplusplus
extern "C" {
#endif

void sonde_region_begin(const char *name) __attribute__((weak));
void sonde_region_end(const char *name) __attribute__((weak));

#ifdef __cplusplus
}
#endif

#define sonde_region_begin(name) (sonde_region_begin ? sonde_region_begin(name) : (void)0)
#define sonde_region_end(name) (sonde_region_end ? sonde_region_end(name) : (void)0)

#endif
