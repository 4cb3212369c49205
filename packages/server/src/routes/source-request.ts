/** Reads what a caller asks of sources, and writes a source as it is shown. */
import { createHash } from 'node:crypto';
import type { SourceRecord } from '@dragoman/core';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { stateOf } from '../crawl/schedule.js';
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
}

/** Reads the body of `POST /sources`; `INVALID_INPUT` names every fault. */
export function readSourceRequest(body: JsonValue, shortestInterval: number): SourceRequest {
  const faults: FieldError[] = [];
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with url or urls')]);
  refuseUnknown(body, ['url', 'urls', 'interval_seconds'], '', faults);
  const urls = readUrls(body, faults);
  const intervalSeconds = body.interval_seconds ?? Math.max(usualInterval, shortestInterval);
  if (!isInterval(intervalSeconds, shortestInterval)) {
    const range = `must be a whole number from ${shortestInterval} to ${longestInterval}`;
    faults.push(fault('interval_seconds', '/interval_seconds', range));
  }
  if (faults.length > 0) throw invalidBody(faults);
  return { urls: [...new Set(urls)], intervalSeconds: Number(intervalSeconds) };
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

/** The id of an owner's source: the same address is followed once for one owner, however often it is asked for. */
export function sourceId(owner: string, url: string): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, url]))
    .digest('base64url')
    .slice(0, 22);
}

/** A source as its owner sees it. */
export function writeSource(source: SourceRecord): JsonObject {
  const { lastFetchedAt, lastOutcome, lastError } = source;
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
    agent_ids: source.entryIds,
  };
}
