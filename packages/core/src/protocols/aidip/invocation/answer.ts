/**
 * Answers a call. The agent's output stays what the agent sent, bytes included; where it comes from and that it is
 * nobody's instruction stands in headers. What this server says itself carries no such mark.
 */
import type { AnswerOutcome, Call, Outcome, Preview, StreamOutcome } from '../../../gateway/call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { runHeader } from '../../../gateway/runs/run-answer.js';
import { callHeaders, markFindings, markOrigin, writePreview } from '../../../transport/call-answer.js';
import { jsonResponse } from '../../../transport/json-response.js';
import { endWithDone } from './end-with-done.js';

/** Statuses that have no body. */
const bodiless: readonly number[] = [204, 205, 304];

/** The response for what came of a call. */
export function answerCall(call: Call, outcome: Outcome): Response {
  if (outcome.kind === 'preview') return answerPreview(call, outcome.preview);
  return outcome.kind === 'stream' ? answerStream(call, outcome) : answerWhole(call, outcome);
}

function answerWhole(call: Call, outcome: AnswerOutcome): Response {
  const { status, body, raw } = outcome;
  const headers = new Headers(callHeaders(call));
  addHeaders(headers, outcome.headers);
  if (!Object.hasOwn(outcome.headers, runHeader)) markAnswer(headers, call, raw);
  markFindings(headers, outcome.findings);
  headers.set('X-Content-Type-Options', 'nosniff');
  if (body === undefined || bodiless.includes(status)) return new Response(null, { status, headers });
  headers.set('Content-Type', 'application/json');
  // The agent's own bytes, so that what it signed stays as it signed it.
  return new Response((raw as Uint8Array<ArrayBuffer> | undefined) ?? JSON.stringify(body), { status, headers });
}

function answerStream(call: Call, { status, headers: sent, mediaType, body }: StreamOutcome): Response {
  const headers = new Headers(callHeaders(call));
  addHeaders(headers, sent);
  markOrigin(headers, call);
  headers.set('Content-Type', mediaType);
  headers.set('X-Content-Type-Options', 'nosniff');
  // Proxies that collect answers would take the point out of a stream.
  headers.set('X-Accel-Buffering', 'no');
  const whole = mediaType === eventStreamType ? endWithDone(body) : body;
  return new Response(whole as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}

function answerPreview(call: Call, preview: Preview): Response {
  return jsonResponse(writePreview(preview), { headers: callHeaders(call) });
}

/** Links of the agent stand beside ours; everything else of the agent's replaces what we would say. */
function addHeaders(headers: Headers, more: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(more)) {
    if (name === 'link') headers.append(name, value);
    else headers.set(name, value);
  }
}

/** Headers that speak of the very bytes of a body. */
const ofBytes = ['content-digest', 'etag', 'signature', 'signature-input'];

function markAnswer(headers: Headers, call: Call, raw: Uint8Array | undefined): void {
  markOrigin(headers, call);
  // A kept answer is written anew, so its bytes are not those that were signed.
  if (raw === undefined) for (const name of ofBytes) headers.delete(name);
  const location = headers.get('location');
  if (location === null) return;
  const resolved = resolveAt(call, location);
  if (resolved === undefined) headers.delete('location');
  else headers.set('location', resolved);
}

/** An address on the agent's own host must not read as one on ours; where that host is may be nobody's business. */
function resolveAt({ target }: Call, location: string): string | undefined {
  if (URL.canParse(location)) return location;
  const binding = target?.operation.binding;
  const isHidden = target?.stored.entry.endpoint?.startsWith('/') === true;
  const base = binding?.kind === 'aidip' && !isHidden ? binding.endpoint : undefined;
  return base !== undefined && URL.canParse(location, base) ? new URL(location, base).href : undefined;
}
