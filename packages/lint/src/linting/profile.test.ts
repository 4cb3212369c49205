/** Tests what a gateway compensates and what it does not: every rule before and after, the score and the label. */
import type { JsonObject, RepairName } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { buildCase } from '../rule-model/rule-cases.js';
import { rules } from '../rules/index.js';
import { repairedRules, repairOf } from '../rules/repairs.js';
import { assessProfile, type ProfileRule } from './profile.js';

const number: JsonObject = { type: 'integer' };
const list: JsonObject = {
  operationId: 'berths_list',
  parameters: [
    { name: 'offset', in: 'query', schema: number },
    { name: 'limit', in: 'query', schema: number },
  ],
  responses: {
    '200': { description: 'OK', content: { 'application/json': { schema: { type: 'array', items: {} } } } },
  },
};
const create: JsonObject = {
  operationId: 'berth_create',
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { name: {} } } } } },
  responses: { '200': { description: 'OK' } },
};
const document = buildCase({ 'get /berths': list, 'post /berths': create });

const judge = (repairs: readonly RepairName[], unseen: readonly string[] = []) => {
  const profile = assessProfile(document, { atWork: () => repairs, unseen });
  if (profile === undefined) throw new Error('the document was not read');
  const of = (rule: string): ProfileRule => {
    const found = profile.rules.find((each) => each.rule === rule);
    if (found === undefined) throw new Error(`${rule} did not run`);
    return found;
  };
  return { profile, of };
};

describe('the table of rules and repairs', () => {
  it('lists existing rules, each once', () => {
    const known = rules.map(({ id }) => id);
    expect(repairedRules.filter((rule) => !known.includes(rule))).toEqual([]);
    expect(new Set(repairedRules).size).toBe(repairedRules.length);
    expect(repairOf('use-when-missing')).toBeUndefined();
  });
});

describe('a profile', () => {
  it('gives equal results on both sides when nothing is repaired', () => {
    const { profile, of } = judge([]);
    expect(profile.here).toEqual(profile.upstream);
    expect(of('offset-pagination')).toMatchObject({
      upstream: 'fails',
      here: 'fails',
      repair: 'cursor-pages',
      repaired: 0,
    });
    expect(of('offset-pagination').operations).toHaveLength(1);
  });

  it('counts exactly what the active repairs supply', () => {
    const { profile, of } = judge(['cursor-pages', 'idempotency', 'closed-input']);
    for (const rule of ['offset-pagination', 'page-size-unbounded', 'idempotency-key-missing', 'input-object-open']) {
      expect(of(rule)).toMatchObject({ upstream: 'fails', here: 'holds', operations: [] });
      expect(of(rule).repaired).toBe(of(rule).findings);
    }
    expect(of('summary-missing')).toMatchObject({ upstream: 'fails', here: 'fails', repaired: 0 });
    expect(profile.here.total).toBeGreaterThan(profile.upstream.total ?? 100);
  });

  it('has the severity of the findings, not that of their rule', () => {
    const api = {
      servers: [{ url: 'https://a.example' }],
      'get /k': { summary: 'List kilns', operationId: 'listKilns' },
    };
    const made = assessProfile(buildCase(api), { atWork: () => [] });
    const severityOf = (id: string) => made?.rules.find(({ rule }) => rule === id)?.severity;
    expect(rules.find(({ id }) => id === 'error-response-missing')?.severity).toBe('error');
    expect(severityOf('error-response-missing')).toBe('info');
  });

  it('counts repairs that apply to some operations only', () => {
    const made = assessProfile(document, { atWork: ({ id }) => (id === 'berths_list' ? ['problem-details'] : []) });
    const rule = made?.rules.find((each) => each.rule === 'error-response-missing');
    expect(rule).toMatchObject({
      upstream: 'fails',
      here: 'fails',
      findings: 2,
      repaired: 1,
      operations: ['berth_create'],
    });
  });

  it('[PROF-FACT-06] leaves the linter’s own verdict on writes unchanged', () => {
    const before = judge([]).of('idempotency-key-missing');
    expect(judge(['idempotency']).of('idempotency-key-missing')).toMatchObject({
      upstream: 'fails',
      findings: before.findings,
    });
  });

  it('reports undetermined rules as such, except for what the gateway supplies', () => {
    const { profile, of } = judge(
      ['conditional-reads', 'problem-details'],
      ['conditional-read-missing', 'retry-after-missing'],
    );
    expect(of('conditional-read-missing')).toMatchObject({ upstream: 'not determined', here: 'holds' });
    expect(of('retry-after-missing')).toMatchObject({ upstream: 'not determined', here: 'not determined' });
    const line = (id: string) => profile.label.find((each) => each.id === id);
    expect(line('PROF-SUM-06')).toMatchObject({ upstream: 'not determined', here: 'holds' });
  });

  it('evaluates fourteen conditions on both sides', () => {
    const { profile } = judge(['cursor-pages', 'conditional-reads', 'idempotency', 'trace-context', 'problem-details']);
    expect(profile.label).toHaveLength(14);
    const changed = profile.label.filter(({ upstream, here }) => upstream !== here).map(({ id }) => id);
    expect(changed).toEqual(['PROF-SUM-05', 'PROF-SUM-06', 'PROF-SUM-08', 'PROF-SUM-09', 'PROF-SUM-13']);
  });

  it('also reads lists of tools, which have no label, and rejects everything else', () => {
    const tools = assessProfile({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] }, { atWork: () => [] });
    expect([tools?.label, (tools?.rules.length ?? 0) > 0]).toEqual([[], true]);
    expect(assessProfile({ some: 'thing' }, { atWork: () => [] })).toBeUndefined();
  });
});
