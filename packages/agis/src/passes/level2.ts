/**
 * The requirements of level 2 beyond level 1: reported as errors when level 2 is checked, otherwise as a list of gaps.
 */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { listInputProperties, listPathParameters } from '../input-properties.js';
import type { EndpointView } from '../pass.js';
import type { Level2Gap } from '../report.js';

/** The four fields that level 1 recommends and level 2 requires, with their codes. */
export const level2Fields = [
  { field: 'capability', missing: 'agis/no-capability', code: 'agis/level2-capability' },
  { field: 'confidence_guidance', missing: 'agis/no-confidence', code: 'agis/level2-confidence' },
  { field: 'impact_tier', missing: 'agis/no-impact', code: 'agis/level2-impact' },
  { field: 'is_idempotent', missing: 'agis/no-idempotency', code: 'agis/level2-idempotency' },
] as const;

/** Maximum number of endpoints whose gaps are listed. */
const maxGaps = 1_000;
/** Maximum length of an endpoint label in the list. */
const maxLabelLength = 200;

/**
 * True when the endpoint changes state according to its tier, or to its capability when it has no tier (reading R14).
 */
export function changesState({ impact_tier: tier, capability }: JsonObject): boolean {
  if (tier !== undefined) return tier !== 'informational';
  return capability === 'transaction' || capability === 'modification' || capability === 'notification';
}

/** True when a transition is required and missing. */
export function lacksTransition(semantic: JsonObject): boolean {
  const { state_transition: transition } = semantic;
  const given = isJsonObject(transition) && Object.keys(transition).length > 0;
  return (
    !given && (changesState(semantic) || (semantic.impact_tier === undefined && semantic.capability === undefined))
  );
}

/** True when the endpoint has parameters. */
export function hasParameters({ node, path }: EndpointView, document: JsonObject): boolean {
  return listPathParameters(path ?? '').length > 0 || listInputProperties(node.input, document).properties.size > 0;
}

/** Endpoints with the fields that they lack for level 2. */
export function findLevel2Gaps(endpoints: readonly EndpointView[]): Level2Gap[] {
  const gaps: Level2Gap[] = [];
  for (const { semantic, label, pointer } of endpoints) {
    if (semantic === undefined) continue;
    const fields: string[] = level2Fields.map(({ field }) => field).filter((field) => semantic[field] === undefined);
    if (lacksTransition(semantic)) fields.push('state_transition');
    if (fields.length > 0) gaps.push({ endpoint: label.slice(0, maxLabelLength), pointer, fields });
    if (gaps.length >= maxGaps) break;
  }
  return gaps;
}
