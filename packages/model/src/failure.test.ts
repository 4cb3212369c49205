/** Tests the shape of the failure table and its type guard, because every protocol relies on them. */
import { describe, expect, it } from 'vitest';
import { Failure, isFailure, toFailure } from './failure.js';
import { failures } from './failure-table.js';

/** Client errors that a later or faster request resolves. */
const waitable = ['RATE_LIMITED', 'CALL_RUNNING', 'REQUEST_TIMEOUT', 'APPROVAL_PENDING'];

describe('the failure table', () => {
  it.each(Object.entries(failures))('has a complete and consistent row for %s', (code, row) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(row.status).toBeGreaterThanOrEqual(400);
    expect(row.status).toBeLessThan(600);
    expect(row.aidip).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(row.rpc).toBeLessThan(0);
    expect(row.message).toMatch(/\.$/);
    expect(row.help).toMatch(/\.$/);
    expect(row.title).not.toMatch(/\.$/);
  });

  it('never marks a client error as retryable, except those that waiting resolves', () => {
    for (const [code, row] of Object.entries(failures)) {
      if (row.retryable) expect(row.status >= 500 || waitable.includes(code), code).toBe(true);
    }
  });
});

describe('Failure', () => {
  it("uses the table's sentence unless the thrower provides a more specific one", () => {
    expect(new Failure('NOT_FOUND').message).toBe(failures.NOT_FOUND.message);
    expect(new Failure('NOT_FOUND', { message: 'There is no entry x.' }).message).toBe('There is no entry x.');
  });

  it('carries row, field errors, headers, delay and cause', () => {
    const cause = new Error('socket closed');
    const fieldErrors = [{ field: 'name', code: 'required', detail: 'name is missing' }];
    const failure = new Failure('RATE_LIMITED', { fieldErrors, retryAfter: 3, headers: { Allow: 'GET' }, cause });
    expect(failure.row).toBe(failures.RATE_LIMITED);
    expect(failure.fieldErrors).toEqual(fieldErrors);
    expect(failure.retryAfter).toBe(3);
    expect(failure.headers).toEqual({ Allow: 'GET' });
    expect(failure.cause).toBe(cause);
    expect(failure).toBeInstanceOf(Error);
  });

  it('PROF-ERR-03: is not retryable when the call may have taken effect, regardless of its row', () => {
    const late = new Failure('UPSTREAM_TIMEOUT', { outcomeUnknown: true });
    expect(late.row).toMatchObject({ status: 504, retryable: false });
    expect(late.row.help).toContain('Check with the service');
    expect(failures.UPSTREAM_TIMEOUT.retryable).toBe(true);
  });
});

describe('isFailure', () => {
  it('recognizes a failure of another copy of this package by its brand', () => {
    const foreign = Object.assign(new Error('from elsewhere'), {
      [Symbol.for('dragoman.failure')]: true,
      code: 'CONFLICT',
    });
    expect(foreign).not.toBeInstanceOf(Failure);
    expect(isFailure(foreign)).toBe(true);
  });

  it.each([[undefined], [null], ['NOT_FOUND'], [{ code: 'NOT_FOUND' }], [new Error('x')]])(
    'rejects %s, which has no brand',
    (value) => {
      expect(isFailure(value)).toBe(false);
    },
  );
});

describe('toFailure', () => {
  it('returns a failure unchanged', () => {
    const failure = new Failure('CONFLICT');
    expect(toFailure(failure)).toBe(failure);
  });

  it('turns anything else into INTERNAL, keeps the cause and exposes none of it', () => {
    for (const thrown of [new Error('password=x'), 'password=x', undefined, { password: 'x' }]) {
      const failure = toFailure(thrown);
      expect(failure.code).toBe('INTERNAL');
      expect(failure.cause).toBe(thrown);
      expect(failure.message).not.toContain('password');
    }
  });
});
