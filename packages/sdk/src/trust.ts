/**
 * Rules on whom to trust, as pure functions over metadata. What an agent's metadata does not say is unknown: it
 * counts neither as nothing nor as everything.
 */
import { isJsonObject } from '@dragoman/model';

/** What metadata says about trust; undefined is unknown. */
export interface TrustFacts {
  certified: boolean | undefined;
  /** Usually 0 to 5; not to be compared between publishers. */
  quality: number | undefined;
}

/** What is demanded. */
export interface TrustRules {
  /** Only agents whose certification is verified. */
  certifiedOnly?: boolean;
  /** Lowest quality score. */
  minQuality?: number;
  /** Whether an agent of unknown quality passes `minQuality`; it does not unless this is `accept`. */
  unknownQuality?: 'accept' | 'refuse';
}

/** The outcome of the rules, with a sentence for each one broken. */
export interface TrustVerdict {
  trusted: boolean;
  reasons: string[];
}

/** Reads the trust facts from metadata, in both places where the revisions put them. */
export function trustFacts(agent: Readonly<Record<string, unknown>>): TrustFacts {
  const certification = isJsonObject(agent.certification) ? agent.certification : {};
  const { verified } = certification;
  const score = certification.quality_score ?? agent.quality_score;
  return {
    certified: typeof verified === 'boolean' ? verified : undefined,
    quality: typeof score === 'number' && Number.isFinite(score) ? score : undefined,
  };
}

/** Judges an agent by the rules; without rules everyone passes. */
export function judgeTrust(agent: Readonly<Record<string, unknown>>, rules: TrustRules): TrustVerdict {
  const { certified, quality } = trustFacts(agent);
  const reasons: string[] = [];
  if (rules.certifiedOnly === true && certified !== true) {
    reasons.push(certified === false ? 'it is not certified' : 'nothing is known of a certification');
  }
  if (rules.minQuality !== undefined) {
    if (quality === undefined && rules.unknownQuality !== 'accept') reasons.push('its quality is unknown');
    if (quality !== undefined && quality < rules.minQuality) {
      reasons.push(`its quality of ${quality} is below ${rules.minQuality}`);
    }
  }
  return { trusted: reasons.length === 0, reasons };
}

/** A rule of the caller's own, on anything that a hit and its metadata say: trust, cost, place. */
export type AgentPolicy<Agent> = (agent: Agent) => boolean;

/** The first candidate, in the order given, that passes the rules or the policy; undefined when none does. */
export function chooseAgent<Agent extends Readonly<Record<string, unknown>>>(
  candidates: readonly Agent[],
  rules: TrustRules | AgentPolicy<Agent>,
): Agent | undefined {
  const passes = typeof rules === 'function' ? rules : (agent: Agent) => judgeTrust(agent, rules).trusted;
  return candidates.find(passes);
}
