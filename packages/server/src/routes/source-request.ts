/** Parses the requests of the source routes, and writes sources for responses. */

import { isEntryId, toSlug } from '@dragoman/core/conversion';
import type { PendingChange, SourceRecord, StoredPoll } from '@dragoman/core/engine';
import { listAddress } from '@dragoman/core/faces';
import type { FieldError, JsonObject, JsonValue, Visibility } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { stateOf } from '../crawl/schedule.js';
import type { ShownCredential } from '../credentials/credential-administration.js';
import { fault, invalidBody, readUrl, refuseUnknown } from './import-request.js';

/** Maximum URLs in one request. */
export const maxUrls = 100;

/** Default interval of a source, in seconds. */
export const defaultInterval = 3_600;

/** Maximum interval, in seconds: thirty days. */
export const maxInterval = 2_592_000;

/** URLs to fetch on a schedule, and the interval. */
export interface SourceRequest {
  urls: string[];
  intervalSeconds: number;
  /** Display name; also the name of a tool list that has none. */
  name?: string;
  /** Id of the service, as given or from the name; absent with several URLs, and without a name. */
  agentId?: string;
  /** Visibility of the imported services. */
  visibility?: Visibility;
}

/** Parses the body of `POST /sources`; throws `INVALID_INPUT` with every problem. */
export function readSourceRequest(body: JsonValue, minInterval: number): SourceRequest {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with url or urls')]);
  refuseUnknown(body, ['url', 'urls', 'interval_seconds', 'kind', 'name', 'agent_id', 'visibility'], '', faults);
  const urls = readUrls(body, faults);
  const intervalSeconds = body.interval_seconds ?? Math.max(defaultInterval, minInterval);
  if (!isInterval(intervalSeconds, minInterval)) {
    const range = `must be an integer from ${minInterval} to ${maxInterval}`;
    faults.push(fault('interval_seconds', '/interval_seconds', range));
  }
  const root = readWord(body, 'kind', ['description', 'nact'], faults) === 'nact';
  const visibility = readWord(body, 'visibility', ['public', 'private'], faults);
  const name = readName(body.name, faults);
  const agentId = readAgentId(body, name, urls.length === 1, faults);
  if (faults.length > 0) throw invalidBody(faults);
  return {
    urls: [...new Set(root ? urls.map(listAddress) : urls)],
    intervalSeconds: Number(intervalSeconds),
    ...(name === undefined ? {} : { name }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(visibility === undefined ? {} : { visibility }),
  };
}

/** A name is also the id of the service, in the form of an id. */
function readAgentId(
  { agent_id: id }: JsonObject,
  name: string | undefined,
  isOne: boolean,
  faults: FieldError[],
): string | undefined {
  if (id === undefined) return isOne && name !== undefined ? slugOf(name) : undefined;
  if (!isOne) faults.push(fault('agent_id', '/agent_id', 'works with one URL only'));
  if (typeof id === 'string' && isEntryId(id)) return id;
  faults.push(
    fault('agent_id', '/agent_id', 'must have 1 to 100 letters, digits, dots, colons, hyphens or underscores'),
  );
  return undefined;
}

function slugOf(name: string): string | undefined {
  const slug = toSlug(name, '');
  return isEntryId(slug) ? slug : undefined;
}

/** Maximum length of the mark of held changes. */
export const maxMarkLength = 64;

/** Maximum length of the name of a source. */
export const maxNameLength = 100;

function readName(name: JsonValue | undefined, faults: FieldError[]): string | undefined {
  if (name === undefined) return undefined;
  if (typeof name === 'string' && name.trim() !== '' && name.length <= maxNameLength) return name.trim();
  faults.push(fault('name', '/name', `must be a string of 1 to ${maxNameLength} characters`));
  return undefined;
}

function readWord<const T extends string>(
  body: JsonObject,
  member: string,
  values: readonly T[],
  faults: FieldError[],
): T | undefined {
  const found = values.find((value) => value === body[member]);
  if (found === undefined && body[member] !== undefined) {
    faults.push(fault(member, `/${member}`, `must be ${values.join(' or ')}`));
  }
  return found;
}

function isInterval(value: JsonValue, shortest: number): boolean {
  return Number.isInteger(value) && Number(value) >= shortest && Number(value) <= maxInterval;
}

function readUrls(body: JsonObject, faults: FieldError[]): string[] {
  const { url, urls } = body;
  if ((url === undefined) === (urls === undefined)) {
    faults.push(fault('url', '/url', 'set exactly one of url and urls'));
    return [];
  }
  if (urls === undefined) return [readUrl(url, 'url', '/url', faults)];
  if (!Array.isArray(urls) || urls.length === 0 || urls.length > maxUrls) {
    faults.push(fault('urls', '/urls', `must be an array of 1 to ${maxUrls} URLs`));
    return [];
  }
  return urls.map((one, place) => readUrl(one, `urls[${place}]`, `/urls/${place}`, faults));
}

/** Writes a source for its owner. */
export function writeSource(source: SourceRecord, credential?: ShownCredential): JsonObject {
  const { lastFetchedAt, lastOutcome, lastError, lastSuccessAt, lastLatencyMs, name, visibility } = source;
  return {
    id: source.id,
    url: source.url,
    owner: source.owner,
    interval_seconds: source.intervalSeconds,
    state: stateOf(source),
    failures: source.failures,
    created_at: source.createdAt,
    due_at: source.dueAt,
    ...(lastFetchedAt === undefined ? {} : { last_fetched_at: lastFetchedAt }),
    ...(lastOutcome === undefined ? {} : { last_outcome: lastOutcome }),
    ...(lastError === undefined ? {} : { last_error: lastError }),
    ...(lastSuccessAt === undefined ? {} : { last_success_at: lastSuccessAt }),
    ...(lastLatencyMs === undefined ? {} : { latency_ms: lastLatencyMs }),
    ...(name === undefined ? {} : { name }),
    ...(visibility === undefined ? {} : { visibility }),
    findings: (source.findings ?? []).map((finding) => ({ ...finding })),
    ...(source.held === undefined ? {} : { held: writeHeld(source.held) }),
    agent_ids: source.entryIds,
    ...(credential === undefined ? {} : { credential: writeCredential(credential) }),
  };
}

/** Writes changes that wait for a decision. */
function writeHeld({ mark, since, changes, refused }: PendingChange): JsonObject {
  return { mark, since, refused: refused === true, changes: changes.map((change) => ({ ...change })) };
}

/** The decision on held changes. */
export interface HeldDecision {
  decision: 'accept' | 'refuse';
  mark: string;
}

/** Parses the body of `POST /sources/{id}/held`; throws `INVALID_INPUT` with every problem. */
export function readHeldDecision(body: JsonValue): HeldDecision {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with decision and mark')]);
  refuseUnknown(body, ['decision', 'mark'], '', faults);
  const { mark } = body;
  const decision = readWord(body, 'decision', ['accept', 'refuse'], faults);
  if (body.decision === undefined) faults.push(fault('decision', '/decision', 'must be accept or refuse'));
  const isMark = typeof mark === 'string' && mark !== '' && mark.length <= maxMarkLength;
  if (!isMark) faults.push(fault('mark', '/mark', `must be a string of 1 to ${maxMarkLength} characters`));
  if (decision === undefined || !isMark || faults.length > 0) throw invalidBody(faults);
  return { decision, mark };
}

/** Writes the credential of a source without its secret. */
export function writeCredential({ kind, name, createdAt, updatedAt, lastUsedAt }: ShownCredential): JsonObject {
  return {
    kind,
    name,
    created_at: createdAt,
    updated_at: updatedAt,
    ...(lastUsedAt === undefined ? {} : { last_used_at: lastUsedAt }),
  };
}

/** Writes the result of a check. */
export function writeCheck({ number, at, outcome, latencyMs, report }: StoredPoll): JsonObject {
  return { number, at, outcome, latency_ms: latencyMs, ...report };
}
