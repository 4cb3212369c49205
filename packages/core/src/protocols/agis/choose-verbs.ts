/**
 * The candidate verbs of an operation as an AGIS method, best first, each with its reason: declared by the author, the
 * sentence, the end of the path, words of the name, the HTTP method.
 */

import type { Words } from '@dragoman/agis';
import { prohibitedMethods } from '@dragoman/agis';
import type { Operation } from '@dragoman/model';
import { toPlainText } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import { actionSentence, isAcronym, isCarrier, isNamedBy, verbOfActivity } from './action-sentence.js';
import type { EndpointFacts } from './endpoint-facts.js';
import { leadSentence, withoutHeadings } from './lead-sentence.js';
import { isPlural, isRead, namesList, returnsMany } from './reads-many.js';
import { addressOf } from './schema-thing.js';
import type { SentencePlace } from './title-facts.js';
import { isAbbreviation, isCompound, isDeterminer, isNounTitle, isTitleOfReading, isUsual } from './title-facts.js';
import {
  cancelled,
  emptyVerbs,
  httpVerbs,
  joiningWords,
  makingVerbs,
  recordWords,
  runningVerbs,
  weakVerbs,
  wordVerbs,
} from './verb-table.js';

/** A verb with its reason. */
export interface VerbCandidate {
  method: string;
  reason: string;
  /** True when the author or the provider's own sentence says it. */
  said?: boolean;
}

/** The members that the choice uses. */
export type Named = Pick<Operation, 'name' | 'verb' | 'summary' | 'description' | 'impact' | 'binding' | 'extra'>;

const verbExtension = 'x-agis-method';

/** All candidate verbs in order, without duplicates; never one of the nine HTTP methods, never empty. */
export function listVerbs(operation: Named, words: Words, facts?: EndpointFacts): VerbCandidate[] {
  const isMany = returnsMany(operation, words, facts);
  const named = fromName(operation, words);
  const { binding } = operation;
  const isOwn = binding.kind !== 'http';
  // `findById` of `/berths/{id}`
  const isOne = binding.kind === 'http' && isRead(binding) && /\}$/.test(addressOf(binding.urlTemplate));
  const isDelete = binding.kind === 'http' && binding.method.toUpperCase() === 'DELETE';
  const all = [
    ...declared(operation),
    // A response without content retrieves nothing, whatever the text of the GET operation says.
    ...(facts?.isHead === true ? [{ method: 'CHECK', reason: 'it is called by HEAD', said: true }] : []),
    // The name of a tool is its author's choice; an operationId is often a program's.
    ...(isOwn ? named.map((each) => ({ ...each, said: true })) : []),
    ...(isCarried(operation, words) ? fromPath(operation, words).map((each) => ({ ...each, said: true })) : []),
    ...fromSentence(operation, words).map((each) => ({ ...each, said: true })),
    ...fromPath(operation, words),
    ...named,
  ]
    // DELETE of an event record removes it; only a sentence that says so cancels it.
    .filter(({ method, reason }) => !(isDelete && method === 'CANCEL' && reason.includes(aboutReason)))
    .filter((each) => each.said === true || !contradicts(each, operation, words))
    .flatMap((each) =>
      isOne && each.said !== true && /^(?:FIND|SEARCH)$/.test(each.method)
        ? [{ ...each, method: 'RETRIEVE' }, each]
        : [each],
    )
    .flatMap((each) => (isMany && genericReading.has(each.method) ? [{ ...each, method: 'LIST' }, each] : [each]));
  const isStrong = ({ method }: VerbCandidate) => !weakVerbs.has(method.toLowerCase());
  const weak = all.filter((each) => !isStrong(each));
  // "Run actions" runs, which the HTTP method does not say.
  const running = weak
    .filter(({ said, method }) => said === true && runningVerbs.has(method.toLowerCase()))
    .flatMap((each) => [each, { ...each, method: 'EXECUTE' }]);
  const others = [...fromHttp(operation, words, facts), ...weak, ...fallback(operation)];
  const seen = new Set<string>();
  return [...all.filter(isStrong), ...running, ...others].filter(({ method }) => {
    if (prohibitedMethods.has(method.toLowerCase()) || seen.has(method) || !/^[A-Z]+$/.test(method)) return false;
    seen.add(method);
    return true;
  });
}

/** `expireSoonBerths` of an address that is read names what is read; only a whole last segment such as `/logout` acts. */
function contradicts({ method }: VerbCandidate, { binding }: Named, words: Words): boolean {
  if (binding.kind !== 'http' || !isRead(binding)) return false;
  const verb = method.toLowerCase();
  const [family] = words.familiesOf(verb);
  const last = addressOf(binding.urlTemplate).split('/').at(-1)?.toLowerCase();
  return last !== verb && (family === 'create' || family === 'change' || family === 'end' || family === 'send');
}

/** Verbs that say nothing about how many things are read. */
const genericReading: ReadonlySet<string> = new Set(['RETRIEVE', 'FETCH', 'SHOW']);

/** "Sends a signal to cancel the task" of `/tasks/{id}/cancel` cancels it. */
function isCarried({ summary, description, binding }: Named, words: Words): boolean {
  // `/modalities/{id}/get` names no action.
  if (binding.kind !== 'http' || isRead(binding) || /\/(?:get|list|read)$/i.test(binding.urlTemplate)) return false;
  return isCarrier(actionSentence(toPlainText((summary ?? description ?? '').slice(0, 300)), words));
}

/** The lower-case words of a snake_case name. */
export function nameWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function declared(operation: Named): VerbCandidate[] {
  const verb = declaredVerb(operation);
  return verb === undefined ? [] : [{ method: verb.toUpperCase(), reason: 'its author declared it', said: true }];
}

/** The verb that the author declared, in AGIS or as `x-agis-method` of an OpenAPI document. */
export function declaredVerb({ verb, extra }: Pick<Named, 'verb' | 'extra'>): string | undefined {
  const said = Object.hasOwn(extra, verbExtension) ? extra[verbExtension] : undefined;
  return verb ?? (typeof said === 'string' && /^[A-Za-z]{1,64}$/.test(said) ? said : undefined);
}

/** HTTP words that say nothing about the intent. */
export const vagueWords: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'options', 'connect', 'trace']);

/** The verb of the provider's own name; a name that was derived from the URL is no evidence. */
function fromName(operation: Named, words: Words): VerbCandidate[] {
  const name = ownName(operation);
  if (name === undefined) return [];
  const all = nameWords(toSnakeCase(name, ''));
  // `VirtualNetworks_CheckAvailability`, `issues/create-milestone`: the verb follows the group.
  const own = nameWords(toSnakeCase(name.split(/[._/:]/).at(-1) ?? '', ''));
  const { binding } = operation;
  const mayAct = binding.kind !== 'http' || binding.method.toUpperCase() !== 'GET';
  const first =
    [own, all].find(
      ([word = '', ...more]) =>
        (isVerbOfName(word, words) && !(mayAct && /^(?:status|info|details)$/.test(word))) ||
        (mayAct && more.length > 0 && isDeed(word, words)),
    ) ?? [];
  const last = all.at(-1) ?? '';
  const [word = '', ...rest] = first;
  if (word !== '' && (recordWords.has(word) || !recordWords.has(last))) {
    return verbsFor({ word, object: objectOf(rest, words), because: `the name begins with "${word}"` }, words);
  }
  return recordWords.has(last) ? verbsFor({ word: last, because: `the name ends in "${last}"` }, words) : [];
}

function ownName({ name, binding }: Named): string | undefined {
  if (binding.kind !== 'http') return name;
  // `put-/jobs/{id}/status` repeats the address.
  return /^[a-z]+[-_ :]?\//i.test(binding.operationId ?? '') && /\{/.test(binding.operationId ?? '')
    ? undefined
    : binding.operationId;
}

/** A noun that is a usual verb too, in front of its object: `book_table`. */
function isDeed(word: string, words: Words): boolean {
  return !vagueWords.has(word) && words.isVerb(word) && words.isFiled(word);
}

/** A noun at the start of a name is its subject ("team.info", "bulk_import"), unless it is a usual verb of names. */
function isVerbOfName(word: string, words: Words): boolean {
  if (vagueWords.has(word)) return false;
  if (recordWords.has(word) || Object.hasOwn(wordVerbs, word)) return true;
  return words.isVerb(word) && !words.hasNounReading(word) && !words.isAdjective(word);
}

/** The subject of a name: its last word before a joining word. */
function objectOf(rest: readonly string[], words: Words): string | undefined {
  const until = rest.findIndex((word) => joiningWords.has(word));
  const [noun] = (until < 0 ? rest : rest.slice(0, until)).slice(-1);
  return noun === undefined ? undefined : words.singularOf(noun);
}

const aboutReason = ' and is about ';

/** A possible verb, its object, and where it was found. */
interface Clue {
  word: string;
  object?: string | undefined;
  because: string;
}

function verbsFor({ word, object, because }: Clue, words: Words): VerbCandidate[] {
  const reason = object === undefined ? because : `${because}${aboutReason}"${object}"`;
  const special = object === undefined ? [] : specialVerbs(word, object);
  const plain = Object.hasOwn(wordVerbs, word) ? (wordVerbs[word] ?? []) : [];
  const base = words.inflectionOf(word)?.base;
  const own = words.isVerb(word) ? [word] : base === undefined ? [] : [base];
  return [
    ...special.map((method) => ({ method, reason })),
    ...[...plain, ...own.map((each) => each.toUpperCase())].map((method) => ({ method, reason: because })),
  ];
}

function specialVerbs(word: string, object: string): readonly string[] {
  if (['create', 'new', 'add', 'post', 'insert', 'make'].includes(word)) {
    return Object.hasOwn(makingVerbs, object) ? (makingVerbs[object] ?? []) : [];
  }
  return ['delete', 'del', 'destroy', 'remove'].includes(word) && cancelled.has(object) ? ['CANCEL'] : [];
}

/** Families of which a noun at the end of an address that acts is the verb. */
const actingFamilies: ReadonlySet<string> = new Set(['change', 'end', 'send']);

/** Last segments that are actions wherever an address is not only read, although they are nouns too. */
const actionSegments: ReadonlySet<string> = new Set(
  'start stop cancel restart retry resume pause suspend reset search enable disable login logout signup signin'.split(
    ' ',
  ),
);

function endsInAction({ binding }: Named): boolean {
  if (binding.kind !== 'http') return false;
  return actionSegments.has(binding.urlTemplate.split(/[?#]/, 1)[0]?.split('/').at(-1)?.toLowerCase() ?? '');
}

/** `/orders/{id}/cancel` has its verb in the last segment. */
function fromPath({ binding }: Named, words: Words): VerbCandidate[] {
  if (binding.kind !== 'http') return [];
  const segments = addressOf(binding.urlTemplate).split('/');
  const written = segments.at(-1) ?? '';
  const last = written.toLowerCase();
  const [deed = '', thing] = /^[a-z]+[A-Z]/.test(written) ? nameWords(toSnakeCase(written, '')) : [];
  // `/invoices/{id}/commitInvoice`
  const owner = words.singularOf(segments.at(-3)?.toLowerCase() ?? '');
  const isOfOwner = thing !== undefined && owner === written.slice(deed.length).toLowerCase() && words.isVerb(deed);
  if (isOfOwner) return verbsFor({ word: deed, because: `the path ends in "${deed}"` }, words);
  // `cache_clear`
  const word = last.replace(/^.*(?:[:.-]|_(?=(?:clear|flush|purge|reset|revoke)$))/, '');
  const isMethod = /^[a-z.]+\.[a-z]+$/i.test(last) || last.includes(':');
  if (!/^[a-z]+$/.test(word) || !words.isVerb(word)) return [];
  // `POST /health-information/transfer`
  const isAct = binding.method.toUpperCase() === 'POST' && actingFamilies.has(words.familiesOf(word)[0] ?? 'read');
  const isDone = !isRead(binding) && segments.length > 2 && actionSegments.has(last);
  if (!isMethod && !isDone && words.hasNounReading(word) && !(isAct && words.isFiled(word))) return [];
  return verbsFor({ word, because: `the path ends in "${word}"` }, words);
}

/** "Next episode", `previous-page`: a thing by its place among others. */
function isRelative(segment: string, summary = ''): boolean {
  const relative =
    /^(?:next|previous|latest|newest|oldest|similar|related|random|nearest|closest)(?:[A-Z_-]| [A-Za-z]+$)/i;
  return relative.test(summary) && segment.toLowerCase().startsWith(summary.toLowerCase().split(' ', 1)[0] ?? '-');
}

function fromHttp({ binding, summary }: Named, words: Words, facts?: EndpointFacts): VerbCandidate[] {
  if (binding.kind !== 'http') return [];
  const method = binding.method.toUpperCase();
  const row = Object.hasOwn(httpVerbs, method) ? httpVerbs[method] : undefined;
  const segments = (binding.urlTemplate.split(/[?#]/, 1)[0] ?? '').split('/').filter((each) => each !== '');
  const last = nameWords(toSnakeCase(segments.at(-1) ?? '', '')).at(-1) ?? '';
  const isOne =
    /\}(?:\.\w+)?$/.test(segments.at(-1) ?? '') ||
    (method === 'GET' && !isPlural(last, words) && facts?.isCollection !== true);
  // POST of "Next episode", which nobody creates
  if (method === 'POST' && isRelative(segments.at(-1) ?? '', summary))
    return ['RETRIEVE', 'FETCH'].map((each) => ({ method: each, reason: 'it names a thing that exists already' }));
  const reason = `it is called by ${method} on ${isOne ? 'one resource' : 'a collection'}`;
  return (row === undefined ? [] : isOne ? row.one : row.many).map((each) => ({ method: each, reason }));
}

/** Verbs of the summary; a description counts where the summary has none. */
function fromSentence({ summary, description, binding }: Named, words: Words): VerbCandidate[] {
  const id =
    binding.kind === 'http' ? (nameWords(toSnakeCase(binding.operationId ?? '', ''))[0] ?? lastWord(binding)) : '';
  const named: VerbCandidate[] = [];
  const plain = (text: string) => leadSentence(toPlainText(withoutHeadings(text.slice(0, 1_000))));
  for (const sentence of [summary, description]) {
    if (sentence === undefined) continue;
    const text = plain(sentence);
    const action = actionSentence(text, words);
    if (
      sentence === summary &&
      description !== undefined &&
      isNamedBy(action, actionSentence(plain(description), words), words)
    )
      continue;
    const found = readSentence(
      action,
      { id, template: binding.kind === 'http' ? binding.urlTemplate : '', reads: isRead(binding) },
      words,
    );
    const isTitled = sentence !== summary && summary !== undefined;
    // "You can execute your queries" below a title says less than the HTTP method.
    const used = isTitled ? found.filter(({ method }) => !weakVerbs.has(method.toLowerCase())) : found;
    // The verb of a description says more than the noun of a title.
    if (used[0]?.reason.startsWith(deedReason) === true && sentence === summary) named.push(...used);
    else if (used.length > 0 && (named.length === 0 || startsWithVerb(text, words))) return used;
  }
  return named;
}

const deedReason = 'its title is about';

function startsWithVerb(text: string, words: Words): boolean {
  const [first = ''] = text.toLowerCase().split(' ', 1);
  return words.isListedVerb(words.baseOf(first)) && !words.hasNounReading(first);
}

/** `POST /plans/request` → `request`; the last word of an address that is read is its noun. */
function lastWord({ method, urlTemplate }: { method: string; urlTemplate: string }): string {
  const [word = ''] = /[a-z]+$/.exec(urlTemplate.split(/[?#]/, 1)[0] ?? '') ?? [];
  return method.toUpperCase() === 'GET' ? '' : word;
}

/** Particles that are read as verbs in "get back". */
const particleVerbs: ReadonlySet<string> = new Set(['back', 'down', 'up', 'out', 'like', 'base', 'address', 'number']);

/** "Log in", "Sign up" and "Look up" are one verb. */
function phrasalVerb(sentence: string, reads: boolean, words: Words): VerbCandidate[] | undefined {
  const [, log = '', particle = ''] = /^(log|sign)s? (in|out|up|on|off)\b/i.exec(sentence) ?? [];
  if (log !== '' && !reads)
    return [{ method: `${log}${particle}`.toUpperCase(), reason: `its sentence says "${log} ${particle}"` }];
  return /^looks? up\b/i.test(sentence)
    ? verbsFor({ word: 'lookup', because: 'its sentence says "look up"' }, words)
    : undefined;
}

function readSentence(sentence: string, place: SentencePlace, words: Words): VerbCandidate[] {
  const { id, template, reads } = place;
  const tokens = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  const [first = '', second = ''] = tokens;
  const base = words.baseOf(first);
  // "Activates or deactivates a key" does one of two opposite things.
  if (/^(\w{4,}) or (?:de|un|dis)\1 /i.test(sentence)) return [];
  // "Logout", "Alert": one word is the action of an address that acts.
  if (tokens.length === 1 && !reads && words.isFiled(first) && words.isVerb(first))
    return verbsFor({ word: first, because: `its sentence says "${first}"` }, words);
  const isName = /^[A-Za-z]+\d/.test(sentence);
  // "Listing by id" of `/listing/{id}`
  const isEnumeration = reads && /^[A-Za-z]+, /.test(sentence);
  const isListing = first === 'listing' && /\/listings?\b/i.test(template);
  const isTitle =
    isName || isListing || isEnumeration || isAcronym(sentence) || (reads && isTitleOfReading(sentence, words));
  // "Power off a server"
  const isPhrasal = /^(?:on|off|up|down|out|in|back)$/.test(second) && isDeterminer(tokens[2] ?? '');
  const isImperative =
    !isTitle &&
    words.isVerb(first) &&
    (!words.hasNounReading(first) || recordWords.has(first) || first === id || isDeterminer(second) || isPhrasal);
  // "Provide explicit consent" asks the caller; "Provides a report" returns one.
  const isAsked = first === 'provide' && !reads;
  if (isAsked) return verbsFor({ word: first, because: 'its sentence says "provide"' }, words);
  if (base === 'return' || base === 'provide') return returned(tokens.slice(1), template, words);
  const activity = base === 'perform' ? tokens.slice(1).map((token) => verbOfActivity(token, words)) : [];
  const act = activity.find((verb) => verb !== undefined);
  if (act !== undefined) return verbsFor({ word: act, because: `its sentence says "${act}"` }, words);
  // "Perform a dry run"
  if (base === 'perform' && !reads && isDeterminer(second))
    return verbsFor({ word: 'execute', because: 'its sentence says "perform"' }, words);
  const phrasal = phrasalVerb(sentence, reads, words);
  if (phrasal !== undefined) return phrasal;
  const found = words.readIntent(sentence).verbs;
  // "Make a donation" donates.
  const deedNoun = base === 'make' && isDeterminer(second) ? (found[0]?.object ?? '') : '';
  const made = words.verbOf(deedNoun) ?? (words.isFiled(deedNoun) ? deedNoun : undefined);
  if (made !== undefined)
    return verbsFor({ word: made, because: `its sentence says "make a ${found[0]?.object}"` }, words);
  const verbs = found
    .slice(0, 3)
    .filter(
      ({ verb }) =>
        !emptyVerbs.has(verb) &&
        !(isTitle && verb === base) &&
        !particleVerbs.has(verb) &&
        !isAbbreviation(verb, sentence) &&
        !(verb === first && isCompound(template, first, second)) &&
        (verb !== first || isImperative || (isUsual(first, words) && !isNounTitle(sentence, { id, template }, words))),
    );
  const last = tokens.at(-1) ?? '';
  // "Volumes List", "Snapshot Create": a title with its verb at the end.
  const title =
    verbs.length === 0 &&
    tokens.length <= 5 &&
    recordWords.has(last) &&
    !tokens.some((token) => joiningWords.has(token))
      ? [{ verb: last, object: undefined }]
      : [];
  // "General-purpose authentication" of an address that acts authenticates.
  const isShort = tokens.length > 1 && tokens.length <= 5;
  const mayBegin = words.isListedVerb(base) && !words.isAdjective(first);
  const deed = verbs.length === 0 && !reads && isShort && !mayBegin ? words.verbOf(last) : undefined;
  if (deed !== undefined && title.length === 0)
    return verbsFor({ word: deed, because: `${deedReason} "${last}"` }, words);
  // "History is stored if …" below `/GetHistory` describes it; the address says what is done.
  if (isRemark(sentence, verbs[0]?.verb, template, words)) return [];
  const led =
    isImperative && verbs[0]?.verb !== first && !emptyVerbs.has(first) ? [{ verb: first, object: undefined }] : [];
  return [...led, ...verbs, ...title].flatMap(({ verb, object }) => {
    const about = object === undefined ? undefined : words.singularOf(object);
    // The subject of "Gets the list of …" is the listed thing.
    const isNamed = namesList(template) && (reads || !/\/list$/i.test(template));
    const isList = (about === 'list' || about === 'array') && ['get', 'retrieve', 'fetch'].includes(verb) && !isNamed;
    const thing = about === undefined || isRecord(sentence, about) ? undefined : about;
    return verbsFor({ word: isList ? 'list' : verb, object: thing, because: `its sentence says "${verb}"` }, words);
  });
}

/** "Create an external subscription" makes a record and subscribes nobody. */
function isRecord(sentence: string, about: string): boolean {
  return new RegExp(`\\b(?:external|imported|custom|test|sample|draft) (?:\\w+ )?${about}`, 'i').test(sentence);
}

/** A passive sentence that contradicts the verb of the address. */
function isRemark(sentence: string, verb: string | undefined, template: string, words: Words): boolean {
  const [, done = ''] = /^[A-Z][\w ]{2,60} (?:is|are) (?:\w+ly )?([a-z]+ed)\b/.exec(sentence) ?? [];
  const last = template.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  const [named = ''] = nameWords(toSnakeCase(last, ''));
  return done !== '' && words.baseOf(done) === verb && recordWords.has(named) && named !== verb;
}

/** "Returns a list of users" lists, "Returns the user" and "Provides examples" retrieve. */
function returned(
  [first = '', second = '', third = '']: readonly string[],
  template: string,
  words: Words,
): VerbCandidate[] {
  const noun = /^(?:an?|the|all)$/.test(first) ? second : first;
  const isList =
    !namesList(template) && (noun === 'list' || noun === 'array') && (noun === first ? second : third) === 'of';
  return verbsFor({ word: isList ? 'list' : 'get', because: 'its sentence says what it gives' }, words);
}

function fallback({ impact }: Named): VerbCandidate[] {
  const reason = 'there is no other information about what it does';
  const reads = impact === 'informational';
  return [
    { method: reads ? 'RETRIEVE' : 'EXECUTE', reason },
    { method: 'REQUEST', reason },
  ];
}

/** The base forms of the verbs that the author or the sentence of an operation says. */
export function saidVerbs(operation: Named, words: Words): ReadonlySet<string> {
  const { summary, description } = operation;
  // "Bus position" of an address that is read has no verb, although "bus" can be one.
  const sentences = (isRead(operation.binding) ? [] : [summary, description]).flatMap((text) =>
    text === undefined || isAcronym(text) ? [] : [actionSentence(text.slice(0, 300), words)],
  );
  const [title = '', action] = sentences;
  // "Text QR Code" names what is created.
  const actions = action !== undefined && isNamedBy(title, action, words) ? [action] : sentences;
  const verbs = actions.flatMap((text) =>
    words
      .readIntent(text)
      .verbs.slice(0, 2)
      .map(({ verb }) => verb),
  );
  const all = listVerbs(operation, words).filter(({ said }) => said === true);
  // "View the run and route type" of an address that is read has one verb.
  const own = isRead(operation.binding) ? all.filter(({ reason }) => reason === all[0]?.reason) : all;
  // `/queries/start` without a sentence
  const ended =
    isRead(operation.binding) || all.length > 0 || !endsInAction(operation) ? [] : fromPath(operation, words);
  return new Set([...verbs, ...[...own, ...ended].map(({ method }) => method.toLowerCase())]);
}
