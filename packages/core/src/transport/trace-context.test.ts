import { describe, expect, it } from 'vitest';
import { continueTrace, createContinueTrace, formatTraceparent } from './trace-context.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

describe('the trace of a request', () => {
  it('keeps the trace of the caller with a span of its own', () => {
    const trace = continueTrace(`00-${traceId}-${parentId}-01`);
    expect(trace).toMatchObject({ traceId, parentId, sampled: true });
    expect(trace.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(trace.spanId).not.toBe(parentId);
    expect(formatTraceparent(trace)).toBe(`00-${traceId}-${trace.spanId}-01`);
  });

  it('has new ids each time, also from the pool', () => {
    const next = createContinueTrace();
    const begun = Array.from({ length: 1000 }, () => next(null));
    const continued = Array.from({ length: 1000 }, () => next(`00-${traceId}-${parentId}-01`));
    for (const each of begun) expect(each.traceId).toMatch(/^[0-9a-f]{32}$/);
    for (const each of [...begun, ...continued]) expect(each.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(begun.map((each) => each.traceId)).size).toBe(1000);
    expect(new Set([...begun, ...continued].map(({ spanId }) => spanId)).size).toBe(2000);
    expect(continued.every((each) => each.traceId === traceId && each.parentId === parentId)).toBe(true);
  });

  it('accepts a later version with additional fields', () => {
    expect(continueTrace(`cc-${traceId}-${parentId}-00-what-the-future-brings`)).toMatchObject({
      traceId,
      sampled: false,
    });
  });

  it.each([
    null,
    '',
    'nonsense',
    `00-${traceId}-${parentId}`,
    `00-${traceId.toUpperCase()}-${parentId}-01`,
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-${parentId}-01`,
    `00-${traceId}-${parentId}-01-more`,
    `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`,
  ])('starts a trace instead of %j', (header) => {
    const trace = continueTrace(header);
    expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(trace.traceId).not.toBe(traceId);
    expect(trace.parentId).toBeUndefined();
  });
});
