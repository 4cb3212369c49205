/**
 * The candidate verbs of an operation as an AGIS method, best first, each with its reason: declared by the author, the
 * sentence, the end of the path, words of the name, the HTTP method.
 */
import type { Words } from '@dragoman/agis';
import { prohibitedMethods } from '@dragoman/agis';
import { toPlainText } from '@dragoman/model';
import { toSnakeCase } from '../../../documents/identifier.js';
import { actionSentence, isAcronym, isCarrier, isNamedBy } from './action-sentence.js';
import { isInterface } from './draft-text.js';
import type { EndpointFacts } from './endpoint-facts.js';
import { fromName } from './name-verbs.js';
import { isNounVerb } from './noun-verb.js';
import { endsInAction, fromPath } from './path-verbs.js';
import { isPlural, isRead, returnsMany } from './reads-many.js';
import { addressOf, className, fileEnding } from './schema-thing.js';
import { fromSentence } from './sentence-verbs.js';
import { aboutReason, type Named, nameWords, type VerbCandidate } from './verb-candidate.js';
import { httpVerbs, runningVerbs, weakVerbs } from './verb-table.js';
import { abbreviation } from './word-case.js';

const verbExtension = 'x-agis-method';

/** All candidate verbs in order, without duplicates; never one of the nine HTTP methods, never empty. */
export function listVerbs(operation: Named, words: Words, facts?: EndpointFacts): readonly VerbCandidate[] {
  return facts === undefined ? words.recall(findVerbs, operation) : findVerbs(operation, words, facts);
}

function findVerbs(operation: Named, words: Words, facts?: EndpointFacts): VerbCandidate[] {
  const isMany = returnsMany(operation, words, facts);
  const named = fromName(operation, words);
  const { binding } = operation;
  const isOwn = binding.kind !== 'http';
  // `findById` of `/berths/{id}`
  const isOne = binding.kind === 'http' && isRead(operation) && /\}$/.test(addressOf(binding.urlTemplate));
  const isDelete = binding.kind === 'http' && binding.method.toUpperCase() === 'DELETE';
  const all = [
    ...declared(operation),
    // A response without content retrieves nothing, whatever the text of the GET operation says.
    ...(facts?.isHead === true ? [{ method: 'CHECK', reason: 'it is called by HEAD', said: true }] : []),
    ...(binding.kind === 'http' && binding.method.toUpperCase() === 'OPTIONS'
      ? [{ method: 'DESCRIBE', reason: 'it is called by OPTIONS', said: true }]
      : []),
    // The name of a tool is its author's choice; an operationId is often a program's.
    ...(isOwn ? named.map((each) => ({ ...each, said: true })) : []),
    ...(isCarried(operation, words) ? fromPath(operation, words).map((each) => ({ ...each, said: true })) : []),
    ...deletingFirst(endedFirst(fromSentence(operation, words), operation, words), isDelete, words).map((each) => ({
      ...each,
      said: true,
    })),
    ...fromPath(operation, words),
    ...named,
  ]
    .filter(
      (each) =>
        isOwn || declaredVerb(operation) !== undefined || !isNounVerb(each.method.toLowerCase(), operation, words),
    )
    // DELETE of an event record removes it; only a sentence that says so cancels it.
    .filter(
      ({ method, reason }) =>
        !(isDelete && (method === 'REQUEST' || (method === 'CANCEL' && reason.includes(aboutReason)))),
    )
    .filter(
      (each) => (each.said === true && !isUncertain(each, operation, words)) || !contradicts(each, operation, words),
    )
    .flatMap((each) =>
      isOne && each.said !== true && /^(?:FIND|SEARCH)$/.test(each.method)
        ? [{ ...each, method: 'RETRIEVE' }, each]
        : [each],
    )
    .flatMap((each) =>
      isSearch(operation) && genericReading.has(each.method) ? [{ ...each, method: 'FIND' }, each] : [each],
    )
    .flatMap((each) => (isMany && genericReading.has(each.method) ? [{ ...each, method: 'LIST' }, each] : [each]));
  const isStrong = ({ method }: VerbCandidate) => !weakVerbs.has(method.toLowerCase());
  const weak = all.filter((each) => !isStrong(each));
  // "Run actions" runs, which the HTTP method does not say.
  const running = weak
    .filter(({ said, method }) => said === true && runningVerbs.has(method.toLowerCase()))
    .flatMap((each) => [each, { ...each, method: 'EXECUTE' }]);
  const method = fromHttp(operation, words, facts);
  // "Perform a transfer" of GET
  const isActing = weak.length > 0 && binding.kind === 'http' && binding.method === 'GET' && !isRead(operation);
  const others = isActing ? [...weak, ...fallback(operation)] : [...method, ...weak, ...fallback(operation)];
  const seen = new Set<string>();
  return [...all.filter(isStrong), ...running, ...others].filter(({ method }) => {
    const isWord = /^[A-Z]+$/.test(method) && !abbreviation.test(method);
    if (prohibitedMethods.has(method.toLowerCase()) || seen.has(method) || !isWord) return false;
    seen.add(method);
    return true;
  });
}

/** `expireSoonBerths` of an address that is read names what is read; only a whole last segment such as `/logout` acts. */
function contradicts({ method }: VerbCandidate, operation: Named, words: Words): boolean {
  const { binding } = operation;
  if (binding.kind !== 'http' || !isRead(operation)) return false;
  const verb = method.toLowerCase();
  const [family] = words.familiesOf(verb);
  const last = addressOf(binding.urlTemplate).split('/').at(-1)?.toLowerCase();
  return last !== verb && (family === 'create' || family === 'change' || family === 'end' || family === 'send');
}

/** Verbs of which the result may be read: "Generate a chart". */
const made = /^(?:SUBSCRIBE|CREATE|GENERATE|BUILD|MAKE|RENDER|DRAW|PRODUCE|COMPOSE|COMPILE|ISSUE|PRINT)$/;

/** A verb that acts, of an address that is only read and whose name does not have it: "Apply filters to the response". */
function isUncertain({ method, reason }: VerbCandidate, operation: Named, words: Words): boolean {
  const { binding, impact } = operation;
  const isSentence = reason.startsWith('its sentence') && !made.test(method);
  if (binding.kind !== 'http' || !/^(?:GET|HEAD)$/i.test(binding.method) || !isSentence) return false;
  const verb = method.toLowerCase();
  const named = `${addressOf(binding.urlTemplate)} ${binding.operationId ?? ''}`.toLowerCase();
  const families = words.familiesOf(verb);
  const unlikely = impact === 'informational' ? /^(?:create|change|end|send)$/ : /^(?:create|change)$/;
  return (
    words.isFiled(verb) && !named.includes(verb) && families.length > 0 && families.every((each) => unlikely.test(each))
  );
}

/** "Detect and unrotate an image" of `/image/unrotate`: the verb that ends the address comes first. */
function endedFirst(found: VerbCandidate[], operation: Named, words: Words): VerbCandidate[] {
  const { binding } = operation;
  const last = binding.kind === 'http' ? (addressOf(binding.urlTemplate).split('/').at(-1) ?? '') : '';
  const { summary = '', description = '' } = operation;
  // "Generate an invoice to receive an asset" of `/receive` generates one.
  const isJoined = new RegExp(`\\b(?:and|or|then) ${last.replaceAll(/\W/g, '')}`, 'i').test(
    `${summary} ${description}`,
  );
  const isEnd = ({ method, reason }: VerbCandidate) =>
    isJoined && method === last.toUpperCase() && reason !== found[0]?.reason;
  if (isRead(operation) || words.hasNounReading(last)) return found;
  return [...found.filter(isEnd), ...found.filter((each) => !isEnd(each))];
}

/** "Upload a list to delete berths" as a DELETE deletes them. */
function deletingFirst(found: VerbCandidate[], isDelete: boolean, words: Words): VerbCandidate[] {
  const ends = ({ method }: VerbCandidate) => isDelete && words.familiesOf(method.toLowerCase())[0] === 'end';
  return [...found.filter(ends), ...found.filter((each) => !ends(each))];
}

/** `/search/{term}`: what is read is what the search finds; `/search/{id}` is a stored search. */
function isSearch(operation: Named): boolean {
  const { summary = '', description, binding } = operation;
  return (
    isRead(operation) &&
    binding.kind === 'http' &&
    !/^[a-z]+ (?:an?|the|one) (?!list)/i.test(summary || (description ?? '')) &&
    /\/search\/\{\w*(?:term|query|keyword|text|string|phrase|name|q)s?\}$/i.test(addressOf(binding.urlTemplate))
  );
}

/** Verbs that say nothing about how many things are read. */
const genericReading: ReadonlySet<string> = new Set(['RETRIEVE', 'FETCH', 'SHOW', 'VIEW', 'READ', 'DISPLAY']);

/** "Sends a signal to cancel the task" of `/tasks/{id}/cancel` cancels it. */
function isCarried(operation: Named, words: Words): boolean {
  const { summary, description, binding } = operation;
  // `/modalities/{id}/get` names no action.
  if (binding.kind !== 'http' || isRead(operation) || /\/(?:get|list|read)$/i.test(binding.urlTemplate)) return false;
  const text = actionSentence(toPlainText((summary ?? description ?? '').slice(0, 300)), words);
  // "Register a company and query its owners" of `/ownership/query`
  if (/\/query$/i.test(addressOf(binding.urlTemplate)) && / (?:and|then) quer(?:y|ies) /i.test(text)) return true;
  // "Starts asynchronous cancellation on a job" of `{name}:cancel`
  const [, deed = ''] =
    /^(?:starts?|begins?|initiates?) (?:an? |the )?(?:async\w* )?([a-z]+ion) (?:of|on|for) /i.exec(text) ?? [];
  const verb = words.verbOf(deed.toLowerCase());
  return (verb !== undefined && binding.urlTemplate.toLowerCase().endsWith(verb)) || isCarrier(text);
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

/** "Next episode", `previous-page`: a thing by its place among others. */
function isRelative(segment: string, summary = ''): boolean {
  const relative =
    /^(?:next|previous|latest|newest|oldest|similar|related|random|nearest|closest)(?:[A-Z_-]| [A-Za-z]+$)/i;
  return relative.test(summary) && segment.toLowerCase().startsWith(summary.toLowerCase().split(' ', 1)[0] ?? '-');
}

function fromHttp(operation: Named, words: Words, facts?: EndpointFacts): VerbCandidate[] {
  const { binding, summary, impact } = operation;
  if (binding.kind !== 'http') return [];
  const method = binding.method.toUpperCase();
  const row = Object.hasOwn(httpVerbs, method) ? httpVerbs[method] : undefined;
  const segments = (binding.urlTemplate.split(/[?#]/, 1)[0] ?? '').split('/').filter((each) => each !== '');
  const last = nameWords(toSnakeCase((segments.at(-1) ?? '').replace(fileEnding, ''), '')).at(-1) ?? '';
  const isOne =
    /\}(?:\.\w+)?$/.test(segments.at(-1) ?? '') ||
    (method === 'GET' &&
      (!isPlural(last, words) || /^(?:stats|statistics|metrics|settings|details|preferences|analytics)$/.test(last)) &&
      facts?.isCollection !== true &&
      facts?.returnsMany !== true) ||
    (method === 'GET' && facts?.returnsOne === true);
  // POST of "Next episode", which nobody creates
  if (method === 'POST' && isRelative(segments.at(-1) ?? '', summary))
    return ['RETRIEVE', 'FETCH'].map((each) => ({ method: each, reason: 'it names a thing that exists already' }));
  // `/config/com.acme.auth.TokenHandler`
  if (method === 'POST' && className.test(segments.at(-1) ?? '') && /^config/i.test(segments.at(-2) ?? ''))
    return ['CONFIGURE', 'SET'].map((each) => ({
      method: each,
      reason: 'its address is the configuration of a class',
    }));
  // Nothing is created at `/graphql`.
  if (method === 'POST' && isInterface((segments.at(-1) ?? '').toLowerCase()))
    return ['SUBMIT', 'EXECUTE'].map((each) => ({ method: each, reason: 'its address names the interface' }));
  // What only reads creates nothing.
  if (method === 'POST' && impact === 'informational' && !/(?:searches|queries|jobs|runs|requests)$/.test(last))
    return ['FIND', 'QUERY', 'RETRIEVE'].map((each) => ({ method: each, reason: 'it only reads' }));
  const reason = `it is called by ${method} on ${isOne ? 'one resource' : 'a collection'}`;
  return (row === undefined ? [] : isOne ? row.one : row.many).map((each) => ({ method: each, reason }));
}

/** The reason of a verb that nothing speaks for. */
export const fallbackReason = 'there is no other information about what it does';

function fallback({ impact }: Named): VerbCandidate[] {
  const reason = fallbackReason;
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
  const sentences = (isRead(operation) ? [] : [summary, description]).flatMap((text) =>
    text === undefined || isAcronym(text) || /^[A-Z]\w+ to [A-Z]\w+$/.test(text)
      ? []
      : [actionSentence(text.slice(0, 300), words)],
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
  const own = isRead(operation) ? all.filter(({ reason }) => reason === all[0]?.reason) : all;
  // `/queries/start` without a sentence
  const ended = isRead(operation) || all.length > 0 || !endsInAction(operation) ? [] : fromPath(operation, words);
  return new Set([...verbs, ...[...own, ...ended].map(({ method }) => method.toLowerCase())]);
}
