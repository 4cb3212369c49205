/** The number of an object: that of the address and of the response where the sentence leaves it open or contradicts itself. */
import type { Words } from '@dragoman/agis';
import { inflectLast, pluralNoun, singularOf } from './inflect-noun.js';
import { orderedNoun } from './ordered-noun.js';
import { headOf, isManyPhrase, type Phrase } from './read-phrase.js';

/** What the number of an object is taken from. */
interface NumberSource {
  words: Words;
  impact: string | undefined;
  /** The method of the endpoint. */
  method?: string;
  /** The path of the endpoint. */
  path?: string;
  /** True when the address or the response is that of several things. */
  isSeveral?: boolean;
  /** True when the response is an array. */
  returnsMany?: boolean;
  /** The other text about the operation. */
  other?: string | undefined;
}

/** Nouns that are plural although they are about one thing. */
export const pluralOnly =
  /^(?:details|settings|statistics|stats|metrics|preferences|options|analytics|contents|specs|properties|values)$/;

/** Parameters that name one thing whatever it is. */
const anyKey = /^(?:id|uid|uuid|guid|key|slug|code|ref|handle)$/;

/** "Update keys" of `/keys/{id}` updates one, "Create keys" with "Creates a new key" creates one, "Find key" of `/keys` finds several. */
export function agreeing(given: Phrase, source: NumberSource): Phrase {
  const { words, path = '', isSeveral, returnsMany, impact, other = '', method = '' } = source;
  const object = withNumber(inOrder(given, path, words), words, impact === 'informational');
  const [, segment = '', parameter = ''] = /\/([a-z][a-z-]*)(?:\/\{(\w+)\})?$/.exec(path) ?? [];
  const many = segment.replace(/^.*-/, '');
  const one = singularOf(many, words);
  const word = object.text.toLowerCase().replace(/^.* /, '');
  const single = /^(?:the)?$/.test(object.determiner) ? ofOne(object, source) : undefined;
  if (single !== undefined) return single;
  if (object.determiner !== '') return object;
  const isOneThing = /^(?:RETRIEVE|FETCH|SHOW|VIEW)$/.test(method);
  // "Find record" that returns an array finds several.
  const several = pluralNoun(object.text, words);
  if (
    returnsMany === true &&
    !isOneThing &&
    word !== 'list' &&
    !object.isMany &&
    words.isNoun(word) &&
    several !== object.text &&
    path.endsWith(segment) &&
    headOf(object.text) === object.text
  )
    return { ...object, text: several, isMany: true };
  if (word === one && isSeveral === true && !isOneThing) return { ...object, text: several, isMany: true };
  const singular = inflectLast(object.text, (each) => singularOf(each, words));
  const owner = segment.replace(/[^-]*$/, one).replaceAll('-', '_');
  const key = parameter.replace(/_?(?:id|uuid|key|number|name)$/, '');
  const isOwn =
    parameter === 'id' ||
    (key.length > 2 && owner.endsWith(key)) ||
    (parameter.startsWith(owner) && !parameter.endsWith('s'));
  const isSaid = new RegExp(`(?<!into )\\ban? (?:new |single )?${singular.replaceAll(/\W/g, '.')}\\b`, 'i').test(other);
  // "Create or update roles" of `/role/{name}`
  const isKeyed = singularOf(word, words) === many && (anyKey.test(parameter) || parameter === 'name');
  const isHead = headOf(object.text) === object.text;
  const isOne = isHead && impact !== 'informational' && ((word === many && (isOwn || isSaid)) || isKeyed);
  return isOne ? { ...object, text: singular, isMany: false } : object;
}

/** The words of an address in the order of a noun phrase. */
function inOrder(object: Phrase, path: string, words: Words): Phrase {
  const text = orderedNoun(object.text, path, words);
  return text === object.text ? object : { ...object, text, isMany: isManyPhrase(text, words) };
}

/** The number that the noun shows: "a network tags" are tags where they are read or changed, and "a new processes" is one. */
export function withNumber(object: Phrase, words: Words, isRead: boolean): Phrase {
  const head = headOf(object.text);
  const last = head.split(' ').at(-1) ?? '';
  const singular = words.singularOf(last);
  const isPlural = /^[a-z]+s$/.test(last) && singular !== last && words.isNoun(singular);
  if (object.determiner !== 'a' || object.isMany || !isPlural || /['’]s /.test(head)) return object;
  if (!isRead && /^new /i.test(object.text)) return { ...object, text: inflectLast(object.text, () => singular) };
  return { ...object, determiner: 'the', isMany: true };
}

/** "Returns documents by ID" of `/documents/{doc_id}` and "details of featured collections" of `/collections/featured/{id}` are about one. */
function ofOne(object: Phrase, { words, path = '', impact, returnsMany }: NumberSource): Phrase | undefined {
  const [, parameter = ''] = /\/\{(\w+)\}$/.exec(path) ?? [];
  if (parameter === '' || returnsMany === true || impact !== 'informational' || !object.isMany) return undefined;
  const key = parameter.replace(/_?(?:id|uuid|key|slug|code|number|name)$/, '');
  const isKeyOf = (thing: string) =>
    anyKey.test(parameter) ||
    (key.length > 2 && !parameter.endsWith('s') && (thing.startsWith(key) || key.endsWith(thing)));
  const [, head = '', joint = '', tail = ''] =
    /^([\w '’-]+?)(?: (of|about|for|on) ((?!the |all |an? )[\w '’-]+))?$/.exec(object.text) ?? [];
  const thing = tail === '' ? head : tail;
  const last = thing.toLowerCase().split(' ').at(-1) ?? '';
  const one = singularOf(last, words);
  const isNamed = path.split(/[/-]/).some((segment) => segment === last);
  if (headOf(thing) !== thing || one === last || pluralOnly.test(last) || !isKeyOf(one) || (!isNamed && key.length < 3))
    return undefined;
  const single = inflectLast(thing, (word) => singularOf(word.toLowerCase(), words));
  return tail === ''
    ? { ...object, determiner: 'a', text: single, isMany: false }
    : { ...object, text: `${head} ${joint} the ${single}`, isMany: isManyPhrase(head, words) };
}
