import type { ResolutionLimits, ResolvedCandidate } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { exclusionLabel, explainDecision, neededMeaning } from './explain-decision.js';
import { readFindRequest, toCommandWords, toIntent } from './find-request.js';
import { pickSuggestions } from './find-suggestions.js';

const limits: ResolutionLimits = { found: 0.61, candidate: 0.005, words: 0.03, meaning: 0.26 };
const candidate = (score: number, meaning?: number): ResolvedCandidate => ({
  id: 'a',
  endpoint: 'https://a.example',
  score,
  shares: { words: 0, text: score, ...(meaning === undefined ? {} : { meaning }) },
});

describe('explainDecision', () => {
  it('compares the best score with the limit', () => {
    const candidates = [candidate(0.72), candidate(0.3)];
    expect(explainDecision({ decision: 'found', candidates }, limits)).toContain('0.72, reaches the limit of 0.61');
    expect(explainDecision({ decision: 'ask', candidates: [candidate(0.3)] }, limits)).toContain('0.30, is below 0.61');
    expect(explainDecision({ decision: 'ask', candidates }, limits)).toMatch(/^Several operations/);
  });

  it('says what the request is when it asks for no action', () => {
    const mood = { kind: 'negated', evidence: 'do not' };
    expect(explainDecision({ decision: 'ask', candidates: [candidate(0.9)], mood }, limits)).toContain('not to do');
  });

  it('says how similar the nearest operation is when nothing matches', () => {
    const decision = { decision: 'nothing' } as const;
    const general = { ...limits, background: 0.4, margin: -0.05 };
    expect(neededMeaning(general)).toBeCloseTo(0.35);
    expect(explainDecision({ ...decision, candidates: [] }, general, [candidate(0.1, 0.2)])).toContain(
      '0.20, and 0.35 is required',
    );
    expect(explainDecision({ ...decision, candidates: [] }, undefined, [])).toContain('in common');
  });

  it('keeps the name of an unknown rule', () => {
    expect(exclusionLabel('max_impact')).toBe('Impact too high');
    expect(exclusionLabel('moon_phase')).toBe('moon_phase');
  });
});

describe('the request of the page', () => {
  it('is read from the address, sent, and written as a command', () => {
    const search = { q: ' refund ', impact: 'reversible', verified: 'yes', deny: ['x'], holds: 'a, b' };
    const request = readFindRequest(search);
    expect(toIntent(request)).toEqual({
      intent: 'refund',
      context: { holds: ['a', 'b'] },
      policy: { max_impact: 'reversible', verified_only: true, denied: ['x'] },
      top: 8,
      explain: true,
    });
    expect(toCommandWords(request).join(' ')).toBe(
      'resolve refund --why --max-impact reversible --verified --deny x --holds a --holds b',
    );
  });

  it('ignores an impact that does not exist', () => {
    expect(toIntent(readFindRequest({ q: 'x', impact: 'huge' }))).not.toHaveProperty('policy');
  });
});

describe('pickSuggestions', () => {
  it('takes one summary of each service before a second one of the same', () => {
    const operations = [
      { agent_id: 'a', summary: 'Refund a charge' },
      { agent_id: 'a', summary: 'List the charges' },
      { agent_id: 'b', summary: 'Book a flight' },
      { agent_id: 'b', summary: 'x'.repeat(500) },
    ];
    expect(pickSuggestions(operations)).toEqual(['Refund a charge', 'Book a flight', 'List the charges']);
  });
});
