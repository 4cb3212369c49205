/** Deletions of which the document itself shows that much, or something final, is lost. */
import type { Api, ApiOperation, Parameter } from './api.js';
import { literalSegments } from './list-path-operations.js';
import { isType } from './schema-facts.js';
import { singular, tokensOf } from './words.js';

const final =
  /\b(?:permanently|permanent (?:deletion|removal)|irreversibl[ey]|irrevocabl[ey]|can ?not be (?:undone|reversed|restored|recovered)|(?:all|every|any) (?:of )?(?:its|their|the|associated|related)\b|and (?:its|their) \w+s\b|along with|cascad\w+|unrecoverabl[ey]|(?:a|the) running)/i;

/** A record that is kept or can be restored is not lost. */
const kept =
  /\bsoft[- ]?delet|\breset(?:s|ting)? (?:\w+ )?to (?:the |its )?default|\b(?:revert|fall)s? back to\b|\blogged[- ]in user\b|\barchiv|\bcan be (?:restored|recovered|undone|undeleted)\b|\b(?:to|into) (?:the )?(?:trash(?:can)?|(?:recycle|trash) bin)\b/i;

/** Marks, notices and settings of one caller: nothing of value is lost with one of them, whatever the text says. */
const trifles =
  /^(?:draft|reaction|like|vote|rating|bookmark|pin|callback|(?:web)?hook|subscription|cancell?ation|reminder|notification|alert|avatar|(?:typing|read)[-_]?\w*)s?$/i;

/** What is said about one thing, or who else may see it: little is lost with it. */
const remarks = /^(?:share|link|permission|grant|tag|label|note|variable|attachment|favou?rite|follower|metadata)$/i;

/** What other data, or a person's access, depends on. */
const holders = new Set(
  'account user customer member person tenant organization organisation company workspace project team database bucket volume server cluster instance domain repository vault wallet'.split(
    ' ',
  ),
);

/** True when a DELETE removes a whole collection, a thing that has parts in this API, or what its text calls final. */
export function losesMuch(api: Api, operation: ApiOperation): boolean {
  const { method, path, kinds } = operation;
  if (method !== 'delete' || kept.test(textOf(operation)) || operation.parameters.some(isFinalSwitch)) return false;
  const isItem = /\}\/?$/.test(path);
  const last = literalSegments(path).at(-1) ?? '';
  if (trifles.test(isItem ? (tokensOf(last).at(-1) ?? '') : last)) return false;
  if (kinds.batch || saysLoss(operation)) return true;
  if (!isItem) return !namesOne(api, operation) && api.exposed.some((each) => each.path === path && each.kinds.list);
  return isHolder(path) || hasParts(api, path);
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

/** True for the address of an account or of another thing on which data of others depends. */
function isHolder(path: string): boolean {
  const kind = singular(literalSegments(path).at(-1) ?? '').toLowerCase();
  // A domain of a site is connected again; what is lost is in the site.
  if (kind === 'domain' && /\}.*\}/.test(path)) return false;
  return /\}\/?$/.test(path) && holders.has(kind);
}

function hasParts({ exposed }: Api, path: string): boolean {
  const prefix = `${path.replace(/\/$/, '')}/`;
  // What is added and removed by name, such as the shipments of a batch, remains.
  if (exposed.some((each) => each.path.startsWith(prefix) && /^remove/i.test(each.path.slice(prefix.length))))
    return false;
  return exposed.some(
    (each) =>
      each.method === 'post' &&
      each.kinds.write &&
      each.path.startsWith(prefix) &&
      isPart(each.path.slice(prefix.length)),
  );
}

/** `cards`, `comment/{id}` and `add_widget` are parts; `avatar`, `clone`, `actions/publish` and `votes` are a setting, an action and marks. */
function isPart(rest: string): boolean {
  const [segment = '', next = ''] = rest.split('/');
  const words = tokensOf(segment);
  if (segment === 'actions') return false;
  if (trifles.test(words.at(-1) ?? '') || remarks.test(words.at(-1) ?? '')) return false;
  return next.startsWith('{') || words[0] === 'add' || (words.length === 1 && singular(segment) !== segment);
}
