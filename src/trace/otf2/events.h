#ifndef SONDE_TRACE_OTF2_EVENTS_H
#define SONDE_TRACE_OTF2_EVENTS_H

#include <otf2/OTF2_Reader.h>

/* What libotf2 calls for each event; its data is a struct otf2_assembly. NULL if memory does not suffice. Local. */
OTF2_GlobalEvtReaderCallbacks *otf2_event_callbacks(void);

#endif
