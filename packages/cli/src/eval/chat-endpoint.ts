/**
 * Asks an OpenAI-compatible `/chat/completions` endpoint: bounded in time and bytes, patient with limits that the
 * endpoint itself tells of. The key goes to the named address alone and is never shown.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { isJsonObject } from '@dragoman/model';
import { UsageError } from '../command.js';
import { readPieces, UnreadableFile } from '../read-documents.js';
import type { Surroundings } from '../surroundings.js';

/** An endpoint that cannot answer, in words that are safe to show. */
export class ChatFailed extends Error {
  override readonly name = 'ChatFailed';
}

/** The way to a model. */
export interface ChatEndpoint {
  /** The parsed answer to this body, to which the model's name is added; rejects with `ChatFailed`. */
  ask(body: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** Where a model is asked. */
export interface ChatEndpointOptions {
  /** Base address, such as `https://models.example/v1`. */
  url: string;
  model: string;
  key: string | undefined;
}

const patience = 60_000;
const tries = 4;
/** Milliseconds before the second try, and the longest that an endpoint can make us wait. */
const firstRest = 1_000;
const longestRest = 30_000;

/** Makes the way to a model; a key travels encrypted or not at all. */
export async function createChatEndpoint(
  surroundings: Surroundings,
  { url, model, key }: ChatEndpointOptions,
): Promise<ChatEndpoint> {
  const address = await addressOf(url, key);
  // Some models take no other temperature than their own; the first refusal settles it for all that follows.
  let steady = true;

  async function ask(body: Readonly<Record<string, unknown>>): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const isSteady = steady;
      const sent = { model, ...body, ...(isSteady ? { temperature: 0 } : {}) };
      const response = await post(surroundings, address, { body: sent, key });
      if (response.ok) return readAnswer(response);
      if (response.status === 400 && isSteady) {
        steady = false;
        await response.body?.cancel();
        continue;
      }
      const isPassing = response.status === 429 || response.status >= 500;
      if (!isPassing || attempt >= tries) throw new ChatFailed(await explain(response, key));
      await response.body?.cancel();
      await rest(restOf(response, attempt), undefined, { signal: surroundings.signal });
    }
  }
  return { ask };
}

async function addressOf(text: string, key: string | undefined): Promise<URL> {
  const { isLoopbackHost } = await import('@dragoman/core/http');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new UsageError('--model-url takes an http address without a user name, such as https://models.example/v1');
  }
  if (key !== undefined && url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new UsageError(`DRAGOMAN_MODEL_KEY is not sent to ${url.origin}, since it would travel unencrypted`);
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

type Answer = Awaited<ReturnType<Surroundings['fetch']>>;

async function post(
  { fetch, signal }: Surroundings,
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
  } catch (error) {
    signal.throwIfAborted();
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new ChatFailed(late ? 'the model did not answer in time' : `${address.origin} does not answer`, {
      cause: error,
    });
  }
}

async function readAnswer({ body }: Answer): Promise<unknown> {
  try {
    return body === null ? undefined : await readPieces(body);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new ChatFailed(`the answer cannot be used: ${error.message}`, { cause: error });
  }
}

/** The status with the endpoint's own sentence, which may repeat the key. */
async function explain(response: Answer, key: string | undefined): Promise<string> {
  const answer = await readAnswer(response).catch(() => undefined);
  const error = isJsonObject(answer) ? answer.error : undefined;
  const message = isJsonObject(error) ? error.message : error;
  const told = typeof message === 'string' ? `: ${message.replaceAll(key ?? '\0', '***').slice(0, 300)}` : '';
  return `the model’s endpoint answers ${response.status}${told}`;
}

function restOf(response: Answer, attempt: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const asked = Number.isFinite(seconds) ? seconds * 1_000 : firstRest * 2 ** (attempt - 1);
  return Math.min(longestRest, Math.max(0, asked));
}
