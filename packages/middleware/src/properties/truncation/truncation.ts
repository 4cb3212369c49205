/**
 * Small responses (PROF-RESP-01, PROF-SEC-05): everything beyond a limit is truncated, and the response says which
 * parts are incomplete and how to get the rest, so that nobody takes a part for the whole.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';
import { withHeaders } from '../../calls/answer.js';
import { defineProperty, type Property } from '../../calls/property.js';
import { rewriteJson } from '../../calls/rewrite-json.js';
import type { Describe } from '../../describing/description-draft.js';
import { type Cut, type TruncationLimits, truncateJson } from './truncate-json.js';

/** Limits of responses. */
export interface TruncationOptions extends Partial<TruncationLimits> {
  /** How a caller gets the rest; by default a sentence about fields and single items. */
  hint?: string;
}

/** The members that are added to a truncated response. */
export interface TruncationNote {
  truncated: true;
  truncation: { parts: Cut[] /** Number of parts beyond those listed. */; more_parts?: number; hint: string };
}

const usual: TruncationLimits = { bytes: 64 * 1024, characters: 4000, items: 200 };
const usualHint = 'Request fewer members with fields, a smaller page, or one item at its own URL.';

/** Larger responses are not read at all. */
const mostRead = 16 * 1024 * 1024;

/** Maximum number of listed parts. */
const mostParts = 20;

/** Header of a truncated response; the only mark of a bare list. */
const truncatedHeader = 'X-Truncated';

/**
 * Creates the property; it changes only successful JSON responses. Pages keep their items, because their cursor starts
 * after the last.
 */
export function createTruncation({ hint = usualHint, ...limits }: TruncationOptions = {}): Property {
  const bounds = { ...usual, ...limits };
  // A text is no longer than the whole, and an item has at least two bytes, so smaller responses need no truncation.
  const least = Math.min(bounds.bytes, bounds.characters, bounds.items * 2);
  return defineProperty(
    (next) => async (request, call) => {
      let isCut = false;
      const answer = await rewriteJson(
        await next(request, call),
        (value) => {
          const { value: kept, cuts } = truncateJson(value, bounds);
          if (cuts.length === 0) return undefined;
          isCut = true;
          return isJsonObject(kept) ? note(kept, cuts, hint) : kept;
        },
        { limit: mostRead, least },
      );
      return isCut ? withHeaders(answer, { [truncatedHeader]: 'true' }) : answer;
    },
    { describe: describeTruncation },
  );
}

const describeTruncation: Describe = ({ operations }) => {
  const description = 'True when parts were left out; truncation in the body lists them and says how to get the rest.';
  for (const operation of operations) {
    operation.addHeaders(/^2/, { [truncatedHeader]: { description, schema: { type: 'boolean' } } });
  }
};

function note(value: JsonObject, cuts: readonly Cut[], hint: string): JsonValue {
  const parts = cuts.slice(0, mostParts).map((cut) => ({ ...cut }));
  const more = cuts.length - parts.length;
  return { ...value, truncated: true, truncation: { parts, ...(more > 0 ? { more_parts: more } : {}), hint } };
}
