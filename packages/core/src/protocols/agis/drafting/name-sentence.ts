/** A sentence from an operationId that its author wrote, for operations without a text: `uploadAvatar`. */
import type { Words } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { thirdPerson } from './draft-text.js';
import { articleOf, pluralText, singularOf } from './inflect-noun.js';
import { addressOf } from './schema-thing.js';
import { vagueWords } from './verb-candidate.js';
import { joiningWords, recordWords, runningVerbs, weakVerbs, wordVerbs } from './verb-table.js';

/** Short forms that programs use for words. */
const longForms: Readonly<Record<string, string>> = Object.freeze({
  exec: 'execute',
  del: 'delete',
  rm: 'remove',
  dir: 'directory',
  dirs: 'directories',
  msg: 'message',
  msgs: 'messages',
  pkg: 'package',
  img: 'image',
  cmd: 'command',
});

/** Objects that name no thing: `create_item`, `updateById`. */
const nameless =
  /^(?:items?|ones?|all|many|ids?|resources?|entit(?:y|ies)|objects?|data|info|records?|list|batch|bulk|action|multiple|index|root)$/;

/** Ends of names that belong to the program. */
const programWords =
  /^(?:req|res|request|response|handler|endpoint|api|controller|action|route|using|get|post|put|patch|delete|\d+|v\d+)$/;

const families: Readonly<Record<string, RegExp>> = Object.freeze({
  GET: /^(?:read|find|analyse)$/,
  DELETE: /^end$/,
  PUT: /^(?:create|change|end|run|send)$/,
  PATCH: /^(?:change|end|run)$/,
});

/** "Uploads the avatar" of `AvatarController_uploadAvatar`; undefined for a name that says no more than the address. */
export function nameSentence({ binding }: Operation, words: Words): string | undefined {
  if (binding.kind !== 'http' || binding.operationId === undefined) return undefined;
  const address = addressOf(binding.urlTemplate).replace(/^https?:\/\/[^/]*/i, '');
  const all = verbLast(wordsOf(ownName(binding.operationId, address)), words);
  while (all.length > 1 && (programWords.test(all.at(-1) ?? '') || /^[a-z]\d+$/i.test(all.at(-1) ?? ''))) all.pop();
  // `findOrCreateVessel`
  const isJoint = /^(?:or|and)$/.test(all[1] ?? '') && words.isListedVerb(all[2] ?? '') && all.length > 3;
  const [verb = '', ...more] = isJoint ? [all[0] ?? '', ...all.slice(3)] : all;
  const isAll = more[0] === 'all';
  const rest = more
    .slice(isAll || (/^(?:search|look)$/.test(verb) && more[0] === 'for') ? 1 : 0)
    .filter((word) => word !== 'my');
  const until = rest.findIndex((word) => joiningWords.has(word));
  const object = until < 0 ? rest : rest.slice(0, until);
  if (vagueWords.has(verb) || isEmpty(verb) || repeats(all, address) || repeats(rest, address)) return undefined;
  // `FetchConfigHarborService` of `/HarborService/{sid}/Config`: the address says whose it is.
  if (/\}\/[^/{}]+$/.test(address) && object.every((word) => address.toLowerCase().includes(word.toLowerCase())))
    return undefined;
  // The address says the same, and whose thing it is.
  const isRecord = recordWords.has(verb) || /^(?:fetch|retrieve)$/.test(verb);
  if (isRecord && endsIn(object, address, words) && !addsWords(object, address, words)) return undefined;
  const isVerb =
    recordWords.has(verb) ||
    (Object.hasOwn(wordVerbs, verb) && words.isListedVerb(verb)) ||
    (words.isListedVerb(verb) && words.isFiled(verb) && !words.isAdjective(verb));
  if (object.some((word) => /^(?:no|not|non|without|if|is|has|can)$/.test(word))) return undefined;
  if (!isVerb || object.length === 0 || object.length > 5 || (object.length === 1 && nameless.test(object[0] ?? '')))
    return undefined;
  const method = binding.method.toUpperCase();
  const allowed = Object.hasOwn(families, method) ? families[method] : undefined;
  const [family = 'run'] = words.familiesOf(verb);
  const isGiven = /^(?:download|export|stream|preview|request)$/.test(verb);
  if (allowed !== undefined && !allowed.test(family) && !isGiven) return undefined;
  const last = object.at(-1) ?? '';
  const path = address.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isKnown = (word: string) =>
    words.isNoun(word) ||
    words.isNoun(singularOf(word, words)) ||
    (word.length > 2 && path.includes(word) && words.inflectionOf(word) === undefined);
  if (
    !isKnown(last) ||
    (nameless.test(last) && !(/^(?:ids|data|info)$/.test(last) && object.length > 1)) ||
    !object.every(
      (word) =>
        isKnown(word) || words.isAdjective(word) || (word !== last && words.inflectionOf(word)?.form === 'past'),
    )
  )
    return undefined;
  const before = object.at(-2) ?? '';
  // `uploadFilePublic` ends in an adjective.
  if (words.isAdjective(last) && isKnown(before) && !words.isAdjective(before)) return undefined;
  // "fields audits" is no noun phrase.
  if (object.slice(0, -1).some((word) => singularOf(word, words) !== word)) return undefined;
  const isNew = family === 'create' && singularOf(last, words) === last;
  const article = isNew ? articleOf(object[0] ?? '') : isAll ? 'all' : 'the';
  const owner = more.includes('my') ? ' of the current user' : '';
  const thing = object.join(' ');
  const also = isJoint ? ` ${all[1]} ${thirdPerson(all[2] ?? '').toLowerCase()}` : '';
  return `${thirdPerson(verb)}${also} ${article} ${verb === 'list' ? pluralText(thing, words) : thing}${owner || placeOf(rest.slice(object.length), words)}`;
}

/** " for a stop" of `getScheduleForStop`; nothing where a word is no noun. */
function placeOf([joint = '', ...thing]: readonly string[], words: Words): string {
  const [last = ''] = thing.slice(-1);
  const isThing = thing.every((word) => /^[a-z]{3,}$/.test(word) && words.isNoun(singularOf(word, words)));
  if (!/^(?:for|from|of|in)$/.test(joint) || thing.length === 0 || thing.length > 2 || !isThing || nameless.test(last))
    return '';
  return ` ${joint} ${singularOf(last, words) === last ? `${articleOf(thing[0] ?? '')} ` : ''}${thing.join(' ')}`;
}

/** `postPackageUpdate` → "update", "package": after the HTTP method, the verb may come last. */
function verbLast(parts: readonly string[], words: Words): string[] {
  const [method = '', ...rest] = parts;
  const last = rest.at(-1) ?? '';
  const isLast =
    vagueWords.has(method) &&
    rest.length > 1 &&
    recordWords.has(last) &&
    (!words.isListedVerb(rest[0] ?? '') || words.hasNounReading(rest[0] ?? ''));
  return isLast ? [last, ...rest.slice(0, -1)] : [...parts];
}

/** "Handles a webhook" says nothing. */
function isEmpty(verb: string): boolean {
  return weakVerbs.has(verb) && !runningVerbs.has(verb);
}

/** `get_berths` of `/harbors/{id}/berths`, `fetchHarborBerth` of `/harbors/{id}/berths/{berth}.json`. */
function endsIn(object: readonly string[], address: string, words: Words): boolean {
  const literal = address
    .replace(/\.[a-z]+$/, '')
    .split('/')
    .filter((each) => each !== '' && !each.includes('{'));
  const [noun = '', last = ''] = [wordsOf(literal.at(-1) ?? ''), object].map(
    (each) => each.at(-1)?.toLowerCase() ?? '',
  );
  return singularOf(noun, words) === singularOf(last, words);
}

/** Nouns that are too general without the noun before them. */
const generic =
  /^(?:history|statistics|stats|status|info|details|list|data|summary|count|total|settings|config|state|apr|apy)$/;

/** `getTokenPrices` of `/prices`: the name says what kind of prices, which no other word of the address does. */
function addsWords(object: readonly string[], address: string, words: Words): boolean {
  const path = address.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isOwned = /\}\/[^/{}]+$/.test(address);
  const isNew = object.slice(0, -1).some((word) => word.length > 2 && !path.includes(word.slice(0, 4)));
  if (address.endsWith('}')) return isNew;
  return (
    isNew ||
    // `getContracts` of `/contract`
    (singularOf(object.at(-1) ?? '', words) !== object.at(-1) &&
      !address.toLowerCase().endsWith(object.at(-1) ?? '')) ||
    // "user reward history" of `/user/rewards/history`
    (object.length > 1 && !isOwned && generic.test(object.at(-1) ?? ''))
  );
}

/** `get-harbor-berths` of `/harbor/{harbor}/berths` repeats the address. */
function repeats(object: readonly string[], address: string): boolean {
  const [whole, literal] = [address, address.replaceAll(/\{[^{}]*\}/g, '')].map((text) =>
    wordsOf(text).join('').toLowerCase(),
  );
  const said = object.join('').toLowerCase();
  return object.length > 1 && (said === whole || said === literal);
}

/** Without the class of a controller, the address that a framework adds, and numbers against duplicates. */
export function ownName(id: string, address: string): string {
  const plain = withoutAddress(id, address);
  return (plain.split(/[.:#/]|Controller_?(?=[a-z])/).at(-1) ?? plain).replace(
    /Using(?:GET|POST|PUT|PATCH|DELETE)(?:_\d+)?$/,
    '',
  );
}

/** `start_job` of `start_job_jobs_start__get`: without the address and the method that a framework adds. */
export function withoutAddress(id: string, address: string): string {
  const added = address.replaceAll(/\W/g, '_').toLowerCase();
  const at = added.length > 1 ? id.toLowerCase().lastIndexOf(added) : -1;
  return at > 0 ? id.slice(0, at) : id;
}

/** `getS3Files` → "get", "S3", "files"; abbreviations keep their case. */
export function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z][A-Z0-9]+$/.test(word) ? word : word.toLowerCase()))
    .map((word) => (Object.hasOwn(longForms, word) ? (longForms[word] ?? word) : word));
}
