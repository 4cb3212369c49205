/** Deletions of which the document itself shows that much, or something final, is lost. */
import type { Api, ApiOperation, Parameter } from './api.js';
import { literalSegments } from './list-path-operations.js';
import { singular, tokensOf } from './words.js';

const final =
  /\b(?:permanent(?:ly)?|irreversibl[ey]|irrevocabl[ey]|can ?not be (?:undone|reversed|restored|recovered)|(?:all|every|any) (?:of )?(?:its|their|the|associated|related)\b|and (?:its|their) \w+s\b|along with|cascad\w+|unrecoverabl[ey])/i;

/** A record that is kept or can be restored is not lost. */
const kept =
  /\bsoft[- ]?delet|\barchiv|\bcan be (?:restored|recovered|undone|undeleted)\b|\b(?:to|into) (?:the )?(?:trash(?:can)?|(?:recycle|trash) bin)\b/i;

/** Marks, notices and settings of one caller: nothing of value is lost with one of them, whatever the text says. */
const trifles =
  /^(?:draft|reaction|like|vote|rating|bookmark|pin|callback|(?:web)?hook|subscription|cancell?ation|reminder|notification|alert|avatar|(?:typing|read)[-_]?\w*)$/i;

/** What other data, or a person's access, depends on. */
const holders = new Set(
  'account user customer member person tenant organization organisation company workspace project team database bucket volume server cluster instance domain repository vault wallet'.split(
    ' ',
  ),
);

/** True when a DELETE removes a whole collection, a thing that has parts in this API, or what its text calls final. */
export function losesMuch(api: Api, operation: ApiOperation, { withParts = true } = {}): boolean {
  const { method, path, kinds } = operation;
  if (method !== 'delete' || kept.test(textOf(operation)) || operation.parameters.some(isFinalSwitch)) return false;
  const isItem = /\}\/?$/.test(path);
  const last = literalSegments(path).at(-1) ?? '';
  if (trifles.test(isItem ? (tokensOf(last).at(-1) ?? '') : last)) return false;
  if (kinds.batch || saysLoss(operation)) return true;
  if (!isItem) return api.exposed.some((each) => each.path === path && each.kinds.list);
  return isHolder(path) || (withParts && hasParts(api, path));
}

/** `permanent=true`: without it, the thing is kept. */
function isFinalSwitch({ name, in: place, required }: Parameter): boolean {
  return place === 'query' && !required && /^(?:permanent(?:ly)?|hard(?:_?delete)?|purge|skip_?trash)$/i.test(name);
}

/** True when the text says that more than one thing, or something final, is lost. */
export function saysLoss(operation: Pick<ApiOperation, 'summary' | 'description'>): boolean {
  return final.test(textOf(operation));
}

function textOf({ summary = '', description = '' }: Pick<ApiOperation, 'summary' | 'description'>): string {
  return `${summary}. ${description.slice(0, 600)}`;
}

/** True for the address of an account or of another thing on which data of others depends. */
function isHolder(path: string): boolean {
  return /\}\/?$/.test(path) && holders.has(singular(literalSegments(path).at(-1) ?? '').toLowerCase());
}

function hasParts({ exposed }: Api, path: string): boolean {
  const prefix = `${path.replace(/\/$/, '')}/`;
  return exposed.some(
    (each) =>
      each.method === 'post' &&
      each.kinds.write &&
      each.path.startsWith(prefix) &&
      isPart(each.path.slice(prefix.length)),
  );
}

/** `cards`, `comment/{id}` and `add_widget` are parts; `avatar`, `clone` and `votes` are a setting, an action and marks. */
function isPart(rest: string): boolean {
  const [segment = '', next = ''] = rest.split('/');
  const words = tokensOf(segment);
  if (trifles.test(words.at(-1) ?? '')) return false;
  return next.startsWith('{') || words[0] === 'add' || (words.length === 1 && singular(segment) !== segment);
}
