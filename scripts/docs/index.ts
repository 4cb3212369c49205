/** Every generated page, in order: one file here and one line in this list each. */
import type { PageMaker } from '../generated-file.js';
import { makeAgisMatching } from './agis-matching.js';
import { makeAgisRules } from './agis-rules.js';
import { makeAgisWords } from './agis-words.js';
import { makeCli } from './cli.js';
import { makeCommandTable } from './command-table.js';
import { makeConfiguration } from './configuration.js';
import { makeDiagnostics } from './diagnostics.js';
import { makeFailures } from './failures.js';
import { makeLintPrecision } from './lint-precision.js';
import { makeLintRules } from './lint-rules.js';
import { makeLosses } from './losses.js';
import { makeModelApis } from './model-apis.js';
import { makeProbeChecks } from './probe-checks.js';
import { makePublicApi } from './public-api.js';
import { makeRest } from './rest.js';
import { makeSchemas } from './schemas.js';
import { makeWordTable } from './word-table.js';

/** The generators of all pages. */
export const pages: readonly PageMaker[] = [
  makeFailures,
  makeAgisMatching,
  makeAgisRules,
  makeDiagnostics,
  makeLintRules,
  makeLintPrecision,
  makeProbeChecks,
  makeConfiguration,
  makeRest,
  makeCli,
  makeCommandTable,
  makeLosses,
  makeModelApis,
  makeSchemas,
  makePublicApi,
  makeWordTable,
  makeAgisWords,
];
