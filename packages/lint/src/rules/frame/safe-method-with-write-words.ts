/** PROF-FACT-05: agents explore with reads, so a read must not change anything. */
import { deriveConduct } from '@dragoman/core/descriptions';
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { onlyRedirects } from '../../api/operation-facts.js';
import { listSuccesses } from '../../api/read-api.js';
import { isJsonType } from '../../api/read-responses.js';
import { statedConduct } from '../../api/stated-conduct.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

/** Something is sent in order to get something back. */
const asks = /^(?:send|submit|enter|provide|pass)\b.{0,80}\bto (?:receive|get|retrieve|obtain|find|see)\b/i;

/** A description that starts with what the caller receives; a verb in the name then says what that is for. */
const returns =
  /^\W*(?:this (?:\w+ )?(?:endpoint|method|operation|call|service|api) )?(?:returns?|gets?|retrieves?|lists?|fetch(?:es)?|shows?|displays?|obtains?|provides?|reads?|checks?|calculates?|computes?)\b/i;

/** A callback, whose text says what another service does. */
const calledBack = /callback|call-back|web-?hook|\bredirect(?:ed|s)? (?:back|uri|url)\b/i;

/** Reads whose words say that they do something. */
export const safeMethodWithWriteWords: Rule = {
  id: 'safe-method-with-write-words',
  requirement: 'PROF-FACT-05',
  severity: 'error',
  varies:
    'info when it returns a list, when its description starts with what is returned, when only its name says that something is created, when it creates only the file or URL that it returns, when its summary mentions no such action, when it is a callback of another service, when the word says what something is for (payments-for-approve), or when its name starts with a word that is also a noun (phone, message, or a collection of this API); else error',
  message: '{operation} is a {method}, but its name or summary has a word for an action{what}.',
  why: 'Agents explore with reads, so they may call this operation without intending a change.',
  help: 'Make it a POST, or name it after what it returns.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { method, id, path, summary, description, agent, label, pointer } = operation;
      if (method !== 'get' || agent.readOnly === true || asks.test(summary ?? '') || isAboutAnswer(operation)) continue;
      if (readsItem(operation)) continue;
      // A description mentions other operations, uses figures of speech and names things that were done; path, name and
      // summary say what this one does.
      const { impact, reason, guessed } = statedConduct(api, operation);
      if (impact === 'informational' || guessed) continue;
      const severity =
        returns.test(description ?? '') ||
        [id, literalSegments(path).at(-1)].some(startsWithNoun) ||
        namesCollection(api, operation) ||
        calledBack.test(`${path} ${id ?? ''} ${summary ?? ''} ${description?.slice(0, 300) ?? ''}`) ||
        isMade(operation) ||
        namesUse(operation) ||
        onlyRedirects(operation) ||
        rendersFile(operation) ||
        isContradicted(operation) ||
        operation.kinds.list
          ? 'info'
          : 'error';
      // Only the word is certain: a checkout moves money in a shop and no money in a car park.
      const word = /'[^']*'/.exec(reason ?? '')?.[0];
      report(pointer, { operation: label, method: 'GET', what: word === undefined ? '' : `: ${word}` }, { severity });
    }
  },
  cases: {
    good: [
      { 'get /jobs/{id}': { operationId: 'job_get' } },
      { 'get /events': { operationId: 'listEventsByStartTime' } },
      { 'get /updates': { operationId: 'updates_list' } },
      { 'get /updates/last': { operationId: 'last_update' } },
      { 'get /eta': { operationId: 'getEta', description: 'Lets you know how soon a driver comes.' } },
      { 'get /schedules/b': { description: 'Schedule B filings describe itemized disbursements.' } },
      { 'get /cache/{value}': { summary: 'Sets a Cache-Control header for n seconds' } },
      {
        'get /hub': {
          summary: 'Subscribe to updates',
          responses: { '200': { description: 'Events', content: { 'text/event-stream': {} } } },
        },
      },
      { 'get /websocket/exec': { summary: 'Execute a websocket' } },
      { 'get /tickets/{id}/sign': { description: 'Generate signature to prove validity of a ticket.' } },
      { 'get /jobs/{id}/cancellable': { operationId: 'can_job_cancel' } },
      { 'get /steps/file_delete/{id}/': { operationId: 'steps_file_delete_retrieve' } },
    ],
    bad: [
      { 'get /jobs/{id}/cancel': {} },
      { 'get /mail': { operationId: 'sendMail' } },
      { 'get /tasks': { operationId: 'tasks_delete' } },
      { 'get /chat': { operationId: 'chat.send' } },
      { 'get /jobs/{id}/cancel/': { operationId: 'jobs_cancel_retrieve' } },
      { 'get /kilns/{id}/vent/open': { operationId: 'openVent', summary: 'Open the vent of a kiln' } },
      { 'get /kilns/{id}/vent/close': { summary: 'Close the vent of a kiln' } },
      { 'get /kilns/{id}/empty': { summary: 'Empty a kiln' } },
    ],
  },
};

/** A stream and a WebSocket are opened by a GET, a signature is computed, and a header that is set belongs to the response. */
function isAboutAnswer({ path, summary = '', description = '', responses }: ApiOperation): boolean {
  if (/web-?sockets?\b|^wss?:/i.test(`${path} ${summary}`) || /\bweb ?sockets?\b/i.test(description.slice(0, 500)))
    return true;
  if (
    /^\W*(?:generates? (?:an? |the )?signature|signs? (?:an? |the )?(?:\w+ )?(?:request|ur[li]|upload|link|ticket))\b/i.test(
      summary || description,
    )
  )
    return true;
  if (/^sets? (?:an? |the )?\S+ (?:response )?header/i.test(summary)) return true;
  return responses.some(({ content }) => content.some(({ type }) => type.startsWith('text/event-stream')));
}

/** `steps_file_delete_retrieve` at `/steps/file_delete/{id}`: the name ends in its verb, and the path in an item. */
function readsItem({ id, path }: ApiOperation): boolean {
  const [verb, ...rest] = [...tokensOf(id ?? '')].reverse();
  return rest.length > 0 && /^(?:retrieve|list|read)$/.test(verb ?? '') && /\}\/?$/.test(path);
}

/** `payments-for-approve`: the payments that wait for it. */
function namesUse({ id, path }: ApiOperation): boolean {
  const words = tokensOf(literalSegments(path).at(-1) ?? '');
  const at = words.findIndex((word) => /^(?:for|to|by|of|with|without)$/.test(word));
  return (
    at > 0 &&
    (id === undefined || tokensOf(id).includes(words[at] ?? '')) &&
    deriveConduct({ method: 'get', path: `/${words.slice(0, at).join('-')}` }).impact === 'informational'
  );
}

const nouns = new Set('phone text message mail email sms forward alert ring reply fax schedule'.split(' '));

/** `createCard` at `/cards/{id}/image` makes what it returns; `/cards/create` makes a card. */
function isMade({ id, path, output, responses }: ApiOperation): boolean {
  const isMaker = (word: string | undefined) => /^(?:create|generate|make|build|draw|render)$/.test(word ?? '');
  if (!isMaker(tokensOf(id ?? '')[0]) || literalSegments(path).flatMap(tokensOf).some(isMaker)) return false;
  return output !== undefined || responses.some(({ content }) => content.length > 0);
}

/** "Create an Excel file for the items that match": what is made is the response. */
function rendersFile({ summary = '', description = '', id, responses }: ApiOperation): boolean {
  const types = listSuccesses(responses).flatMap(({ content }) => content.map(({ type }) => type));
  const isFile = types.length > 0 && types.every((type) => !isJsonType(type) && !/^(?:\*\/\*|text\/plain)/.test(type));
  const made =
    /^\W*(?:creates?|generates?|builds?|makes?|renders?|produces?|exports?|prepares?|prints?|draws?)\b[^.]{0,60}\b(?:files?|pdf|csv|excel|xlsx?|zip|images?|thumbnails?|previews?|qr[ -]?codes?|barcodes?|charts?|diagrams?|screenshots?|feeds?|sitemaps?|ur[li]s?|links?)\b/i;
  if (made.test(summary) || (summary === '' && made.test(description))) return true;
  return (
    isFile &&
    /^(?:export|download|render|generate|create|build|print|get|preview|stream)/.test(tokensOf(id ?? summary)[0] ?? '')
  );
}

/** The name or the path alone proves nothing when a summary says something else: "Bolt11" for `pay-invoice-2`. */
function isContradicted({ method, summary }: ApiOperation): boolean {
  if (summary === undefined) return false;
  return startsWithNoun(summary) || deriveConduct({ method, path: '/', summary }).impact === 'informational';
}

/** `run_schema` at `/run/schema` next to `/run/{id}`: runs are things of this API, and no other word acts. */
function namesCollection(api: Api, { id, path, method, summary }: ApiOperation): boolean {
  const [first = ''] = literalSegments(path);
  if (!api.once(listCollections).has(first) || !isFirstWord(first, id)) return false;
  const rest = {
    method,
    path: path.replace(`/${first}`, '') || '/',
    name: tokensOf(id ?? '')
      .slice(1)
      .join('_'),
  };
  return deriveConduct({ ...rest, summary }).impact === 'informational';
}

function isFirstWord(segment: string, id: string | undefined): boolean {
  return id === undefined || tokensOf(id)[0] === tokensOf(segment)[0];
}

/** The first segments of paths to one item. */
function listCollections({ exposed }: Api): ReadonlySet<string> {
  const items = exposed.flatMap(({ path }) => /^\/([^/{}]+)\/\{[^{}]*\}\/?$/.exec(path)?.[1] ?? []);
  return new Set(items);
}

const countable = new Set('send cancel order transfer trade'.split(' '));

/** In `phoneCode` the verb is a part of a noun, `email` alone is one, and `cancel_fees` are a collection. */
function startsWithNoun(name: string | undefined): boolean {
  const [first = '', ...rest] = tokensOf(name ?? '');
  return nouns.has(first) || (countable.has(first) && rest.length > 0 && /[^s]s$/i.test(name ?? ''));
}
