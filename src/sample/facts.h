#ifndef SONDE_SAMPLE_FACTS_H
#define SONDE_SAMPLE_FACTS_H

/*
 * Facts of a run beyond its circumstances, by the keys under which they are kept.
 *
 * machine: VERDICT_STAYED or VERDICT_CHANGED; statistic: its name; of estimations, switch: bytes, the switch to
 * rendezvous that was known, beyond which messages were measured too; thresholds: as thresholds_text writes them.
 */
#define FACT_MACHINE "machine"
#define FACT_STATISTIC "statistic"
#define FACT_SWITCH "switch"
#define FACT_THRESHOLDS "thresholds"
#define VERDICT_STAYED "stayed the same"
#define VERDICT_CHANGED "changed"

/* The purpose of a run that models are compared by, at sizes that none of them was fitted at. */
#define PURPOSE_COMPARE_MODELS "compare models"

#endif
