/**
 * What a client gets while its request is answered: progress, log messages of the service, and questions in a session.
 * They make the response a stream.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { rpcNotification } from '../../../transport/json-rpc.js';
import type { ProgressQueue } from '../../../transport/progress-queue.js';
import { createProgressQueue, writeProgress } from '../../../transport/progress-queue.js';
import { sessionClient } from './ask-client.js';
import type { McpExchange } from './exchange.js';
import type { LogOptions } from './log-messages.js';
import type { CallNews, ToolCalling } from './tool-calling.js';

/** What the client takes. */
export interface NewsOptions {
  /** The progress token, if progress can be sent. */
  token: string | number | undefined;
  /** The log messages that can be sent. */
  logs: LogOptions | undefined;
}

/** The messages of a request, and what makes its call send them. */
export interface RequestNews {
  news: ProgressQueue;
  /** Ends the call, because the client has left. */
  leave(): void;
  calling: CallNews;
}

/** True for a value that can be a progress token. */
export function isProgressToken(token: JsonValue | undefined): token is string | number {
  return typeof token === 'string' || typeof token === 'number';
}

/** Opens the queue of messages. */
export function openNews(
  exchange: McpExchange,
  { token, logs }: NewsOptions,
  { running, capabilities }: Pick<ToolCalling, 'running' | 'capabilities'>,
): RequestNews {
  const { session } = exchange;
  const leave = new AbortController();
  const news = createProgressQueue();
  const calling: CallNews = { left: leave.signal };
  if (token !== undefined) calling.onProgress = (progress) => news.tell(progressOf(progress, token));
  const ends = AbortSignal.any([running?.signal, leave.signal].filter((each) => each !== undefined));
  // The stream of a session outlasts its connection.
  if (session !== undefined) calling.ends = ends;
  const client = sessionClient(exchange, { capabilities, signal: ends, news });
  if (client !== undefined) calling.client = client;
  if (logs?.asked !== undefined) calling.logLevel = logs.asked;
  if (logs !== undefined) {
    if (session !== undefined) calling.session = session;
    calling.onLog = (message) => {
      const written = logs.write(message);
      if (written !== undefined) news.tell(written);
    };
  }
  return { news, leave: () => leave.abort(), calling };
}

function progressOf(progress: JsonObject, progressToken: string | number): JsonObject {
  return rpcNotification('notifications/progress', { progressToken, ...writeProgress(progress) });
}
