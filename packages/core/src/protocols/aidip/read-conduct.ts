/**
 * Reads a provider's declarations of how an operation behaves. AIDIP leaves such members open (-01 §3.1), so each is
 * read if it has the expected form and otherwise only kept; none of them is ever an error.
 */
import type { Impact, JsonObject, JsonValue, Lifecycle, Operation, Safety } from '@dragoman/model';
import { member } from './findings.js';

/** The part of an operation that describes its behavior. */
export type Conduct = Pick<Operation, 'impact' | 'idempotent' | 'safety' | 'lifecycle' | 'hints'>;

const impacts: readonly JsonValue[] = ['informational', 'reversible', 'irreversible'] satisfies Impact[];

/** Maximum length of a date or name. */
const maxTextLength = 200;

/** The declared behavior of an operation; the members also stay in the document. */
export function readConduct(object: JsonObject): Conduct {
  const impact = member(object, 'impact');
  const idempotent = member(object, 'idempotent');
  const safety = readSafety(object);
  const lifecycle = readLifecycle(object);
  return {
    ...(impacts.includes(impact ?? null) ? { impact: impact as Impact } : {}),
    ...(typeof idempotent === 'boolean' ? { idempotent } : {}),
    ...(Object.keys(safety).length === 0 ? {} : { safety }),
    ...(Object.keys(lifecycle).length === 0 ? {} : { lifecycle }),
    ...(member(object, 'long_running') === true ? { hints: { long_running: true } } : {}),
  };
}

const safetyMembers = { dry_run: 'dryRun', confirm: 'confirm', idempotency_key: 'idempotencyKey' } as const;

function readSafety(object: JsonObject): Safety {
  const safety: Safety = {};
  for (const [name, field] of Object.entries(safetyMembers)) {
    const value = member(object, name);
    if (typeof value === 'boolean') safety[field] = value;
  }
  return safety;
}

function readLifecycle(object: JsonObject): Lifecycle {
  const deprecated = member(object, 'deprecated');
  const sunset = member(object, 'sunset');
  const replacement = member(object, 'replacement');
  return {
    ...(typeof deprecated === 'boolean' ? { deprecated } : {}),
    ...(isText(sunset) && !Number.isNaN(Date.parse(sunset)) ? { sunset } : {}),
    ...(isText(replacement) ? { replacement } : {}),
  };
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length <= maxTextLength;
}
