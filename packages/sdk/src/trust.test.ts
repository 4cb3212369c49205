import { describe, expect, it } from 'vitest';
import { chooseAgent, evaluateTrust, trustFacts } from './trust.js';

const good = { id: 'good', certification: { verified: true, quality_score: 4.8 } };
const poor = { id: 'poor', certification: { verified: false, quality_score: 1 } };
const newer = { id: 'newer', quality_score: 4.2, certification: { verified: true } };
const silent = { id: 'silent' };

describe('trust rules', () => {
  it('[AIDIP-SEC-14] applies a minimum quality and treats a missing score as unknown, neither zero nor full', () => {
    const rules = { minQuality: 4 };
    expect(evaluateTrust(good, rules).trusted).toBe(true);
    expect(evaluateTrust(newer, rules).trusted).toBe(true);
    expect(evaluateTrust(poor, rules)).toEqual({ trusted: false, reasons: ['its quality of 1 is below 4'] });
    // Unknown: not full, so it does not simply pass; not zero, so the rule can allow it where a zero is rejected.
    expect(evaluateTrust(silent, rules)).toEqual({ trusted: false, reasons: ['its quality is unknown'] });
    expect(evaluateTrust(silent, { ...rules, unknownQuality: 'accept' }).trusted).toBe(true);
    expect(evaluateTrust({ quality_score: 0 }, { ...rules, unknownQuality: 'accept' }).trusted).toBe(false);
    expect(trustFacts(silent)).toEqual({ certified: undefined, quality: undefined });
  });

  it('accepts only certified services when configured', () => {
    const rules = { certifiedOnly: true };
    expect([good, poor, newer, silent].map((agent) => evaluateTrust(agent, rules).trusted)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(evaluateTrust({ certification: { verified: 'yes' } }, rules).trusted).toBe(false);
    expect(evaluateTrust(silent, {}).trusted).toBe(true);
  });

  it('selects the first candidate that passes, not simply the first', () => {
    expect(chooseAgent([silent, poor, newer, good], { certifiedOnly: true, minQuality: 4 })?.id).toBe('newer');
    expect(chooseAgent([silent, poor], { certifiedOnly: true })).toBeUndefined();
    expect(chooseAgent([silent, poor], {})?.id).toBe('silent');
  });

  it('[AIDIP-USE-02] passes hit and metadata to a policy, and skips the best score when it is rejected', () => {
    const expensive = { id: 'expensive', score: 0.99, x_price: 5, certification: { verified: true } };
    const cheap = { id: 'cheap', score: 0.4, x_price: 0.1, certification: { verified: true } };
    const policy = (agent: typeof expensive) => agent.x_price < 1 && agent.score > 0.2 && agent.certification.verified;
    expect(chooseAgent([expensive, cheap], policy)?.id).toBe('cheap');
    expect(chooseAgent([expensive], policy)).toBeUndefined();
  });
});
