/** Reports violations of the official schema that the reader's own, more specific rules did not report already. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import type { OpenApiCode } from '../diagnostics.js';
import type { Findings } from '../findings.js';
import type { OpenApiVersion } from '../wire.js';
import { checkOfficial, describeProblem } from './check-official.js';

/** Own findings that say the same as the schema about a value. */
const aboutValues: ReadonlySet<string> = new Set<OpenApiCode>([
  'openapi/no-paths',
  'openapi/info-version',
  'openapi/path-form',
  'openapi/method-unknown',
  'openapi/schema-keyword',
]);

/** Own findings that explain a whole object, so that problems of its members would repeat them. */
const aboutObjects: ReadonlySet<string> = new Set<OpenApiCode>([
  'openapi/parameter-faulty',
  'openapi/shape',
  'openapi/no-title',
  'openapi/response-code',
]);

/** Compares the document as it was given with the official schema of its version. */
export function reportOfficial(findings: Findings, given: JsonObject, version: OpenApiVersion): void {
  const found = findings.list();
  const pointersOf = (codes: ReadonlySet<string>) =>
    new Set(found.flatMap(({ code, location }) => (codes.has(code) ? [location.pointer ?? ''] : [])));
  const [values, objects] = [pointersOf(aboutValues), pointersOf(aboutObjects)];
  for (const problem of checkOfficial(given, version)) {
    const { pointer, member } = problem;
    const at = member === undefined ? pointer : childPointer(pointer, member);
    const around = [at, pointer, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))];
    if (values.has(at) || around.some((each) => each !== '' && objects.has(each))) continue;
    findings.report('openapi/official-schema', at, { fault: describeProblem(problem), version });
  }
}
