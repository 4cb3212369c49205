/**
 * Keeps images and other parts of an answer for faces whose body is the output alone: the header of the answer names
 * the kept result that has them.
 */
import type { Awaitable } from '../documents/awaitable.js';
import type { Call, Outcome } from './call.js';
import type { Gateway } from './invoke.js';
import type { KeptResults } from './kept-results.js';
import { keptContent } from './media.js';

/** Header with the id of the result that has the parts, in lower case; `omitted` when they could not be kept. */
export const partsHeader = 'x-dragoman-parts';

/** The gateway, with parts kept for calls through these faces. */
export function keepParts(gateway: Gateway, results: KeptResults, faces: readonly string[]): Gateway {
  const keep = (call: Call, outcome: Outcome): Awaitable<Outcome> => {
    if (outcome.kind !== 'answer' || outcome.content === undefined || outcome.status >= 300) return outcome;
    const { content } = keptContent(outcome, call.target?.operation);
    if (content === undefined) return outcome;
    const { headers } = outcome;
    return results
      .keep(call.caller, { content })
      .then((kept) => ({ ...outcome, headers: { ...headers, [partsHeader]: kept?.id ?? 'omitted' } }));
  };
  return {
    ...gateway,
    invoke(call) {
      const made = gateway.invoke(call);
      return faces.includes(call.face) ? made.then((outcome) => keep(call, outcome)) : made;
    },
  };
}
