/** Whether a request asks for a dry run, for the property itself and for those that must not take a preview for the deed. */
import { Failure, type FieldError } from '@dragoman/model';
import type { CallContext } from '../call-context.js';

/** Name of the header that asks for a dry run. */
export const dryRunHeader = 'X-Dry-Run';

/** Name of the query parameter that does the same. */
export const dryRunParameter = 'dry_run';

/** A call's dry run. */
export interface DryRunState {
  wanted: boolean;
  /** Whether the handler has looked. */
  asked: boolean;
}

const dryRun = Symbol.for('dragoman.dry-run');

/** Notes whether a call is a dry run. */
export function keepDryRun(call: CallContext, state: DryRunState): void {
  call.values.set(dryRun, state);
}

/** What is known of a call's dry run; undefined where no property looked. */
export function findDryRun(call: CallContext): DryRunState | undefined {
  return call.values.get(dryRun) as DryRunState | undefined;
}

/** Whether a request asks for a dry run; undefined when it says nothing on it. Refuses what is neither true nor false. */
export function readDryRun({ url, headers }: Pick<Request, 'url' | 'headers'>): boolean | undefined {
  const header = headers.get(dryRunHeader);
  const parameter = url.includes(dryRunParameter) ? new URL(url).searchParams.get(dryRunParameter) : null;
  const given: [string, string | null][] = [
    [dryRunHeader, header],
    [dryRunParameter, parameter],
  ];
  const faults = given
    .filter(([, value]) => value !== null && truth(value) === undefined)
    .map(([field]) => fault(field));
  if (faults.length > 0) {
    throw new Failure('INVALID_INPUT', { message: 'Whether this is a dry run cannot be told.', fieldErrors: faults });
  }
  if (header === null && parameter === null) return undefined;
  return given.some(([, value]) => value !== null && truth(value) === true);
}

function truth(value: string): boolean | undefined {
  const text = value.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

function fault(field: string): FieldError {
  return { field, code: 'request/boolean', detail: 'must be true or false' };
}
