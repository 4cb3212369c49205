/** Deletions of which the document itself shows that much, or something final, is lost. */
import type { Api, ApiOperation } from './api.js';
import { literalSegments } from './list-path-operations.js';
import { singular } from './words.js';

const final =
  /\b(?:permanent(?:ly)?|irreversibl[ey]|irrevocabl[ey]|can ?not be (?:undone|reversed|restored|recovered)|(?:all|every|any) (?:of )?(?:its|their|the|associated|related)\b|along with|cascad\w+|unrecoverabl[ey])/i;

/** A record that is kept or can be restored is not lost. */
const kept =
  /\bsoft[- ]?delet|\barchiv|\bcan be (?:restored|recovered|undone|undeleted)\b|\b(?:to|into) (?:the )?trash\b/i;

/** What other data, or a person's access, depends on. */
const holders = new Set(
  'account user customer member person tenant organization organisation company workspace project team database bucket volume server cluster instance domain repository vault wallet'.split(
    ' ',
  ),
);

/** True when a DELETE removes a whole collection, a thing that has parts in this API, or what its text calls final. */
export function losesMuch(api: Api, operation: ApiOperation): boolean {
  const { method, path, summary = '', description = '', kinds } = operation;
  const text = `${summary}. ${description.slice(0, 600)}`;
  if (method !== 'delete' || kept.test(text)) return false;
  if (kinds.batch || final.test(text)) return true;
  const isItem = /\}\/?$/.test(path);
  if (!isItem) return api.exposed.some((each) => each.path === path && each.kinds.list);
  return holders.has(singular(literalSegments(path).at(-1) ?? '').toLowerCase()) || hasParts(api, path);
}

function hasParts({ exposed }: Api, path: string): boolean {
  const prefix = `${path.replace(/\/$/, '')}/`;
  return exposed.some((each) => each.path.startsWith(prefix) && each.kinds.write && each.method === 'post');
}
