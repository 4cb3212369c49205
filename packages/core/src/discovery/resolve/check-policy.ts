/** Checks one operation against the policy and against general exclusions; returns the reason for excluding it. */
import type { Entry, Impact, JsonValue, Operation } from '@dragoman/model';
import type { Condition } from '../../catalogue/index-port.js';
import { foldLabel } from '../fold.js';
import { type AgentStats, isBroken, isCertified, isUnsafe, isVerified, qualityOf } from './agent-stats.js';
import type { ExclusionLine, ResolveContext, ResolvePolicy } from './resolution.js';

const impacts: readonly Impact[] = ['informational', 'reversible', 'irreversible'];
/** Members in which providers declare where data is processed. */
const residencyMembers = ['data_residency', 'residency', 'regions', 'region'];

/** The part of a policy that the index can apply before ranking. */
export function policyConditions({
  publishers,
  authentication,
  maxImpact,
  allowDeprecated,
}: ResolvePolicy): Condition[] {
  const any = (field: string, values: readonly string[] | undefined): Condition[] =>
    values === undefined || values.length === 0 ? [] : [{ field, values, mode: 'any' }];
  return [
    ...any('publisher', publishers),
    ...any('authentication', authentication),
    ...(maxImpact === undefined ? [] : any('impact', impacts.slice(0, impacts.indexOf(maxImpact) + 1))),
    ...(allowDeprecated === false ? any('status', ['active']) : []),
  ];
}

interface OperationOf {
  entry: Entry;
  operation: Operation;
}

/** The reason for excluding the operation; undefined when it is allowed. */
export function checkPolicy(
  { entry, operation }: OperationOf,
  { policy, context, stats }: { policy: ResolvePolicy; context: ResolveContext; stats: AgentStats },
): ExclusionLine | undefined {
  const feedback = stats.feedback(entry.id);
  const conduct = stats.conduct(entry.id, operation.name);
  if (isUnsafe(entry, feedback)) return 'unsafe';
  if (isBroken(conduct, feedback)) return 'broken';
  if (policy.denied?.includes(entry.id)) return 'denied';
  if (policy.verifiedOnly && !isVerified(entry)) return 'verified_only';
  if (policy.certifiedOnly && !isCertified(entry)) return 'certified_only';
  const least = policy.minQualityScore;
  if (least !== undefined && (qualityOf(entry, feedback)?.score ?? 0) < least) return 'min_quality_score';
  const { maxLatencyMs: slowest } = policy;
  if (slowest !== undefined && (conduct?.latencyMs ?? 0) > slowest) return 'max_latency_ms';
  if (!allows(policy.publishers, publishersOf(entry))) return 'publishers';
  if (!allows(policy.authentication, [kindOfAuthentication(entry)])) return 'authentication';
  if (exceedsImpact(operation, policy.maxImpact)) return 'max_impact';
  if (policy.allowDeprecated === false && isDeprecated(entry, operation)) return 'allow_deprecated';
  return staysIn(entry, context.residency) ? undefined : 'residency';
}

/** True when the service or the operation is deprecated. */
export function isDeprecated(entry: Entry, operation: Operation): boolean {
  return entry.status === 'deprecated' || operation.lifecycle?.deprecated === true;
}

/** The kind of authentication in the protocol's own terms. */
export function kindOfAuthentication({ authentication }: Entry): string {
  return foldLabel(authentication?.type ?? 'none').replace(/[\s-]+/g, '_');
}

function publishersOf({ publisher, extra }: Entry): string[] {
  const provider = Object.hasOwn(extra, 'provider') ? textsOf(extra.provider) : [];
  return publisher === undefined ? provider : [publisher, ...provider];
}

function allows(allowed: readonly string[] | undefined, values: readonly string[]): boolean {
  if (allowed === undefined || allowed.length === 0) return true;
  const known = new Set(allowed.map((value) => foldLabel(value)));
  return values.some((value) => known.has(foldLabel(value)));
}

/** An undeclared impact counts as the most severe. */
function exceedsImpact({ impact = 'irreversible' }: Operation, most: Impact | undefined): boolean {
  return most !== undefined && impacts.indexOf(impact) > impacts.indexOf(most);
}

/** Services that do not declare a region are allowed. */
function staysIn({ extra }: Entry, residency: readonly string[]): boolean {
  if (residency.length === 0) return true;
  const stated = residencyMembers.flatMap((member) => (Object.hasOwn(extra, member) ? textsOf(extra[member]) : []));
  return stated.length === 0 || allows(residency, stated);
}

function textsOf(value: JsonValue | undefined): string[] {
  const values = Array.isArray(value) ? value.slice(0, 64) : [value];
  return values.filter((each): each is string => typeof each === 'string');
}
