/** The state that the parts of pass 4 share about one path. */
import type { Findings } from '../finding.js';
import type { Words } from '../words/words.js';
import type { PathSyntaxCode } from './path-syntax-rules.js';

/** One path under evaluation. */
export interface PathCheck {
  path: string;
  pointer: string;
  /** The method as written; empty when absent. */
  method: string;
  words: Words;
  found: Findings<PathSyntaxCode>;
}

/** "patientRecord", "Patient_Record" → "patient-record"; slashes and braces stay. */
export function hyphenate(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[_\s]+/g, '-')
    .toLowerCase();
}
