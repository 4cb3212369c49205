import type { Operation } from '@dragoman/model';
import { isFailure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { sampleEntry } from '../catalogue/store.support.js';
import type { Caller } from './caller.js';
import { createGlob } from './glob.js';
import type { PolicyCall, PolicyRule } from './policy.js';
import { createPolicyEngine } from './policy.js';

const caller = (subject: string, ...scopes: string[]): Caller => ({ kind: 'key', subject, scopes });
const call = (changes: Partial<PolicyCall> = {}): PolicyCall => ({
  service: 'payments',
  operation: 'refund',
  impact: 'irreversible',
  input: {},
  isBatch: false,
  ...changes,
});
const engine = (rules: PolicyRule[], otherwise: 'allow' | 'deny' = 'allow') =>
  createPolicyEngine({
    roles: [
      { group: 'clerks', role: 'user' },
      { group: 'ops', role: 'operator' },
      { group: 'root', role: 'admin' },
    ],
    rules,
    otherwise,
  });

describe('a policy', () => {
  it('gives groups the scopes of their roles, and nobody else', () => {
    const { callerOf } = engine([]);
    expect(callerOf(caller('ann', 'group:clerks')).scopes).toEqual(['group:clerks', 'registry:read', 'agents:invoke']);
    expect(callerOf(caller('bob', 'group:ops')).scopes).toContain('operate');
    expect(callerOf(caller('eve', 'group:root')).scopes).toContain('admin');
    const other = caller('joe', 'group:unknown', 'registry:read');
    expect(callerOf(other)).toBe(other);
    expect(callerOf(caller('kim', 'clerks')).scopes).toEqual(['clerks']);
  });

  it('decides by the first rule that matches caller, group, role, service, operation and impact', () => {
    const { decide } = engine(
      [
        {
          effect: 'deny',
          services: ['payments'],
          operations: ['refund*'],
          groups: ['clerks'],
          reason: 'Ask a manager.',
        },
        { effect: 'allow', callers: ['https://id.example#*'], impacts: ['irreversible'] },
        { effect: 'deny', impacts: ['irreversible'] },
        { effect: 'allow', roles: ['operator', 'user'] },
      ],
      'deny',
    );
    expect(decide(caller('ann', 'group:clerks'), call())).toEqual({
      effect: 'deny',
      rule: 1,
      reason: 'Ask a manager.',
    });
    expect(decide(caller('https://id.example#ada'), call())).toEqual({ effect: 'allow', rule: 2 });
    expect(decide(caller('bob', 'group:ops'), call())).toEqual({ effect: 'deny', rule: 3 });
    expect(decide(caller('bob', 'group:ops'), call({ impact: 'reversible' }))).toEqual({ effect: 'allow', rule: 4 });
    expect(decide(caller('joe'), call({ impact: 'unknown' }))).toEqual({ effect: 'deny' });
  });

  it('compares arguments, also of every item of a batch, and numbers written as text', () => {
    const { decide } = engine([
      { effect: 'deny', arguments: [{ name: 'amount', above: 1000 }] },
      { effect: 'deny', arguments: [{ name: '/to/country', in: ['XX', 'YY'] }] },
      {
        effect: 'deny',
        arguments: [
          { name: 'note', like: '*secret*' },
          { name: 'approved', exists: false },
        ],
      },
      { effect: 'deny', arguments: [{ name: 'a/b', equals: { x: [1, 2] } }] },
    ]);
    const of = (input: PolicyCall['input'], isBatch = false) => decide(caller('ann'), call({ input, isBatch })).rule;
    expect(of({ amount: 1000 })).toBeUndefined();
    expect(of({ amount: 1001 })).toBe(1);
    expect(of({ amount: '5000' })).toBe(1);
    expect(of({ amount: 'lots' })).toBeUndefined();
    expect(of({ to: { country: 'YY' } })).toBe(2);
    expect(of({ note: 'a secret b' })).toBe(3);
    expect(of({ note: 'a secret b', approved: null })).toBeUndefined();
    expect(of({ 'a/b': { x: [1, 2] } })).toBe(4);
    expect(of([{ amount: 1 }, { amount: 2000 }], true)).toBe(1);
    expect(of([{ amount: 1 }], true)).toBeUndefined();
  });

  it('takes scopes away, and keeps what the scope admin implied', () => {
    const { callerOf } = engine([
      { effect: 'allow', access: ['admin'], callers: ['root'] },
      { effect: 'deny', access: ['admin', 'registry:write'] },
    ]);
    expect(callerOf(caller('root', 'admin')).scopes).toContain('admin');
    expect([...callerOf(caller('ann', 'admin')).scopes].sort()).toEqual([
      'agents:invoke',
      'approvals:decide',
      'operate',
      'registry:read',
    ]);
    expect(callerOf(caller('bob', 'registry:read', 'registry:write')).scopes).toEqual(['registry:read']);
  });

  it('rejects a denied call with the rule and its reason, and decides on a plan without input', () => {
    const entry = sampleEntry('payments');
    const operation = { name: 'refund', input: { type: 'object' } } as unknown as Operation;
    const denied = engine([{ effect: 'deny', services: ['pay*'], reason: 'Closed.' }]);
    expect(() => denied.mayInvoke(caller('ann'), entry, operation, {})).toThrow('denies this call (rule 1): Closed.');
    try {
      denied.mayInvoke(caller('ann'), entry, operation, {});
    } catch (error) {
      expect(isFailure(error) && error.code).toBe('FORBIDDEN');
    }
    const limited = engine([{ effect: 'allow', arguments: [{ name: 'x', below: 5 }] }], 'deny');
    expect(() => limited.mayInvoke(caller('ann'), entry, operation)).not.toThrow();
    expect(() => limited.mayInvoke(caller('ann'), entry, operation, { x: 9 })).toThrow('no rule allows it');
  });
});

describe('quotas of a policy', () => {
  const { quotasOf } = createPolicyEngine({
    roles: [],
    rules: [],
    otherwise: 'allow',
    limits: [
      { perMinute: 10, perDay: 100, concurrent: 2 },
      { name: 'budget', groups: ['clerks'], services: ['pay*'], per: 'caller-service', unitsPerMonth: 500 },
      { services: ['slow'], per: 'service', perDay: 5 },
    ],
    prices: [{ services: ['payments'], operations: ['refund'], units: 20 }],
  });

  it('select callers, services and operations, with a price for each operation', () => {
    const of = (subject: string, service: string, operation: string, count = 1) =>
      quotasOf(caller(subject, 'group:clerks'), { service, operation, count }).windows.map(
        ({ name, cost, rateLimit }) => `${name} ${cost}/${rateLimit.limit}/${rateLimit.windowSeconds}`,
      );
    expect(of('ann', 'payments', 'refund', 3)).toEqual([
      'calls per minute 3/10/60',
      'calls per day 3/100/86400',
      'budget: units per month 60/500/2592000',
    ]);
    expect(of('ann', 'payments', 'list')).toContain('budget: units per month 1/500/2592000');
    expect(of('ann', 'slow', 'run')).toContain('calls per day 1/5/86400');
  });

  it('count callers apart, services together where the rule says so, and never mix up two subjects', () => {
    const keys = (subject: string, service: string) =>
      quotasOf(caller(subject), { service, operation: 'x', count: 1 }).windows.map(({ key }) => key);
    expect(keys('ann', 'slow')[0]).not.toBe(keys('bob', 'slow')[0]);
    expect(keys('ann', 'slow')[2]).toBe(keys('bob', 'slow')[2]);
    expect(keys('a:b', 'c')).not.toEqual(keys('a', 'b:c'));
  });
});

describe('patterns', () => {
  it.each([
    ['a*b*c', 'aXbYc', true],
    ['a*b', 'ab', true],
    ['ab*ba', 'aba', false],
    ['*', '', true],
    ['a', 'ab', false],
    ['*x*', 'axb', true],
  ])('%s and %s: %s', (pattern, text, expected) => {
    expect(createGlob(pattern)(text)).toBe(expected);
  });

  it('take linear time', () => {
    expect(createGlob(`${'*a'.repeat(50)}b`)('a'.repeat(100_000))).toBe(false);
  });
});
