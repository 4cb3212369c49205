/**
 * A successful call whose output violates its schema is a success with a warning, in every face: an error would make a
 * model repeat a write that was executed.
 */
import type { Diagnostic } from '@dragoman/model';

/** Maximum number of violations in a warning, and of characters of each. */
const maxNamed = 5;
const maxLength = 200;

/** Codes of findings about the form of an output. */
const codes: readonly string[] = [
  'gateway/output-mismatch',
  'gateway/output-missing',
  'gateway/media-mismatch',
  'gateway/text-encoding',
];

/** The warning for a reader; undefined when the output is as declared. */
export function outputWarning(findings: readonly Diagnostic[]): string | undefined {
  const found = findings.filter(({ code }) => codes.includes(code));
  if (found.length === 0) return undefined;
  const named = found
    .slice(0, maxNamed)
    .map(({ location, message }) => `${location.pointer} ${message}`.trim().slice(0, maxLength));
  const more = found.length > maxNamed ? `; and ${found.length - maxNamed} more` : '';
  return `Warning: the call succeeded, do not repeat it. Its output is not as declared: ${named.join('; ')}${more}.`;
}
