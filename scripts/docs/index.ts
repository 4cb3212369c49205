/** Every generated page, in the order in which they are made: one file here and one line in this list each. */
import type { PageMaker } from '../generated-file.js';
import { makeFailures } from './failures.js';
import { makeSchemas } from './schemas.js';

/** The makers of every generated page. */
export const pages: readonly PageMaker[] = [makeFailures, makeSchemas];
