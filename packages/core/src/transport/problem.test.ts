import type { FailureCode } from '@dragoman/model';
import { Failure, factsOf, failureLine, failures, toFailure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { ProblemContext } from './problem.js';
import { problemAddress, problemReply } from './problem.js';
import { toWebResponse } from './web-adapter.js';

const context = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736' };

function problemResponse(failure: Failure, where: ProblemContext): Response {
  return toWebResponse(problemReply(failure, where));
}

describe('problemReply', () => {
  it('[PROF-ERR-01] [PROF-ERR-02] [PROF-ERR-03] writes every failure of the table in the one body', async () => {
    for (const code of Object.keys(failures) as FailureCode[]) {
      const response = problemResponse(new Failure(code), context);
      const body = (await response.json()) as Record<string, unknown>;
      expect(response.status).toBe(failures[code].status);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(body).toMatchObject({
        type: problemAddress(code),
        title: failures[code].title,
        status: failures[code].status,
        code,
        retryable: failures[code].retryable,
        trace_id: context.traceId,
        detail: failureLine(factsOf(new Failure(code))),
        error: { code: failures[code].aidip, message: failures[code].message },
      });
      expect(body.type).toMatch(/^\/problems\/[a-z-]+$/);
    }
  });

  it('names faulty fields for people and for programs', async () => {
    const fieldErrors = [{ field: 'filters.top', pointer: '/filters/top', code: 'request/x', detail: 'wrong' }];
    const response = problemResponse(new Failure('INVALID_INPUT', { message: 'Two.', fieldErrors }), context);
    expect(await response.json()).toMatchObject({
      detail: expect.stringMatching(/^Two\. Do not retry it unchanged\. Correct/),
      field_errors: fieldErrors,
      error: { code: 'InvalidInput', message: 'Two.', details: [{ field: 'filters.top', problem: 'wrong' }] },
    });
  });

  it('has only the message as detail for an API that reports its own errors', async () => {
    const failure = new Failure('CONFLICT', { message: 'Shipped.' });
    const response = problemResponse(failure, { ...context, plain: true });
    expect(await response.json()).toMatchObject({ detail: 'Shipped.', error: { message: 'Shipped.' } });
  });

  it('[PROF-ERR-07] gives the retry delay in the header and in the body alike', async () => {
    const limited = problemResponse(new Failure('RATE_LIMITED', { retryAfter: 2.1 }), context);
    expect(limited.headers.get('retry-after')).toBe('3');
    expect(await limited.json()).toMatchObject({ retry_after: 3, retryable: true });
    expect(problemResponse(new Failure('UNAVAILABLE'), context).headers.get('retry-after')).toBe('1');
    const refused = problemResponse(new Failure('NOT_FOUND'), context);
    expect(refused.headers.has('retry-after')).toBe(false);
    expect(await refused.json()).not.toHaveProperty('retry_after');
  });

  it('passes on headers of the failure', () => {
    const response = problemResponse(new Failure('METHOD_NOT_ALLOWED', { headers: { Allow: 'GET, PUT' } }), context);
    expect(response.headers.get('allow')).toBe('GET, PUT');
  });

  it('never shows the cause of an internal failure', async () => {
    const thrown = toFailure(new Error('password=hunter2 at /srv/app.js:7'));
    expect(await problemResponse(thrown, context).text()).not.toContain('hunter2');
    const worded = new Failure('INTERNAL', { message: 'password=hunter2' });
    expect(await problemResponse(worded, context).text()).not.toContain('hunter2');
  });
});
