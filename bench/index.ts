/** The list of benches; adding one means a file and a line here. */
import type { Bench } from './bench.js';
import { quality } from './quality.js';
import { searchBench } from './search.js';

/** Every bench, in the order in which they run. */
export const benches: readonly Bench[] = [searchBench, quality];
