/**
 * Client of an OpenAI-compatible `/v1/embeddings` endpoint. The operator configures its URL, and still every
 * connection passes the outbound guard; redirects are not followed, time and bytes are bounded.
 */

import { EmbedderUnavailable } from '@dragoman/core/embedder';
import { createAddressPolicy, type DnsLookup, parseAddress, requireCallable } from '@dragoman/core/http';
import type { GuardedAgent } from '../outbound/guarded-agent.js';
import { createGuardedAgent } from '../outbound/guarded-agent.js';
import { lookUpAll } from '../outbound/guarded-connector.js';
import { type Answer, discard } from '../outbound/read-answer.js';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';

/** Limits of a request. */
export interface EmbeddingEndpointOptions {
  /** Complete URL, including `/v1/embeddings`. */
  url: string;
  /** Sent as a bearer token. */
  key?: string;
  allow: readonly string[];
  allowHttp: boolean;
  timeouts: { connectMs: number; totalMs: number };
  dnsLookup?: DnsLookup;
}

/** Client of an endpoint. */
export interface EmbeddingEndpoint {
  /** The parsed response to this body; rejects with `EmbedderUnavailable`. */
  ask(body: object, limits: { maxBytes: number; signal?: AbortSignal }): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates the client; throws on an invalid URL or allow-list entry. */
export function createEmbeddingEndpoint(options: EmbeddingEndpointOptions): EmbeddingEndpoint {
  const { timeouts, allowHttp, dnsLookup = lookUpAll } = options;
  const policy = createAddressPolicy(options.allow);
  const url = parseAddress(options.url);
  requireCallable({ policy, allowHttp }, url);
  const { connectMs, totalMs } = timeouts;
  const agent = createGuardedAgent({ policy, dnsLookup, connectMs, idleMs: totalMs, connections: 4 });
  return {
    async ask(body, { maxBytes, signal }) {
      await agent.ready();
      const deadline = AbortSignal.timeout(timeouts.totalMs);
      const either = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      try {
        const answer = await post(agent, { url, body, signal: either, ...keyOf(options) });
        return await readJson(answer, maxBytes);
      } catch (error) {
        signal?.throwIfAborted();
        throw toUnavailable(error, deadline.aborted);
      }
    },
    close: () => agent.destroy(),
  };
}

function keyOf({ key }: EmbeddingEndpointOptions): { key?: string } {
  return key === undefined ? {} : { key };
}

interface Posting {
  url: URL;
  body: object;
  key?: string;
  signal: AbortSignal;
}

function post(agent: GuardedAgent, { url, body, key, signal }: Posting): Promise<Answer> {
  return agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    signal,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'user-agent': 'dragoman',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
}

async function readJson(answer: Answer, maxBytes: number): Promise<unknown> {
  try {
    // The body of an error may repeat what was sent, including the key; only its status is reported.
    if (answer.statusCode !== 200) {
      throw new EmbedderUnavailable('refused', `The embedding endpoint responded with status ${answer.statusCode}.`);
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw malformed(`more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return parse(Buffer.concat(chunks, size));
  } finally {
    discard(answer);
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw malformed('no JSON', error);
  }
}

/** An unusable response. */
export function malformed(what: string, cause?: unknown): EmbedderUnavailable {
  return new EmbedderUnavailable('malformed', `The embedding endpoint responded with ${what}.`, { cause });
}

function toUnavailable(error: unknown, late: boolean): EmbedderUnavailable {
  if (error instanceof EmbedderUnavailable) return error;
  const failure = toUpstreamFailure(error);
  if (late || failure.code === 'UPSTREAM_TIMEOUT') {
    return new EmbedderUnavailable('slow', 'The embedding endpoint did not respond in time.', { cause: error });
  }
  return new EmbedderUnavailable('unreachable', `The embedding endpoint: ${failure.message}`, { cause: error });
}
