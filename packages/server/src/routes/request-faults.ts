/** Field errors of request bodies, and the failure that reports them together. */
import { fieldPath } from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { countProblems, Failure } from '@dragoman/model';

/** Maximum URL length. */
export const maxUrlLength = 2_048;

const maxFaults = 100;

/** Rejects unknown members, since a typo would otherwise go unnoticed. */
export function refuseUnknown(body: JsonObject, known: readonly string[], at: string, faults: FieldError[]): void {
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue;
    const shown = name.slice(0, 80);
    const pointer = `${at}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const field = at === '' ? shown : fieldPath(pointer);
    faults.push(fault(field, pointer, `is unknown; allowed are ${known.join(', ')}`, 'request/unknown-member'));
  }
}

/** Creates one field error. */
export function fault(field: string, pointer: string, detail: string, code = 'request/type'): FieldError {
  return { field, pointer, code, detail };
}

/** Creates the failure that lists every field error. */
export function invalidBody(faults: readonly FieldError[]): Failure {
  const count = countProblems(faults.length);
  return new Failure('INVALID_INPUT', {
    message: `The request has ${count}.`,
    fieldErrors: faults.slice(0, maxFaults),
  });
}
