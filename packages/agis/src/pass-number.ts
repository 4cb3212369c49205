/** The number of a validation pass, shared by passes, findings and reports. */

/** Number of a pass in the order of AGIS §9.1. */
export type PassNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
