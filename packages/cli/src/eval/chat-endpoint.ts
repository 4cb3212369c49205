/**
 * Client of an OpenAI-compatible `/chat/completions` endpoint, with timeout, size limit, and retries that honor
 * Retry-After. The key is sent only to the configured URL and never shown.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject } from '@dragoman/model';
import { UsageError } from '../command/usage-error.js';
import { readPieces, UnreadableFile } from '../files/read-documents.js';
import type { Runtime } from '../terminal/runtime.js';

/** An endpoint that does not respond properly; the message is safe to show. */
export class ChatFailed extends Error {
  override readonly name = 'ChatFailed';
}

/** A model that can be asked. */
export interface ChatEndpoint {
  /** The parsed response to this body, to which the model name is added; rejects with `ChatFailed`. */
  ask(body: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** Where the model is. */
export interface ChatEndpointOptions {
  /** Base URL, such as `https://models.example/v1`. */
  url: string;
  model: string;
  key: string | undefined;
}

const timeoutMs = 60_000;
const maxAttempts = 4;
/** Delay before the first retry, and maximum delay, in milliseconds. */
const firstDelay = 1_000;
const longestDelay = 30_000;

/** Creates the client; a key is never sent unencrypted. */
export async function createChatEndpoint(
  runtime: Runtime,
  { url, model, key }: ChatEndpointOptions,
): Promise<ChatEndpoint> {
  const address = await addressOf(url, key);
  // Some models reject any temperature but their default; after the first rejection it is never sent again.
  let steady = true;

  async function ask(body: Readonly<Record<string, unknown>>): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const isSteady = steady;
      const sent = { model, ...body, ...(isSteady ? { temperature: 0 } : {}) };
      const response = await post(runtime, address, { body: sent, key });
      if (response.ok) return readAnswer(response);
      if (response.status === 400 && isSteady) {
        steady = false;
        await response.body?.cancel();
        continue;
      }
      const isPassing = response.status === 429 || response.status >= 500;
      if (!isPassing || attempt >= maxAttempts) throw new ChatFailed(await explain(response, key));
      await response.body?.cancel();
      await sleep(delayOf(response, attempt), undefined, { signal: runtime.signal });
    }
  }
  return { ask };
}

async function addressOf(text: string, key: string | undefined): Promise<URL> {
  const { isLoopbackHost } = await import('@dragoman/core/http');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new UsageError('--model-url takes an http URL without a user name, such as https://models.example/v1');
  }
  if (key !== undefined && url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new UsageError(
      `DRAGOMAN_MODEL_KEY is not sent to ${url.origin}, because the connection is not encrypted; use https`,
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

type Answer = Awaited<ReturnType<Runtime['fetch']>>;

async function post(
  { fetch, signal }: Runtime,
  address: URL,
  { body, key }: { body: object; key: string | undefined },
): Promise<Answer> {
  try {
    return await fetch(address.href, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
  } catch (error) {
    signal.throwIfAborted();
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new ChatFailed(late ? 'the model did not respond in time' : `${address.origin} does not respond`, {
      cause: error,
    });
  }
}

async function readAnswer({ body }: Answer): Promise<unknown> {
  try {
    return body === null ? undefined : await readPieces(body);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new ChatFailed(`the response is invalid: ${error.message}`, { cause: error });
  }
}

/** The status with the endpoint's own message, from which the key is removed. */
async function explain(response: Answer, key: string | undefined): Promise<string> {
  const answer = await readAnswer(response).catch(() => undefined);
  const error = isJsonObject(answer) ? answer.error : undefined;
  const message = isJsonObject(error) ? error.message : error;
  const detail = typeof message === 'string' ? `: ${message.replaceAll(key ?? '\0', '***').slice(0, 300)}` : '';
  return `the model endpoint responded with ${response.status}${detail}`;
}

function delayOf(response: Answer, attempt: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const asked = Number.isFinite(seconds) ? seconds * 1_000 : firstDelay * 2 ** (attempt - 1);
  return Math.min(longestDelay, Math.max(0, asked));
}
