/** The list of benches. To add one, add a file here and a line in this list. */
import type { Bench } from '../bench.js';
import { agis } from './agis.js';
import { agisCalls } from './agis-calls.js';
import { agisConversion } from './agis-conversion.js';
import { calibration } from './calibration.js';
import { webConsole } from './console.js';
import { decision } from './decision.js';
import { diff } from './diff.js';
import { discovery } from './discovery.js';
import { fairness } from './fairness.js';
import { freshness } from './freshness.js';
import { gateway } from './gateway.js';
import { hostile } from './hostile.js';
import { impact } from './impact.js';
import { importDocuments } from './import.js';
import { lint } from './lint.js';
import { mcp } from './mcp.js';
import { middleware } from './middleware.js';
import { nact } from './nact.js';
import { propagation } from './propagation.js';
import { quality } from './quality.js';
import { ranking } from './ranking.js';
import { reading } from './reading.js';
import { register } from './register.js';
import { score } from './score.js';
import { search } from './search.js';
import { start } from './start.js';
import { untrustedText } from './untrusted-text.js';
import { workbench } from './workbench.js';

/** Every bench, in the order in which they run. */
export const benches: readonly Bench[] = [
  register,
  search,
  quality,
  discovery,
  freshness,
  ranking,
  decision,
  calibration,
  reading,
  start,
  gateway,
  fairness,
  propagation,
  nact,
  middleware,
  mcp,
  agis,
  agisConversion,
  agisCalls,
  untrustedText,
  hostile,
  importDocuments,
  impact,
  lint,
  diff,
  score,
  webConsole,
  workbench,
];
