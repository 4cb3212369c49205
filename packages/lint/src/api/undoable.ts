/** Deletions that are undone by one more call, so that they need fewer safeguards than others. */
import type { Api, ApiOperation } from './api.js';
import { literalSegments } from './list-path-operations.js';

const marks = /(?:favou?rite|like|follow|bookmark|star|reaction|alias(?:es)?|membership|assignment)s?\/\{[^{}]*\}\/?$/i;
const pointers = /(?:subscription|hook|session|terminal)s?\/\{[^{}]*\}\/?$/i;

const groups =
  'collection|group|team|project|wish ?list|cart|basket|playlist|favou?rites|segment|audience|organi[sz]ation|workspace|role|category';

/** "Remove a product from the collection"; what is deleted from a project may be gone, unless it is a person. */
const takesOut = new RegExp(
  `\\b(?:remov\\w*|delet\\w* (?:an? |the |this )?(?:user|member|person|contact)s?)\\b[^.]{0,80}\\bfrom\\b[^.]{0,60}\\b(?:${groups})s?\\b`,
  'i',
);

/** True for a deletion after which the same thing can be set, added or created again as it was. */
export function isUndone(api: Api, operation: ApiOperation): boolean {
  const { method, path } = operation;
  if (method !== 'delete') return takesOut.test(textOf(operation));
  return pointers.test(path) || unlinks(api, operation) || isSetAgain(api, path);
}

/** True for a DELETE that only takes something out of a group or removes a mark; the thing itself stays. */
export function unlinks(api: Api, operation: ApiOperation): boolean {
  const { method, path } = operation;
  if (method !== 'delete') return false;
  return marks.test(path) || takesOut.test(textOf(operation)) || isLink(api, path);
}

function textOf({ summary, description }: ApiOperation): string {
  return `${summary ?? ''}. ${description?.slice(0, 300) ?? ''}`;
}

/** `/projects/{id}/users/{userId}` next to `/users/{id}`. */
function isLink(api: Api, path: string): boolean {
  const parts = path.split('/');
  const [collection = '', last = ''] = parts.slice(-2);
  return (
    /id\}$/i.test(last) && parts.slice(0, -2).some((part) => part.includes('{')) && api.once(listItems).has(collection)
  );
}

/** Names of collections whose items are read, or deleted, without naming anything else. */
function listItems({ exposed }: Api): ReadonlySet<string> {
  const own = exposed.filter(
    ({ path, method }) => /^[^{}]*\/\{[^{}]*\}$/.test(path) && (method === 'get' || method === 'delete'),
  );
  return new Set(own.map(({ path }) => literalSegments(path).at(-1) ?? ''));
}

/** A state of one resource, such as `/devices/{id}/connection`, is set again as it was, since nothing is sent with it. */
function isSetAgain(api: Api, path: string): boolean {
  return /\}\/[^/{}]+\/?$/.test(path) && api.once(listBareWrites).has(path);
}

function listBareWrites({ exposed }: Api): ReadonlySet<string> {
  const bare = exposed.filter(
    ({ method, bodyTypes, input }) => ['put', 'post'].includes(method) && bodyTypes.length === 0 && input === undefined,
  );
  return new Set(bare.map(({ path }) => path));
}
