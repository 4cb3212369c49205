/** Deletions that are undone by one more call, so that they need fewer safeguards than others. */
import type { Api, ApiOperation } from './api.js';
import { literalSegments } from './list-path-operations.js';
import { plainName, singular, tokensOf } from './words.js';

const marks =
  /(?:favou?rite|like|vot(?:e|er)|follow(?:er)?|bookmark|star|reaction|alias(?:es)?|membership|assignment|session|friend|invite|invitation)s?(?:\/all|(?:\/\{[^{}]*\})+)?\/?$/i;
/** Entries of access lists are grants, which one more call gives back. */
const grants =
  /\/(?:permission|grant|(?:[\w-]+-)?right|acl|collaborator|ban|mute|(?:[\w-]+-)?block|unsubscription|suppression|opt-?outs?|(?:safe|allow|white|black|block|deny)-?_?list)s?(?:\/[^/{}]+)?(?:\/\{[^{}]*\})*\/?$/i;
/** `/channels/{id}/members/{memberId}`: a member of a group is added again. */
const memberships = /\}\/(?:member|participant|attendee|follower|watcher|subscriber)s?\/\{[^{}]*\}\/?$/i;
const pointers = /(?:subscription|hook|session|terminal)s?\/\{[^{}]*\}\/?$/i;
/** `/carts/{id}/items/{itemId}`: what is in a cart or a playlist is put there again. */
const selections =
  /\/(?:cart|basket|wish-?_?list|playlist|favou?rite|watch-?_?list)s?(?:\/\{[^{}]*\})?\/[^/{}]+(?:\/\{[^{}]*\})?\/?$/i;

const groups =
  'collection|group|list|team|project|wish ?list|cart|basket|playlist|favou?rites|segment|audience|organi[sz]ation|workspace|role|category|profile';

/** "Remove a product from the collection"; what is deleted from a project may be gone, unless it is a person. */
const takesOut = new RegExp(
  `\\b(?:remov\\w*|delet\\w* (?:an? |the |this )?(?:user|member|person|contact)s?)\\b[^.]{0,80}\\bfrom\\b[^.]{0,60}\\b(?:${groups})s?\\b`,
  'i',
);

/** True for a deletion after which the same thing can be set, added or created again as it was. */
export function isUndone(api: Api, operation: ApiOperation): boolean {
  const { method, path } = operation;
  if (clearsCache(operation)) return true;
  if (method !== 'delete') return takesOut.test(textOf(operation));
  if (isAddedAgain(api, operation) || isNamedAgain(api, operation) || isDisconnect(operation)) return true;
  return pointers.test(path) || unlinks(api, operation) || isSetAgain(api, path);
}

/** "Disconnect an account": what was connected stays, and is connected again. */
function isDisconnect({ id, summary, description = '' }: ApiOperation): boolean {
  const first = [summary ?? id ?? '', description].map((said) => tokensOf(said.slice(0, 100))[0] ?? '');
  return first.some((word) => verbs.test(word));
}

const verbs = /^(?:leave|stop|unblock|unban|disconnect|unlink|detach|unassign|unsubscribe|disassociate|unfollow)s?$/;

/** True for a DELETE that only takes something out of a group or removes a mark; the thing itself stays. */
function unlinks(api: Api, operation: ApiOperation): boolean {
  const { method, path } = operation;
  if (method !== 'delete') return false;
  return (
    marks.test(path) ||
    grants.test(path) ||
    memberships.test(path) ||
    selections.test(path) ||
    takesOut.test(textOf(operation)) ||
    isLink(api, path)
  );
}

/** Nothing is lost with a cache: what was in it is read or computed again. */
export function clearsCache({ path, id, summary, description }: ApiOperation): boolean {
  const words = tokensOf(`${literalSegments(path).slice(-2).join(' ')} ${id ?? ''} ${summary ?? ''}`);
  if (!words.some((word) => /^(?:clear|purge|flush|invalidate|delete|reset)$/.test(word))) return false;
  return (
    words.some((word) => /^caches?$/.test(word)) ||
    /\b(?:cached (?:content|data|pages|responses)|(?:the|its) cache)\b/i.test(description ?? '')
  );
}

/** A DELETE that names its entries in the body, as the POST at the same path does, is undone by that POST. */
function isAddedAgain(api: Api, { path, input }: ApiOperation): boolean {
  if (input === undefined) return false;
  const adds = api.exposed.find((each) => each.method === 'post' && each.path === path)?.input;
  if (adds === undefined) return false;
  const named = api.properties(input);
  const names = [...api.properties(adds).keys()];
  return names.length > 0 && names.every((name) => named.has(name) || named.has(`${name}s`));
}

/** `/packs/{id}/category/{categoryName}`: what is only a name is added again by a POST of that name. */
function isNamedAgain(api: Api, { path }: ApiOperation): boolean {
  const [, parent, name = ''] = /^(.*)\/\{([^{}]*)\}\/?$/.exec(path) ?? [];
  if (parent === undefined || tokensOf(name).at(-1) !== 'name') return false;
  const adds = api.exposed.find((each) => each.method === 'post' && each.path === parent)?.input;
  return adds !== undefined && api.properties(adds).size === 1;
}

function textOf({ summary, description }: ApiOperation): string {
  return `${summary ?? ''}. ${description?.slice(0, 300) ?? ''}`;
}

/** `/projects/{id}/users/{userId}` or `/projects/{id}/members/{userId}` next to `/users/{id}`. */
function isLink(api: Api, path: string): boolean {
  const parts = path.split('/');
  const [collection = '', last = ''] = parts.slice(-2);
  if (!/id\}$/i.test(last) || !parts.slice(0, -2).some((part) => part.includes('{'))) return false;
  const items = api.once(listItems);
  const named = tokensOf(last).slice(0, -1).join('');
  return items.has(collection) || [...items].some((each) => named !== '' && plainName(singular(each)) === named);
}

/** Names of collections whose items are read, or deleted, without naming anything else. */
function listItems({ exposed }: Api): ReadonlySet<string> {
  const own = exposed.filter(
    ({ path, method }) => /^[^{}]*\/\{[^{}]*\}$/.test(path) && (method === 'get' || method === 'delete'),
  );
  return new Set(own.map(({ path }) => literalSegments(path).at(-1) ?? ''));
}

const file = /(?:attachment|file|image|photo|picture|avatar|logo|document|content|backup)s?\/?$/i;

/** A state of one resource, such as `/devices/{id}/connection`, is set again as it was, since nothing is sent with it. */
function isSetAgain(api: Api, path: string): boolean {
  return /\}\/[^/{}]+\/?$/.test(path) && !file.test(path) && api.once(listBareWrites).has(path);
}

function listBareWrites({ exposed }: Api): ReadonlySet<string> {
  const bare = exposed.filter(
    ({ method, bodyTypes, input }) => ['put', 'post'].includes(method) && bodyTypes.length === 0 && input === undefined,
  );
  return new Set(bare.map(({ path }) => path));
}
