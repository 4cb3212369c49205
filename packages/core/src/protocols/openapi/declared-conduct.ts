/** What the provider of a document declares about the effects of an operation; it has precedence over what is derived. */
import type { Impact, JsonObject, JsonValue, Safety } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Conduct } from '../../documents/derive-conduct.js';
import { type Declaration, listDeclarations } from './list-declarations.js';
import { member } from './wire.js';

/** What is declared. */
export interface DeclaredConduct {
  impact?: Impact;
  idempotent?: boolean;
  safety?: Safety;
}

/** What is declared, and the declarations that are not applied. */
export interface ReadDeclarations {
  declared: DeclaredConduct;
  ignored: { member: string; value: string; reason: string }[];
}

const impacts = ['informational', 'reversible', 'irreversible'] as const satisfies Impact[];

/** What one declaration says; undefined when it is not understood. */
type Meaning =
  | { impact?: Impact; acts?: true; asks?: true; idempotent?: boolean; lowers?: true; none?: true }
  | undefined;

const yes = /^(?:true|yes|1|required?|always|mandatory|needed|explicit|manual|human|user|ask|on)$/;
const no = /^(?:false|no|0|none|never|off|optional|not required|not needed)$/;

const meanings: Readonly<Record<Declaration['kind'], (value: string) => Meaning>> = {
  impact: (value) => {
    const exact = impacts.find((each) => each === value);
    if (exact !== undefined) return { impact: exact };
    if (/^(?:not |non |un)(?:reversible|recoverable)$|^(?:irrevocable|destructive|permanent|final)$/.test(value))
      return { impact: 'irreversible' };
    return /^(?:high|critical|severe|dangerous|grave|major)$/.test(value) ? { asks: true } : undefined;
  },
  risk: (value) => {
    if (/^(?:high|very high|critical|severe|extreme|dangerous|major)$/.test(value) || yes.test(value))
      return { asks: true };
    return value === 'irreversible' || value === 'destructive' ? { impact: 'irreversible' } : undefined;
  },
  confirmation: (value) => (yes.test(value) ? { asks: true } : no.test(value) ? { lowers: true } : undefined),
  irreversible: (value) =>
    yes.test(value) ? { impact: 'irreversible' } : no.test(value) ? { lowers: true } : undefined,
  reversible: (value) => (no.test(value) ? { impact: 'irreversible' } : yes.test(value) ? { lowers: true } : undefined),
  reading: (value) => (value === 'true' ? { impact: 'informational' } : no.test(value) ? { acts: true } : undefined),
  idempotent: (value) => (value === 'true' ? { idempotent: true } : no.test(value) ? { idempotent: false } : undefined),
  effects: (value) => (no.test(value) || value === '' ? { none: true } : { acts: true }),
};

/**
 * Reads `x-agent`, hints in the spelling of MCP, `x-openai-isConsequential`, `x-idempotent` and other spellings of them.
 * Of two declarations that contradict each other, the more careful one counts. An unusual spelling counts only where it
 * is more careful than what is derived.
 */
export function readDeclarations(operation: JsonObject, conduct: Conduct): ReadDeclarations {
  const ignored: ReadDeclarations['ignored'] = [];
  const meant = listDeclarations(operation, readMcpHints(operation)).flatMap((each) => {
    const text = textOf(each.value);
    const meaning = text === undefined ? undefined : meanings[each.kind](text);
    const isUsual = each.usual && (typeof each.value === 'boolean' || (each.kind === 'impact' && each.value === text));
    const isLower = isLess(meaning, conduct);
    if (meaning !== undefined && meaning.lowers === undefined && (isUsual || !isLower)) return [meaning];
    const isRisky = conduct.impact === 'irreversible' && conduct.guessed !== true;
    if (meaning === undefined || (isLower && (meaning.lowers === undefined || isRisky))) {
      const reason =
        meaning === undefined ? 'it is not understood' : 'only the documented spelling can lower the derived effects';
      const why = meaning?.lowers === undefined ? reason : 'it cannot lower the derived effects';
      ignored.push({ member: each.name, value: JSON.stringify(each.value).slice(0, 60), reason: why });
    }
    return [];
  });
  return { declared: combine(meant, conduct), ignored };
}

function combine(meant: readonly NonNullable<Meaning>[], { impact: derived }: Conduct): DeclaredConduct {
  const has = (test: (meaning: NonNullable<Meaning>) => boolean) => meant.some(test);
  const asks = has((each) => each.asks === true);
  const said = impacts.filter((impact) => has((each) => each.impact === impact));
  const acts = has((each) => each.acts === true);
  // A confirmation alone says that a mistake is costly; next to an impact it is only asked for.
  const given = said.at(-1);
  const careful = asks && given === undefined ? 'irreversible' : given;
  const raised = acts && (careful ?? derived) === 'informational' ? 'reversible' : careful;
  const repeats = meant.map(({ idempotent }) => idempotent);
  const isIdempotent =
    repeats.includes(false) || (raised === 'reversible' && acts) ? false : repeats.includes(true) || undefined;
  return {
    ...(raised === undefined ? {} : { impact: raised }),
    ...(isIdempotent === undefined ? {} : { idempotent: isIdempotent }),
    ...(asks ? { safety: { confirm: true } } : {}),
  };
}

/** True when the meaning is less careful than what is derived. */
function isLess(meaning: Meaning, { impact, idempotent }: Conduct): boolean {
  if (meaning === undefined) return false;
  if (meaning.lowers === true) return true;
  if (meaning.impact !== undefined) return impacts.indexOf(meaning.impact) < impacts.indexOf(impact);
  return meaning.idempotent === true && !idempotent;
}

/** The value in lower case, with spaces for hyphens; undefined for objects. */
function textOf(value: JsonValue): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? '' : 'listed';
  if (typeof value === 'object') return undefined;
  return String(value)
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ');
}

/** A declaration that is lower than what the words or the method show without doubt, as a clause; undefined otherwise. */
export function lowered({ impact, idempotent }: DeclaredConduct, derived: Conduct): string | undefined {
  if (derived.guessed === true || derived.unread === true) return undefined;
  const order = impacts.indexOf(derived.impact);
  const isCertain = derived.impact === 'irreversible' || derived.reason !== undefined;
  if (impact !== undefined && impacts.indexOf(impact) < order && isCertain) return impact;
  const repeats = idempotent === true && !derived.idempotent && derived.impact === 'irreversible';
  return repeats ? 'safe to repeat' : undefined;
}

/**
 * What an earlier reader derived from other words, in `x-agent.derived` of a written document, else what the words of this
 * document say. It declares nothing, and it cannot turn what is known to be irreversible into reading.
 */
export function readDerivedConduct(
  operation: JsonObject,
  { impact, idempotent, guessed }: Conduct,
): Pick<Conduct, 'impact' | 'idempotent'> {
  const said = objectOf(objectOf(operation, 'x-agent'), 'derived');
  const isHarmless = said.impact === 'informational' && impact === 'irreversible' && guessed !== true;
  const written = impacts.find((each) => each === said.impact);
  return {
    impact: written !== undefined && !isHarmless ? written : impact,
    idempotent: typeof said.idempotent === 'boolean' ? said.idempotent : idempotent,
  };
}

/** Hints in the spelling of MCP, from any extension whose name starts with `x-mcp`. */
export function readMcpHints(operation: JsonObject): JsonObject {
  const found: JsonObject = {};
  for (const [name, value] of Object.entries(operation)) {
    if (!name.startsWith('x-mcp') || !isJsonObject(value)) continue;
    Object.assign(found, isJsonObject(value.annotations) ? value.annotations : value);
  }
  return found;
}

function objectOf(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
}
