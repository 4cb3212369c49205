/** Reads what a caller asks of sources, and writes a source as it is shown. */
import type { PendingChange, SourceRecord, StoredPoll } from '@dragoman/core/engine';
import { listAddress } from '@dragoman/core/faces';
import type { FieldError, JsonObject, JsonValue, Visibility } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { stateOf } from '../crawl/schedule.js';
import type { ShownCredential } from '../credentials/credential-administration.js';
import { fault, invalidBody, readUrl, refuseUnknown } from './import-request.js';

/** Most addresses of one call. */
export const mostUrls = 100;

/** Interval of a source that does not ask for one, in seconds. */
export const usualInterval = 3_600;

/** Longest interval, in seconds: thirty days. */
export const longestInterval = 2_592_000;

/** Addresses to follow, and how often. */
export interface SourceRequest {
  urls: string[];
  intervalSeconds: number;
  /** For people; also the name of a list of tools that has none of its own. */
  name?: string;
  /** Who may see what comes from it. */
  visibility?: Visibility;
}

/** Reads the body of `POST /sources`; `INVALID_INPUT` names every fault. */
export function readSourceRequest(body: JsonValue, shortestInterval: number): SourceRequest {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with url or urls')]);
  refuseUnknown(body, ['url', 'urls', 'interval_seconds', 'kind', 'name', 'visibility'], '', faults);
  const urls = readUrls(body, faults);
  const intervalSeconds = body.interval_seconds ?? Math.max(usualInterval, shortestInterval);
  if (!isInterval(intervalSeconds, shortestInterval)) {
    const range = `must be a whole number from ${shortestInterval} to ${longestInterval}`;
    faults.push(fault('interval_seconds', '/interval_seconds', range));
  }
  const root = readWord(body, 'kind', ['description', 'nact'], faults) === 'nact';
  const visibility = readWord(body, 'visibility', ['public', 'private'], faults);
  const name = readName(body.name, faults);
  if (faults.length > 0) throw invalidBody(faults);
  return {
    urls: [...new Set(root ? urls.map(listAddress) : urls)],
    intervalSeconds: Number(intervalSeconds),
    ...(name === undefined ? {} : { name }),
    ...(visibility === undefined ? {} : { visibility }),
  };
}

/** Longest mark of held changes. */
export const longestMark = 64;

/** Longest name of a source. */
export const longestName = 100;

function readName(name: JsonValue | undefined, faults: FieldError[]): string | undefined {
  if (name === undefined) return undefined;
  if (typeof name === 'string' && name.trim() !== '' && name.length <= longestName) return name.trim();
  faults.push(fault('name', '/name', `must be a text of 1 to ${longestName} characters`));
  return undefined;
}

function readWord<const T extends string>(
  body: JsonObject,
  member: string,
  words: readonly T[],
  faults: FieldError[],
): T | undefined {
  const found = words.find((word) => word === body[member]);
  if (found === undefined && body[member] !== undefined) {
    faults.push(fault(member, `/${member}`, `must be ${words.join(' or ')}`));
  }
  return found;
}

function isInterval(value: JsonValue, shortest: number): boolean {
  return Number.isInteger(value) && Number(value) >= shortest && Number(value) <= longestInterval;
}

function readUrls(body: JsonObject, faults: FieldError[]): string[] {
  const { url, urls } = body;
  if ((url === undefined) === (urls === undefined)) {
    faults.push(fault('url', '/url', 'give either url or urls'));
    return [];
  }
  if (urls === undefined) return [readUrl(url, 'url', '/url', faults)];
  if (!Array.isArray(urls) || urls.length === 0 || urls.length > mostUrls) {
    faults.push(fault('urls', '/urls', `must be an array of 1 to ${mostUrls} addresses`));
    return [];
  }
  return urls.map((one, place) => readUrl(one, `urls[${place}]`, `/urls/${place}`, faults));
}

/** A source as its owner sees it. */
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

/** Changes that wait for somebody's word. */
function writeHeld({ mark, since, changes, refused }: PendingChange): JsonObject {
  return { mark, since, refused: refused === true, changes: changes.map((change) => ({ ...change })) };
}

/** Somebody's word on held changes. */
export interface HeldDecision {
  decision: 'accept' | 'refuse';
  mark: string;
}

/** Reads the body of `POST /sources/{id}/held`; `INVALID_INPUT` names every fault. */
export function readHeldDecision(body: JsonValue): HeldDecision {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with decision and mark')]);
  refuseUnknown(body, ['decision', 'mark'], '', faults);
  const { mark } = body;
  const decision = readWord(body, 'decision', ['accept', 'refuse'], faults);
  if (body.decision === undefined) faults.push(fault('decision', '/decision', 'must be accept or refuse'));
  const isMark = typeof mark === 'string' && mark !== '' && mark.length <= longestMark;
  if (!isMark) faults.push(fault('mark', '/mark', `must be a text of 1 to ${longestMark} characters`));
  if (decision === undefined || !isMark || faults.length > 0) throw invalidBody(faults);
  return { decision, mark };
}

/** A source's credential without its secret. */
export function writeCredential({ kind, name, createdAt, updatedAt, lastUsedAt }: ShownCredential): JsonObject {
  return {
    kind,
    name,
    created_at: createdAt,
    updated_at: updatedAt,
    ...(lastUsedAt === undefined ? {} : { last_used_at: lastUsedAt }),
  };
}

/** What a look found, as it is shown. */
export function writeLook({ number, at, outcome, latencyMs, report }: StoredPoll): JsonObject {
  return { number, at, outcome, latency_ms: latencyMs, ...report };
}
