/** What level 2 demands beyond level 1: told as errors when level 2 is asked for, as a list of gaps otherwise. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { listInputProperties, listPathParameters } from '../input-properties.js';
import type { EndpointView } from '../pass.js';
import type { Level2Gap } from '../report.js';

/** The four fields that level 1 recommends and level 2 demands, with their codes. */
export const level2Fields = [
  { field: 'capability', missing: 'agis/no-capability', code: 'agis/level2-capability' },
  { field: 'confidence_guidance', missing: 'agis/no-confidence', code: 'agis/level2-confidence' },
  { field: 'impact_tier', missing: 'agis/no-impact', code: 'agis/level2-impact' },
  { field: 'is_idempotent', missing: 'agis/no-idempotency', code: 'agis/level2-idempotency' },
] as const;

/** Endpoints whose gaps are listed. */
const mostGaps = 1_000;
/** Most characters of an endpoint's name that are repeated. */
const longestLabel = 200;

/** True when the endpoint changes state by its tier, or by its capability where it has none (reading R14). */
export function changesState({ impact_tier: tier, capability }: JsonObject): boolean {
  if (tier !== undefined) return tier !== 'informational';
  return capability === 'transaction' || capability === 'modification' || capability === 'notification';
}

/** True when a transition is wanted and not there. */
export function lacksTransition(semantic: JsonObject): boolean {
  const { state_transition: transition } = semantic;
  const given = isJsonObject(transition) && Object.keys(transition).length > 0;
  return (
    !given && (changesState(semantic) || (semantic.impact_tier === undefined && semantic.capability === undefined))
  );
}

/** True when the endpoint takes parameters. */
export function hasParameters({ node, path }: EndpointView, document: JsonObject): boolean {
  return listPathParameters(path ?? '').length > 0 || listInputProperties(node.input, document).properties.size > 0;
}

/** Endpoints and fields that are still needed for level 2. */
export function findLevel2Gaps(endpoints: readonly EndpointView[]): Level2Gap[] {
  const gaps: Level2Gap[] = [];
  for (const { semantic, label, pointer } of endpoints) {
    if (semantic === undefined) continue;
    const fields: string[] = level2Fields.map(({ field }) => field).filter((field) => semantic[field] === undefined);
    if (lacksTransition(semantic)) fields.push('state_transition');
    if (fields.length > 0) gaps.push({ endpoint: label.slice(0, longestLabel), pointer, fields });
    if (gaps.length >= mostGaps) break;
  }
  return gaps;
}
