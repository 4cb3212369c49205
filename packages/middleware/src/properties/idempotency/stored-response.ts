/** Stores a response byte for byte, and replays it. */
import { isUtf8 } from 'node:buffer';
import type { LedgerAnswer } from '@dragoman/core/http';
import { replayedHeader, throwStored } from '@dragoman/core/http';
import { isJsonObject } from '@dragoman/model';
import { headerOf, wholeResponse } from '../../calls/answer.js';

/** Storage options. */
export interface KeepRules {
  /** Maximum body size. */
  bytes: number;
  /** Headers to store in addition to the default ones. */
  headers: readonly string[];
}

/** Headers that are stored with a response; cookies and trace headers belong to one exchange and are not stored. */
const usualHeaders = [
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-location',
  'content-type',
  'deprecation',
  'etag',
  'last-modified',
  'link',
  'location',
  'preference-applied',
  'sunset',
];

/** The response in stored form; without a buffered body, only its status and the mark that it cannot be replayed. */
export function toKeptAnswer(
  answer: Response,
  bytes: Uint8Array | undefined,
  { headers: more }: KeepRules,
): LedgerAnswer {
  const { status } = answer;
  if (bytes === undefined) return { status, headers: {}, unkept: true };
  const names = [...usualHeaders, ...more.map((name) => name.toLowerCase())];
  const kept = names.flatMap((name): [string, string][] => {
    const value = headerOf(answer, name);
    return value === null ? [] : [[name, value]];
  });
  const body = isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : { base64: Buffer.from(bytes).toString('base64') };
  return { status, headers: Object.fromEntries(kept), ...(bytes.byteLength === 0 ? {} : { body }) };
}

/** The stored response, marked as a replay; throws the stored failure, or that the response was not stored. */
export function replay(answer: LedgerAnswer): Response {
  throwStored(answer);
  const { status, headers, body } = answer;
  return wholeResponse(bytesOf(body), { status, headers: { ...headers, [replayedHeader]: 'true' } });
}

function bytesOf(body: LedgerAnswer['body']): Uint8Array<ArrayBuffer> | null {
  if (typeof body === 'string') return new Uint8Array(Buffer.from(body, 'utf8'));
  if (body !== undefined && isJsonObject(body) && typeof body.base64 === 'string') {
    return new Uint8Array(Buffer.from(body.base64, 'base64'));
  }
  return null;
}
