/** Tests the comparison of declared impacts with methods, intents and requests. */
import type { Binding, Operation } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { loweredImpact } from './lowered-impact.js';

const agis: Binding = { kind: 'agis', base: 'https://port.example', transport: 'http' };
const endpoint = (impact: Operation['impact'], summary: string, verb: string, binding: Binding = agis) =>
  loweredImpact({ impact, summary, verb, path: '/dues', binding, derived: [] } as unknown as Operation);

describe('the declared impact of an endpoint', () => {
  it('is lower than an effect of its intent', () => {
    expect(endpoint('informational', 'Pays the harbour dues', 'PAY')).toEqual({
      declared: 'informational',
      reason: "moves money: 'pay'",
    });
    expect(endpoint('irreversible', 'Pays the harbour dues', 'PAY')).toBeUndefined();
  });

  it('is lower than an HTTP request that deletes', () => {
    const request: Binding = { kind: 'http', method: 'DELETE', urlTemplate: 'https://port.example/a', parameters: {} };
    expect(endpoint('reversible', 'Reserves a berth', 'RESERVE', request)).toMatchObject({
      reason: 'is a DELETE request',
    });
  });

  it('agrees with an intent that reads', () => {
    expect(endpoint('informational', 'Lists the dues that were paid', 'LIST')).toBeUndefined();
  });
});
