#ifndef SONDE_REPORT_WORDS_H
#define SONDE_REPORT_WORDS_H

#include <stddef.h>

/* Room for any of these texts. */
#define WORDS_ROOM 64

/*
 * Numbers as a person reads them in a sentence, three significant digits, with their units, from which no line end
 * parts them. Each writes into text, of WORDS_ROOM bytes, and returns it; "unknown" for what is not finite. Local, as
 * are all of these.
 */
const char *words_number(double value, char *text);         /* "0.368", "1240" */
const char *words_time(double seconds, char *text);         /* a time of a message: "0.131 µs", "2.50 ms" */
const char *words_duration(double seconds, char *text);     /* how long something took: "0.740 s", "12.0 min" */
const char *words_size(double bytes, char *text);           /* "0 bytes", "64 KiB", "1500 bytes" */
const char *words_bandwidth(double per_second, char *text); /* from bytes per second: "12.7 GB/s", "980 MB/s" */
const char *words_count(double count, char *text);          /* "734", "26 400", "26 million" */
const char *words_percent(double part, char *text);         /* "0.09 %", "4.30 %", "25.7 %": of 0.257 */

/* "2026-11-21T04:51:29Z" as "2026-11-21 04:51:29"; another text as it is, cut to the room. */
const char *words_date(const char *iso, char *text);

#endif
