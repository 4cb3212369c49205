/** Trust rules as pure functions of metadata. Missing facts are unknown: they count neither as zero nor as full. */
import { isJsonObject } from '@dragoman/model';

/** Trust facts of metadata; undefined is unknown. */
export interface TrustFacts {
  certified: boolean | undefined;
  /** Usually 0 to 5; not comparable between publishers. */
  quality: number | undefined;
}

/** The requirements. */
export interface TrustRules {
  /** Only services with a verified certification. */
  certifiedOnly?: boolean;
  /** Minimum quality score. */
  minQuality?: number;
  /** Whether a service of unknown quality passes `minQuality`; only with `accept`. */
  unknownQuality?: 'accept' | 'refuse';
}

/** The result of the rules, with a reason for each violation. */
export interface TrustVerdict {
  trusted: boolean;
  reasons: string[];
}

/** Reads the trust facts from metadata, from the locations of both revisions. */
export function trustFacts(agent: Readonly<Record<string, unknown>>): TrustFacts {
  const certification = isJsonObject(agent.certification) ? agent.certification : {};
  const { verified } = certification;
  const score = certification.quality_score ?? agent.quality_score;
  return {
    certified: typeof verified === 'boolean' ? verified : undefined,
    quality: typeof score === 'number' && Number.isFinite(score) ? score : undefined,
  };
}

/** Evaluates a service; without rules every service passes. */
export function evaluateTrust(agent: Readonly<Record<string, unknown>>, rules: TrustRules): TrustVerdict {
  const { certified, quality } = trustFacts(agent);
  const reasons: string[] = [];
  if (rules.certifiedOnly === true && certified !== true) {
    reasons.push(certified === false ? 'it is not certified' : 'its certification is unknown');
  }
  if (rules.minQuality !== undefined) {
    if (quality === undefined && rules.unknownQuality !== 'accept') reasons.push('its quality is unknown');
    if (quality !== undefined && quality < rules.minQuality) {
      reasons.push(`its quality of ${quality} is below ${rules.minQuality}`);
    }
  }
  return { trusted: reasons.length === 0, reasons };
}

/** A custom rule on a hit and its metadata: trust, cost, location. */
export type AgentPolicy<Agent> = (agent: Agent) => boolean;

/** The first candidate, in the given order, that passes the rules or the policy; undefined when none does. */
export function chooseAgent<Agent extends Readonly<Record<string, unknown>>>(
  candidates: readonly Agent[],
  rules: TrustRules | AgentPolicy<Agent>,
): Agent | undefined {
  const passes = typeof rules === 'function' ? rules : (agent: Agent) => evaluateTrust(agent, rules).trusted;
  return candidates.find(passes);
}
