#ifndef SONDE_BASE_SPACE_LEFT_H
#define SONDE_BASE_SPACE_LEFT_H

/* Bytes that a file of this path may still get where it is or would be, which of a link is where it leads; INFINITY if
 * nothing says it, or it is no regular file. Local. */
double space_left(const char *path);

#endif
