/** Texts by users in a response, and which of them the description marks as data. */
import type { Api, ApiOperation, SchemaNode } from './api.js';
import { isType } from './schema-facts.js';
import { plainName } from './words.js';

/** Normalized names of fields with user-supplied text. */
export const freeTextNames: ReadonlySet<string> = new Set(
  'comment body message note content bio review subject'.split(' '),
);
/** Names of fields that state the source of the text next to them. */
export const originName = /^(?:source|author|user|sender|from|created_?by|posted_?by|owner|reviewer)$/i;

/** Names of fields that only messages between people have. */
const conversation = /recipient|thread|conversation|chat|channel|repl(?:y|ies)|subject/i;

/** True for a name that says that its value is data of a user. */
export function namesUserText(name: string): boolean {
  return /untrusted|usercontent/.test(plainName(name));
}

/** One field with text by users. */
export interface UserText {
  node: SchemaNode;
  /** Names of the fields next to it. */
  siblings: readonly string[];
  isMarked: boolean;
}

/** The fields with text by users in the response of an operation. */
export function listUserTexts(api: Api, { agent, output }: ApiOperation): UserText[] {
  if (output === undefined) return [];
  const marked = new Set(
    agent.untrusted.flatMap((mark) =>
      followMark(api, output, mark.split('/').slice(1)).flatMap((node) => api.walk(node).map(({ at }) => at)),
    ),
  );
  const candidates = api.walk(output).filter(({ name = '' }) => freeTextNames.has(plainName(name)));
  return candidates.flatMap((node) => {
    const siblings = node.owner === undefined ? [] : [...api.properties(node.owner).keys()];
    if (node.owner === undefined || !isUserText(node, siblings)) return [];
    const isMarked = marked.has(node.at) || siblings.some((each) => originName.test(each)) || isEnvelope(api, node);
    return [{ node, siblings, isMarked }];
  });
}

function isUserText({ name = '', schema }: SchemaNode, siblings: readonly string[]): boolean {
  const plain = plainName(name);
  if (!isType(schema, 'string') && !isType(schema, 'object')) return false;
  // A message is the API's own text, except in a conversation.
  if (plain === 'message') return siblings.some((each) => conversation.test(each));
  // A body without a title belongs to a message between machines.
  return plain !== 'body' || siblings.some((each) => /title|subject|comment/i.test(each));
}

/** True for an object that keeps the text apart, under a name that says so. */
function isEnvelope(api: Api, node: SchemaNode): boolean {
  return isType(node.schema, 'object') && [...api.properties(node).keys()].some(namesUserText);
}

/** The schemas that a mark such as `/items/0/note` points to. */
function followMark(api: Api, node: SchemaNode, [head, ...rest]: readonly string[]): SchemaNode[] {
  if (head === undefined) return [node];
  const named = api.properties(node).get(head);
  const next = head === '*' || /^\d+$/.test(head) ? entriesOf(api, node) : [];
  return [...next, ...(named === undefined ? [] : [named])].flatMap((each) => followMark(api, each, rest));
}

/** The items of an array and the values of a map, also where they are described in a part of the schema. */
function entriesOf(api: Api, node: SchemaNode): SchemaNode[] {
  const parts = new Set([node.pointer]);
  return api.walk(node).filter(({ role, owner, pointer }) => {
    if (owner === undefined || !parts.has(owner.pointer)) return false;
    if (role === 'part') parts.add(pointer);
    return role === 'item' || role === 'map';
  });
}
