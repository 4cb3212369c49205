/**
 * Whether a request is a dry run, for the property itself and for those that must not mistake a preview for the real
 * call.
 */
import { Failure, type FieldError } from '@dragoman/model';
import type { CallContext } from '../../calls/call-context.js';

/** Name of the dry-run header. */
export const dryRunHeader = 'X-Dry-Run';

/** Name of the dry-run query parameter. */
export const dryRunParameter = 'dry_run';

/** The dry-run state of a call. */
export interface DryRunState {
  wanted: boolean;
  /** Whether the handler has checked it. */
  asked: boolean;
}

const dryRun = Symbol.for('dragoman.dry-run');

/** Records whether a call is a dry run. */
export function keepDryRun(call: CallContext, state: DryRunState): void {
  call.values.set(dryRun, state);
}

/** The dry-run state of a call; undefined without the property. */
export function findDryRun(call: CallContext): DryRunState | undefined {
  return call.values.get(dryRun) as DryRunState | undefined;
}

/** Whether a request asks for a dry run; undefined when it does not say. Rejects values other than true and false. */
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
    throw new Failure('INVALID_INPUT', { message: 'The dry-run flag is invalid.', fieldErrors: faults });
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
