/**
 * Executes a write with an Idempotency-Key once: repeats get the first response from the ledger, which gateway calls
 * share. Responses that may change are not kept: temporary failures, missing permissions, failed conditions. A secret
 * that a response shows once is not kept either: a repeat gets the response without it.
 */
import { createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { AuditStore } from '@dragoman/core/engine';
import type { AcquireKey, Hold, HttpReply, KeyedCall, LedgerAnswer, Route } from '@dragoman/core/http';
import {
  checkKey,
  createReply,
  readBodyBytes,
  replayedHeader,
  replyBytes,
  throwStored,
  toFailedAnswer,
} from '@dragoman/core/http';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject, toFailure } from '@dragoman/model';
import type { Exchange, Next, Step } from '../exchange.js';
import { keyHeader, takesKey } from '../keyed-route.js';

/** Dependencies of the step. */
export interface DeduplicateWritesPorts {
  acquireKey: AcquireKey;
  audit: Pick<AuditStore, 'head' | 'list'>;
  /** Maximum body size of any route, in bytes. */
  bodyBytes: number;
  /** Maximum size of a kept response, in characters. */
  answerSize: number;
}

/** Refusals that a repeat may not get again: a credential, a permission, a condition or rate limit. */
const passing: readonly number[] = [401, 403, 408, 412, 429];

/** Headers that belong to a response and not to its exchange. */
const keptHeaders = ['content-type', 'content-location', 'etag', 'last-modified', 'link', 'location'];

/** Creates the step. */
export function createDeduplicateWrites({ acquireKey, audit, bodyBytes, answerSize }: DeduplicateWritesPorts): Step {
  const runOnce = async (exchange: Exchange, route: Route, key: string, next: Next): Promise<HttpReply> => {
    const keyed = await toKeyedCall(exchange, route, checkKey(key), bodyBytes);
    const changes = keyed.repeatable ? {} : await recordedChanges(audit, exchange, route);
    const taken = await acquireKey({ ...keyed, ...changes });
    if ('answer' in taken) return replay(taken.answer);
    const isHarmless = () => isHarmlessTwice(exchange.request, route);
    return run(taken.hold, () => next(exchange), { answerSize, secrets: route.showsSecret ?? [], isHarmless });
  };
  return (exchange, next) => {
    const route = exchange.match?.route;
    if (route === undefined || !takesKey(route)) return next(exchange);
    const key = exchange.request.headers.get(keyHeader);
    return key === null || isDryRun(exchange, route) ? next(exchange) : runOnce(exchange, route, key, next);
  };
}

/** A dry run changes nothing, so there is nothing to remember; routes without dry runs execute the request. */
export function isDryRun({ request, url }: Exchange, { describe }: Route): boolean {
  const asked = (name: string, value: string | null) =>
    value !== null && value !== 'false' && describe.parameters?.some((parameter) => parameter.name === name) === true;
  return asked('X-Dry-Run', request.headers.get('x-dry-run')) || asked('dry_run', url.searchParams.get('dry_run'));
}

async function toKeyedCall(exchange: Exchange, route: Route, key: string, bodyBytes: number): Promise<KeyedCall> {
  const { request, url, rawPath, caller, clientAddress } = exchange;
  const { method, headers } = request;
  const condition = headers.get('if-match');
  const facts = JSON.stringify([method, rawPath, url.search, condition, headers.get('content-type')]);
  const fingerprint = createHash('sha256').update(facts);
  if (request.hasBody) {
    const body = await readBodyBytes(request, bodyBytes);
    fingerprint.update(route.takesSecret === true ? await hashSlowly(body, key) : body);
  }
  const who = caller.kind === 'anonymous' ? `${caller.subject} ${clientAddress}` : caller.subject;
  return {
    scope: JSON.stringify(['api', who, route.describe.operationId]),
    key,
    fingerprint: fingerprint.digest('hex'),
    // Replacing the whole resource again is harmless, unless another change may have come in between.
    repeatable: method === 'PUT' && condition === null,
    sentAtOnce: true,
  };
}

/** Actions whose audit record is written in the transaction of the change: without the record, nothing was changed. */
const recorded = /^(?:(?:entry|import|design|key|credential)\.|source\.(?:create|delete|decide)$)/;

/** Maximum number of changes read of a request that was cut off. */
const maxChanges = 50;

/** How a repeat finds out what this request has changed, if that is recorded. */
async function recordedChanges(
  audit: DeduplicateWritesPorts['audit'],
  { trace, caller, request }: Exchange,
  route: Route,
): Promise<Pick<KeyedCall, 'trace' | 'findChanges'>> {
  if (!recorded.test(route.action ?? '')) return {};
  return {
    trace: { id: trace.traceId, after: (await audit.head()).seq },
    async findChanges({ id, after }) {
      if (await isHarmlessTwice(request, route)) return [];
      const records = await audit.list({ after, traceId: id, limit: maxChanges });
      const done = records.filter(({ outcome }) => outcome === 'done');
      // Anyone may send the trace id of somebody else.
      return done.map(({ actor, action, target }) => ({
        action,
        target: actor === caller.subject ? target : '(hidden)',
      }));
    },
  };
}

/** A body that is read here, on the thread that serves everyone: it must be small. */
const maxReadBytes = 256 * 1024;

/** True when executing the request again has no further effect. */
async function isHarmlessTwice(request: Exchange['request'], { isRepeatable }: Route): Promise<boolean> {
  if (isRepeatable === undefined) return false;
  const bytes = await readBodyBytes(request, Number.POSITIVE_INFINITY);
  const body = bytes.byteLength > maxReadBytes ? undefined : parsed(new TextDecoder().decode(bytes));
  return body !== undefined && isRepeatable(body);
}

/** A plain hash of a short secret could be brute-forced by an attacker who has the store. */
async function hashSlowly(body: Uint8Array, salt: string): Promise<Uint8Array> {
  return (await promisify(scrypt)(body, salt, 32)) as Uint8Array;
}

/** The kept part of a response. */
interface Keeping {
  answerSize: number;
  /** Members that are not kept. */
  secrets: readonly string[];
  /** True when the request may be executed again. */
  isHarmless: () => Promise<boolean>;
}

async function run(hold: Hold, handle: () => Promise<HttpReply>, keeping: Keeping): Promise<HttpReply> {
  let reply: HttpReply;
  try {
    reply = await handle();
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (isFinal(failure.row.status)) await hold.settle(toFailedAnswer(failure));
    // After an internal error or a lost database, the change may have been made.
    else if (failure.code === 'INTERNAL' || failure.outcomeUnknown) await hold.abandon();
    else await hold.release();
    throw thrown;
  }
  if (!isFinal(reply.status)) {
    await hold.release();
    return reply;
  }
  const text = reply.body === null ? undefined : new TextDecoder().decode(await replyBytes(reply));
  const mayChange = reply.status === multiStatus && hasTemporaryFailure(parsed(text ?? ''));
  if (!mayChange) await hold.settle(toAnswer(reply, text, keeping));
  else if (await keeping.isHarmless()) await hold.release();
  // Other items may have been stored, so a repeat checks what was.
  else await hold.abandon();
  return text === undefined ? reply : { ...reply, body: text };
}

const multiStatus = 207;

/** True when an item failed for a reason that may pass. */
function hasTemporaryFailure(body: JsonValue | undefined): boolean {
  const results = isJsonObject(body) && Array.isArray(body.results) ? body.results : [];
  return results.some((result) => isJsonObject(result) && !isFinal(Number(result.status)));
}

function isFinal(status: number): boolean {
  return status < 500 && !passing.includes(status);
}

function toAnswer(
  { status, headers }: HttpReply,
  text: string | undefined,
  { answerSize, secrets }: Keeping,
): LedgerAnswer {
  const empty = text === undefined || text === '';
  const body = empty ? undefined : withoutMembers(parsed(text), secrets);
  if (!empty && (body === undefined || text.length > answerSize)) {
    return { status, headers: {}, unkept: true };
  }
  const kept = keptHeaders.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { status, headers: Object.fromEntries(kept), ...(body === undefined ? {} : { body }) };
}

function withoutMembers(body: JsonValue | undefined, names: readonly string[]): JsonValue | undefined {
  if (!isJsonObject(body) || names.length === 0) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function replay(answer: LedgerAnswer): HttpReply {
  throwStored(answer);
  const headers = { ...answer.headers, [replayedHeader]: 'true' };
  return createReply(answer.body === undefined ? null : JSON.stringify(answer.body), {
    status: answer.status,
    headers,
  });
}
