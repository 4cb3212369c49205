import { describe, expect, it } from 'vitest';
import { chooseAgent, judgeTrust, trustFacts } from './trust.js';

const good = { id: 'good', certification: { verified: true, quality_score: 4.8 } };
const poor = { id: 'poor', certification: { verified: false, quality_score: 1 } };
const newer = { id: 'newer', quality_score: 4.2, certification: { verified: true } };
const silent = { id: 'silent' };

describe('trust rules', () => {
  it('[AIDIP-SEC-14] applies a minimum quality and treats a missing score as unknown, neither zero nor full', () => {
    const rules = { minQuality: 4 };
    expect(judgeTrust(good, rules).trusted).toBe(true);
    expect(judgeTrust(newer, rules).trusted).toBe(true);
    expect(judgeTrust(poor, rules)).toEqual({ trusted: false, reasons: ['its quality of 1 is below 4'] });
    // Unknown: not full, so it does not simply pass; not zero, so the rule can allow it where a zero is rejected.
    expect(judgeTrust(silent, rules)).toEqual({ trusted: false, reasons: ['its quality is unknown'] });
    expect(judgeTrust(silent, { ...rules, unknownQuality: 'accept' }).trusted).toBe(true);
    expect(judgeTrust({ quality_score: 0 }, { ...rules, unknownQuality: 'accept' }).trusted).toBe(false);
    expect(trustFacts(silent)).toEqual({ certified: undefined, quality: undefined });
  });

  it('accepts only certified services when configured', () => {
    const rules = { certifiedOnly: true };
    expect([good, poor, newer, silent].map((agent) => judgeTrust(agent, rules).trusted)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(judgeTrust({ certification: { verified: 'yes' } }, rules).trusted).toBe(false);
    expect(judgeTrust(silent, {}).trusted).toBe(true);
  });

  it('selects the first candidate that passes, not simply the first', () => {
    expect(chooseAgent([silent, poor, newer, good], { certifiedOnly: true, minQuality: 4 })?.id).toBe('newer');
    expect(chooseAgent([silent, poor], { certifiedOnly: true })).toBeUndefined();
    expect(chooseAgent([silent, poor], {})?.id).toBe('silent');
  });

  it('[AIDIP-USE-02] passes hit and metadata to a policy, and skips the best score when it is rejected', () => {
    const dear = { id: 'dear', score: 0.99, x_price: 5, certification: { verified: true } };
    const cheap = { id: 'cheap', score: 0.4, x_price: 0.1, certification: { verified: true } };
    const policy = (agent: typeof dear) => agent.x_price < 1 && agent.score > 0.2 && agent.certification.verified;
    expect(chooseAgent([dear, cheap], policy)?.id).toBe('cheap');
    expect(chooseAgent([dear], policy)).toBeUndefined();
  });
});
