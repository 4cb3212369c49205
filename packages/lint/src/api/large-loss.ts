/** Deletions of which the document itself shows that much, or something final, is lost. */
import type { Api, ApiOperation, Parameter } from './api.js';
import { literalSegments } from './list-path-operations.js';
import { isType } from './schema-facts.js';
import { tokensOf } from './words.js';

const final =
  /\b(?:permanently|permanent (?:deletion|removal)|irreversibl[ey]|irrevocabl[ey]|can ?not be (?:undone|reversed|restored|recovered)|(?:all|every|any) (?:of )?(?:its|their|the|associated|related)\b|and (?:its|their) \w+s\b|along with|cascad\w+|unrecoverabl[ey]|(?:a|the) running)/i;

/** A record that is kept or can be restored is not lost. */
const kept =
  /\bsoft[- ]?delet|\breset(?:s|ting)? (?:\w+ )?to (?:the |its )?default|\b(?:revert|fall)s? back to\b|\blogged[- ]in user\b|\barchiv|\bcan be (?:restored|recovered|undone|undeleted)\b|\b(?:to|into) (?:the )?(?:trash(?:can)?|(?:recycle|trash) bin)\b/i;

/** Marks, notices and settings of one caller: nothing of value is lost with one of them, whatever the text says. */
const trifles =
  /^(?:draft|reaction|like|vote|rating|bookmark|pin|callback|(?:web)?hook|subscription|cancell?ation|reminder|notification|alert|avatar|(?:typing|read)[-_]?\w*)s?$/i;

/**
 * True when a DELETE removes a whole collection, several things, or what its text calls final. One thing that is deleted by its
 * id is lost on purpose, whatever depends on it.
 */
export function losesMany(api: Api, operation: ApiOperation): boolean {
  const { method, path, kinds } = operation;
  if (method !== 'delete' || kept.test(textOf(operation)) || operation.parameters.some(isFinalSwitch)) return false;
  const isItem = /\}\/?$/.test(path);
  const last = literalSegments(path).at(-1) ?? '';
  if (trifles.test(isItem ? (tokensOf(last).at(-1) ?? '') : last)) return false;
  if (kinds.batch || saysLoss(operation) || takesAll(operation)) return true;
  return !isItem && !namesOne(api, operation) && api.exposed.some((each) => each.path === path && each.kinds.list);
}

/** "Cancel all orders" at `/orders/cancel/all`. */
function takesAll({ path, summary = '', description = '' }: ApiOperation): boolean {
  if (/\}\/?$/.test(path)) return false;
  return (
    /^(?:all|bulk|batch)$/i.test(literalSegments(path).at(-1) ?? '') ||
    /^\W*(?:delet|remov|cancel|clear|purg|wip|eras|drop)\w*\s+(?:all|every|multiple|several)\b/i.test(
      summary || description,
    )
  );
}

/** What names one thing. */
const keys = new Set('id name number code key'.split(' '));

/** `DELETE /bgp?name_or_id=…`, or one key in the body, removes one thing. */
function namesOne(api: Api, { parameters, input }: ApiOperation): boolean {
  if (parameters.some((each) => each.in === 'query' && each.required)) return true;
  const members = input === undefined ? [] : [...api.properties(input)];
  return members.some(([name, { schema }]) => keys.has(tokensOf(name).at(-1) ?? '') && !isType(schema, 'array'));
}

/** `permanent=true`: without it, the thing is kept. */
function isFinalSwitch({ name, in: place, required }: Parameter): boolean {
  return place === 'query' && !required && /^(?:permanent(?:ly)?|hard(?:_?delete)?|purge|skip_?trash)$/i.test(name);
}

/** True when the text says that more than one thing, or something final, is lost. */
function saysLoss(operation: Pick<ApiOperation, 'summary' | 'description'>): boolean {
  return final.test(textOf(operation));
}

function textOf({ summary = '', description = '' }: Pick<ApiOperation, 'summary' | 'description'>): string {
  return `${summary}. ${description.slice(0, 600)}`;
}
