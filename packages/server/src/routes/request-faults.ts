/** Faults in the form of a request's body: how they are noted, and the one failure that names them all. */
import { fieldPath } from '@dragoman/core/http';
import type { FieldError, JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';

/** Longest address that can be named. */
export const longestUrl = 2_048;

const mostFaults = 100;

/** Refuses members that this body does not have, since a typing error would otherwise go unnoticed. */
export function refuseUnknown(body: JsonObject, known: readonly string[], at: string, faults: FieldError[]): void {
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue;
    const shown = name.slice(0, 80);
    const pointer = `${at}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const field = at === '' ? shown : fieldPath(pointer);
    faults.push(fault(field, pointer, `is not known here; known are: ${known.join(', ')}`, 'request/unknown-member'));
  }
}

/** One faulty field of a body. */
export function fault(field: string, pointer: string, detail: string, code = 'request/type'): FieldError {
  return { field, pointer, code, detail };
}

/** The failure that names every faulty field. */
export function invalidBody(faults: readonly FieldError[]): Failure {
  const count = faults.length === 1 ? '1 problem' : `${faults.length} problems`;
  return new Failure('INVALID_INPUT', {
    message: `The request has ${count}.`,
    fieldErrors: faults.slice(0, mostFaults),
  });
}
