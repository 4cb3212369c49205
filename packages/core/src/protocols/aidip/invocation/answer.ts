/**
 * Answers a call. The agent's output is returned byte for byte; headers state its origin and that it is untrusted.
 * The server's own responses have no such headers.
 */
import type { JsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call, Outcome, Preview, StreamOutcome } from '../../../gateway/call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { runHeader } from '../../../gateway/runs/run-answer.js';
import { callHeaders, findingHeaders, originHeaders, writePreview } from '../../../transport/call-answer.js';
import { foreignProblem } from '../../../transport/foreign-problem.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { problemType } from '../../../transport/problem.js';
import { endWithDone } from './end-with-done.js';

/** Statuses without a body. */
const bodiless: readonly number[] = [204, 205, 304];

/** The response for the outcome of a call. */
export function answerCall(call: Call, outcome: Outcome): HttpReply {
  if (outcome.kind === 'preview') return answerPreview(call, outcome.preview);
  return outcome.kind === 'stream' ? answerStream(call, outcome) : answerWhole(call, outcome);
}

function answerWhole(call: Call, outcome: AnswerOutcome): HttpReply {
  if (outcome.status >= 400) {
    const problem = foreignProblem(call, outcome);
    if (problem !== undefined) return answerProblem(call, outcome, problem);
  }
  return answerPlain(call, outcome);
}

/** An error in this server's form. */
function answerProblem(call: Call, { raw: _, ...outcome }: AnswerOutcome, body: JsonObject): HttpReply {
  const reply = answerPlain(call, { ...outcome, body });
  reply.headers['content-type'] = problemType;
  return reply;
}

function answerPlain(call: Call, { status, body, raw, findings, headers: sent }: AnswerOutcome): HttpReply {
  const headers = callHeaders(call);
  addHeaders(headers, sent);
  if (sent[runHeader] === undefined) markAnswer(headers, call, raw);
  if (findings.length > 0) Object.assign(headers, findingHeaders(findings));
  headers['x-content-type-options'] = 'nosniff';
  if (body === undefined || bodiless.includes(status)) return { status, headers, body: null };
  headers['content-type'] = 'application/json';
  // The agent's own bytes, so that its signature stays valid.
  return { status, headers, body: raw ?? JSON.stringify(body) };
}

function answerStream(call: Call, { status, headers: sent, mediaType, body }: StreamOutcome): HttpReply {
  const headers = callHeaders(call);
  addHeaders(headers, sent);
  Object.assign(headers, originHeaders(call));
  headers['content-type'] = mediaType;
  headers['x-content-type-options'] = 'nosniff';
  // Proxy buffering would defeat the purpose of a stream.
  headers['x-accel-buffering'] = 'no';
  return { status, headers, body: mediaType === eventStreamType ? endWithDone(body) : body };
}

function answerPreview(call: Call, preview: Preview): HttpReply {
  return jsonReply(writePreview(preview), { headers: callHeaders(call) });
}

/** Links of the agent are added to ours; all its other headers replace ours. */
function addHeaders(headers: Record<string, string>, more: Readonly<Record<string, string>>): void {
  const { link } = headers;
  Object.assign(headers, more);
  if (link !== undefined && more.link !== undefined) headers.link = `${link}, ${more.link}`;
}

/** Headers that describe the exact bytes of a body. */
const ofBytes = ['content-digest', 'etag', 'signature', 'signature-input'];

function markAnswer(headers: Record<string, string>, call: Call, raw: Uint8Array | undefined): void {
  Object.assign(headers, originHeaders(call));
  // A cached response is serialized again, so its bytes are not those that were signed.
  if (raw === undefined) for (const name of ofBytes) delete headers[name];
  const { location } = headers;
  if (location === undefined) return;
  const resolved = resolveAt(call, location);
  if (resolved === undefined) delete headers.location;
  else headers.location = resolved;
}

/** A URL on the agent's own host must not look like one on this server; that host may be confidential. */
function resolveAt({ target }: Call, location: string): string | undefined {
  if (URL.canParse(location)) return location;
  const binding = target?.operation.binding;
  const isHidden = target?.stored.entry.endpoint?.startsWith('/') === true;
  const base = binding?.kind === 'aidip' && !isHidden ? binding.endpoint : undefined;
  return base !== undefined && URL.canParse(location, base) ? new URL(location, base).href : undefined;
}
