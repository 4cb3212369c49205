/** PROF-WRITE-02: a write can be retried safely. */

import { showsKind } from '@dragoman/core/descriptions';
import type { Severity } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findKey, isLogin, sendsData, takesSignedToken } from '../../api/operation-facts.js';
import { isObjectSchema, isType } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { paysOrSends } from './pays-or-sends.js';

/** Writes without an idempotency key. */
export const idempotencyKeyMissing: Rule = {
  id: 'idempotency-key-missing',
  requirement: 'PROF-WRITE-02',
  severity: 'error',
  varies:
    'error when summary, description or operationId say that it pays, orders, or sends a text message, a fax, a letter or a call, and none of its errors is about a duplicate request; else info, because a repetition may change nothing, and a second e-mail does little harm',
  message: '{operation} accepts no idempotency key.',
  why: 'After a timeout an agent does not know whether the first call succeeded, and sends it again.',
  help: 'Accept an Idempotency-Key header, and return the first result for a repeated key.',
  check(api, report) {
    // One header for all writes is often described once.
    if (/\bidempotency-key\b[^.]{0,40}\bheader|\bheader\b[^.]{0,40}\bidempotency-key\b/i.test(introOf(api))) return;
    for (const operation of api.exposed) {
      const { kinds, agent, label, pointer } = operation;
      if (!kinds.write || agent.idempotency !== undefined || findKey(api, operation) !== undefined) continue;
      if (!kinds.risky && isHarmless(operation)) continue;
      const severity = isRepeatable(api, operation) ? 'info' : severityOf(operation);
      report(pointer, { operation: label }, { severity });
    }
  },
  cases: {
    good: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header' }] } },
      {
        'post /t': {
          requestBody: { content: { 'application/json': { schema: { properties: { idempotency_key: {} } } } } },
        },
      },
      {
        info: { title: 'Pay', version: '1', description: 'Send an `Idempotency-Key` header with every write.' },
        'post /payments': { summary: 'Pay an invoice' },
      },
      { 'post /t/search': {} },
      { 'post /check': { summary: 'Check a text' } },
      { 'post /oauth/token': {} },
    ],
    bad: [
      { 'post /t': {} },
      { 'delete /t': {} },
      { 'post /sms': { summary: 'Send a text message' } },
      { 'post /steps/email/': { operationId: 'steps_email_create', description: 'Creates an email step.' } },
    ],
  },
};

/** Actions that end in a state: a second call finds it reached. */
const repeatableWords = new Set(
  (
    'cancel delete remove approve reject decline confirm close reopen activate deactivate suspend unsuspend disable enable revoke archive ' +
    'unarchive restore trash untrash set upsert clear lock unlock block unblock stop end terminate pause resume unsubscribe unregister ' +
    'deregister void expire mark unmark pin unpin hide unhide accept assign unassign publish unpublish cleanup prune moderate update reset disconnect flush purge overwrite replace change edit modify rename test check'
  ).split(' '),
);

/** The caller's own number of an order, by which the server can tell a repetition. */
const ownNumber =
  /^(?:client|customer|merchant|external|home|partner|sender|own|x)_?(?:order|transaction|request|payment|transfer)?_?(?:id|ref(?:erence)?|number)$|^(?:request|transaction|transfer|payment|message|correlation|tracking)_?(?:id|ref(?:erence)?|uuid)$|^(?:reference(?:_?id)?|nonce|uuid|end_?to_?end_?id)$/i;

function isRepeatable(api: Api, operation: ApiOperation): boolean {
  const { method, path, id, summary, input, parameters, responses } = operation;
  // A repetition no longer matches the version that it names.
  if (['put', 'patch', 'delete'].includes(method) || parameters.some(({ name }) => /^if-?match$/i.test(name)))
    return true;
  if (takesSignedToken(api, operation)) return true;
  // `POST /payments/{id}`, or an error such as DUPLICATE_PAYMENT: the server knows what it has done already.
  if (path.endsWith('}') || refusesTwice(api, operation)) return true;
  // A signed transaction is accepted once.
  if (/\/send-?_?(?:raw)?-?_?(?:tx|transaction)\/?$|\b(?:signed|raw) transaction\b/i.test(`${summary ?? ''} ${path}`))
    return true;
  // What is sent along, such as a list of comments, would be stored twice.
  const parts = input === undefined ? [] : [...api.properties(input).values()];
  if (parts.some((part) => isListOfObjects(api, part))) return false;
  if ([...(input === undefined ? [] : api.properties(input).keys())].some((name) => ownNumber.test(name))) return true;
  // The caller names the new thing, and a second one with that name is refused.
  if (responses.some(({ status }) => status === '409') && parts.some((part) => part.name === 'id')) return true;
  const [last, name] = [tokensOf(literalSegments(path).at(-1) ?? ''), tokensOf(id ?? '')];
  const said = tokensOf((summary ?? '').split(/\s+/)[0] ?? '')[0];
  return [last[0], name[0], name.at(-1), said].some((word) => repeatableWords.has(word ?? ''));
}

/** An error whose codes or description name a repetition. */
function refusesTwice(api: Api, { responses }: ApiOperation): boolean {
  const repeated = /\bduplicate|\balready\b/i;
  return responses.some(({ status, description, schema }) => {
    if (!status.startsWith('4')) return false;
    const values = schema === undefined ? [] : api.walk(schema).flatMap((each) => each.schema.enum ?? []);
    return repeated.test(`${description ?? ''} ${values.map(String).join(' ').replaceAll('_', ' ')}`);
  });
}

function isListOfObjects(api: Api, { schema, pointer }: SchemaNode): boolean {
  if (!isType(schema, 'array')) return false;
  const items = api.follow({ value: schema.items ?? null, pointer });
  return items !== undefined && isObjectSchema(items.value);
}

/** What is paid or sent twice is harm that nobody takes back; what is created twice can be deleted, or is refused. */
function severityOf(operation: ApiOperation): Severity {
  const { method, id, summary, description, kinds } = operation;
  if (!kinds.risky || annotates(operation) || movesThing.test(`${summary ?? ''} ${tokensOf(id ?? '').join(' ')}`))
    return 'info';
  // "Create a document" at `/documents/text`: the path names the thing.
  const isThing = /\/(?:text|mail|email|sms|message|phone|fax|alert|reply)s?$/i.test(operation.path);
  const path = isThing && /^\W*(?:creat|add|upload|sav|stor|import)/i.test(summary ?? '') ? '' : operation.path;
  const [said = ''] = tokensOf((summary ?? '').split(/\s+/)[0] ?? '');
  const setsUp =
    /^(?:register|subscribe|configure|try|resend|reinvite|remind)$/.test(said) ||
    /hooks?$/i.test(path) ||
    sendsData(operation);
  const harms =
    !setsUp &&
    paysOrSends(operation) &&
    (costly.test(`${literalSegments(path).at(-1) ?? ''} ${(summary ?? '').replace(within, ' ')}`) ||
      showsKind({ method, path, name: id, summary, description }, ['money'])) &&
    !/\b(?:test|mock|sandbox|simulate|simulation|dummy)\b/i.test(tokensOf(`${path} ${summary ?? ''}`).join(' ')) &&
    !prepares.test(description?.slice(0, 1_000) ?? '');
  return harms ? 'error' : 'info';
}

/** The caller gets something to sign or to send itself; nothing is paid yet. */
const prepares =
  /\b(?:returns?|builds?|prepares?|creates?|generates?)\b[^.]{0,80}\b(?:unsigned|(?:transactions?|actions?|calldata|payloads?)\b[^.]{0,40}\b(?:to (?:be )?(?:sign|execut|submit)\w*|for signing))|\bready[- ]to[- ]sign\b/i;

/** "Send a message on the call" takes place in a call that is there. */
const within = /\b(?:on|in|to|during|from|of) (?:an? |the |this )?(?:\w+ )?calls?\b/gi;

/** Messages that cost money, each of them. */
const costly = /(?:\b|_)(?:sms|mms|text messages?|fax(?:es)?|letters?|postcards?|calls?|whatsapp)(?:\b|_)/i;

/** A project or a domain that gets another owner moves no money. */
const movesThing =
  /\b(?:project|site|team|ownership|repository|workspace|organi[sz]ation|file) transfer|\btransfers? (?:an? |the |this )?(?:project|site|team|ownership|repository|workspace|organi[sz]ation|file)/i;

/** `/payments/{id}/customFields` writes about a payment; `/builds/{id}/start` with `notifyBuildStart` reports an event. */
function annotates({ path, id }: ApiOperation): boolean {
  const last = tokensOf(literalSegments(path).at(-1) ?? '').join(' ');
  if (/\}\/[^/{}]+\/?$/.test(path) && /^(?:custom field|tag|label|metadata|note|attribute|attachment)$/.test(last))
    return true;
  return tokensOf(id ?? '')[0] === 'notify' && /^(?:start|stop|end|finish|complete|progress)$/.test(last);
}

function introOf({ root }: Api): string {
  return isJsonObject(root.info) ? String(root.info.description ?? '').slice(0, 50_000) : '';
}

/** Repeating it changes nothing: it only computes, or it hands out another credential. */
function isHarmless(operation: ApiOperation): boolean {
  return operation.method === 'post' && (operation.kinds.harmless || isLogin(operation));
}
