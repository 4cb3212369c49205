/** Errors of services, in every shape that APIs use, as the one error body. */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { AnswerOutcome, Call } from '../gateway/call.js';
import { createCall, createTarget } from '../gateway/gateway.support.js';
import { foreignProblem } from './foreign-problem.js';

const http: Operation['binding'] = { kind: 'http', method: 'POST', urlTemplate: 'https://a.example/x', parameters: {} };

function callOf(change: Partial<Operation> = {}, repairs = {}): Call {
  const target = createTarget({ binding: http, ...change });
  return createCall({
    target: { ...target, stored: { ...target.stored, entry: { ...target.stored.entry, repairs } } },
  });
}

function answer(status: number, body: JsonValue, headers = {}): AnswerOutcome {
  return { kind: 'answer', status, body, headers, findings: [], replayed: false };
}

describe('the error of a service', () => {
  it.each<[number, string, boolean]>([
    [400, 'INVALID_INPUT', false],
    [401, 'FORBIDDEN', false],
    [404, 'NOT_FOUND', false],
    [409, 'CONFLICT', false],
    [418, 'CONFLICT', false],
    [422, 'INVALID_INPUT', false],
    [429, 'RATE_LIMITED', true],
    [500, 'UPSTREAM_ERROR', true],
    [503, 'UNAVAILABLE', true],
    [504, 'UPSTREAM_TIMEOUT', true],
  ])('[PROF-ERR-03] with status %i has the code %s and says whether it can be retried', (status, code, retryable) => {
    const body = foreignProblem(callOf(), answer(status, { oops: true }))?.body;
    expect(body).toMatchObject({ status, code, retryable, upstream: { oops: true }, type: expect.any(String) });
    expect(body?.trace_id).toBe(createCall().traceId);
  });

  it.each<[JsonValue, string]>([
    [{ message: 'No such berth.' }, 'No such berth.'],
    [{ error: 'No such berth.' }, 'No such berth.'],
    [{ error: { message: 'No such berth.', code: 17 } }, 'No such berth.'],
    [{ error: 'invalid', error_description: 'No such berth.' }, 'No such berth.'],
    [{ title: 'Not here', detail: 'No such berth.' }, 'No such berth.'],
    ['No such berth.', 'No such berth.'],
    [[1, 2], 'The service answered 404.'],
    [{}, 'The service answered 404.'],
  ])('%j says "%s"', (said, detail) => {
    expect(foreignProblem(callOf(), answer(404, said))?.body).toMatchObject({ detail, upstream: said });
  });

  it.each<[JsonObject]>([
    [{ errors: [{ field: 'name', message: 'too long' }] }],
    [{ errors: { name: ['too long'] } }],
    [{ detail: [{ loc: ['name'], msg: 'too long' }] }],
    [{ 'invalid-params': [{ name: 'name', reason: 'too long' }] }],
    [{ field_errors: [{ field: 'name', detail: 'too long' }] }],
  ])('[PROF-ERR-05] %j names the faulty field', (said) => {
    const faults = foreignProblem(callOf(), answer(422, said))?.body?.field_errors;
    expect(faults).toEqual([{ field: 'name', code: 'upstream/invalid', detail: 'too long' }]);
  });

  it('names nested fields by their path, without the part of the request', () => {
    const said = { detail: [{ loc: ['body', 'berths', 0, 'name'], msg: 'too long', code: 'MAX' }] };
    const faults = foreignProblem(callOf(), answer(422, said))?.body?.field_errors;
    expect(faults).toEqual([{ field: 'berths.0.name', code: 'MAX', detail: 'too long' }]);
  });

  it('repeats the delay that the service requests', () => {
    const body = foreignProblem(callOf(), answer(429, { error: 'slow' }, { 'retry-after': '30' }))?.body;
    expect(body).toMatchObject({ retryable: true, retry_after: 30 });
  });

  it('respects a service that states whether to retry', () => {
    expect(foreignProblem(callOf(), answer(500, { retryable: false }))?.body).toMatchObject({ retryable: false });
  });

  it('is passed on unchanged when it is already complete', () => {
    const own = { type: '/p/x', title: 'X', status: 422, code: 'X', retryable: false };
    expect(foreignProblem(callOf(), answer(422, own))).toEqual({});
  });

  it('is bounded, whatever a service sends', () => {
    const faults = Array.from({ length: 10_000 }, (_, at) => ({ field: `f${at}`, message: 'x'.repeat(5000) }));
    const body = foreignProblem(callOf(), answer(400, { errors: faults, message: 'y'.repeat(1e6) }))?.body;
    expect(JSON.stringify(body).length).toBeLessThan(40_000);
    expect(body).toMatchObject({ upstream: { truncated: true } });
  });

  it.each<[string, Call, AnswerOutcome]>([
    ['a success', callOf(), answer(200, {})],
    ['an error without a body', callOf(), { kind: 'answer', status: 500, headers: {}, findings: [], replayed: false }],
    ['a service with its own protocol errors', createCall({ target: createTarget() }), answer(400, { error: {} })],
    ['an entry with the repair disabled', callOf({}, { 'problem-details': false }), answer(400, {})],
  ])('is not converted for %s', (_, call, outcome) => {
    expect(foreignProblem(call, outcome)).toBeUndefined();
  });
});
