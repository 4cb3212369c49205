/**
 * Answers that stay small and say so (PROF-RESP-01, PROF-SEC-05): what is beyond a bound is cut, and the answer tells which
 * parts are not whole and how to get at the rest, so that nobody takes a part for everything.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';
import { withHeaders } from '../answer.js';
import type { Property } from '../property.js';
import { rewriteJson } from '../rewrite-json.js';
import { type Cut, type TruncationLimits, truncateJson } from './truncate-json.js';

/** Bounds of answers. */
export interface TruncationOptions extends Partial<TruncationLimits> {
  /** How a caller gets the rest; a sentence on fields and single items unless given. */
  hint?: string;
}

/** What an answer that was cut has beside its own members. */
export interface TruncationNote {
  truncated: true;
  truncation: { parts: Cut[] /** Parts beyond those that are named. */; more_parts?: number; hint: string };
}

const usual: TruncationLimits = { bytes: 64 * 1024, characters: 4000, items: 200 };
const usualHint = 'Ask for fewer members with fields, for a smaller page, or for one item at its own address.';

/** Answers beyond this are not read at all. */
const mostRead = 16 * 1024 * 1024;

/** Most parts that are named. */
const mostParts = 20;

/** Header of an answer that was cut; the only sign where the answer is a bare list. */
const truncatedHeader = 'X-Truncated';

/** Makes the property; it changes successes in JSON only. Pages keep their items, since their cursor begins after the last. */
export function createTruncation({ hint = usualHint, ...limits }: TruncationOptions = {}): Property {
  const bounds = { ...usual, ...limits };
  // A text is no longer than the whole, and an item has two bytes at least, so that there is nothing to cut in less.
  const least = Math.min(bounds.bytes, bounds.characters, bounds.items * 2);
  return (next) => async (request, call) => {
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
  };
}

function note(value: JsonObject, cuts: readonly Cut[], hint: string): JsonValue {
  const parts = cuts.slice(0, mostParts).map((cut) => ({ ...cut }));
  const more = cuts.length - parts.length;
  return { ...value, truncated: true, truncation: { parts, ...(more > 0 ? { more_parts: more } : {}), hint } };
}
