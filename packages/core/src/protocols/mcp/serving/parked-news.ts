/**
 * Progress and log messages of a call that continues after a question: the request that brought the answer may have
 * reached another process, so they are sent through the mailbox, several at once.
 */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Mailbox } from './mailbox.js';
import type { ToolCalling } from './tool-calling.js';

/** What a request takes while its call runs. */
export type NewsTakers = Pick<ToolCalling, 'onProgress' | 'onLog'>;

/** Milliseconds for which messages are collected, and their maximum number for one request. */
const collectMs = 200;
const maxMessages = 1000;

/** Milliseconds that a request waits for messages that were sent before the result. */
const lateMs = 1000;

/** True when a request takes any messages. */
export function takesNews({ onProgress, onLog }: NewsTakers): boolean {
  return onProgress !== undefined || onLog !== undefined;
}

/** Sends the messages of a call to one request. */
export interface NewsRelay {
  tell(message: JsonObject): void;
  /** What the result says about them: those that were not sent yet, and how often some were. */
  end(): JsonObject;
}

/** Creates the relay to the request with this reply key. */
export function createNewsRelay(mailbox: Mailbox, reply: string): NewsRelay {
  let waiting: JsonObject[] = [];
  let batches = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    timer = undefined;
    const news = waiting;
    waiting = [];
    // The messages do not affect the call.
    mailbox.post(keyOf(reply, batches), { news }).catch(() => undefined);
    batches += 1;
  };
  return {
    tell(message) {
      count += 1;
      if (count > maxMessages) return;
      waiting.push(message);
      timer ??= setTimeout(send, collectMs).unref();
    },
    end() {
      clearTimeout(timer);
      return { news: waiting, batches };
    },
  };
}

const keyOf = (reply: string, batch: number) => `${reply} news ${batch}`;

/** Passes the messages on to their request as they arrive. */
export function receiveNews(
  mailbox: Mailbox,
  reply: string,
  { news: { onProgress, onLog }, signal }: { news: NewsTakers; signal: AbortSignal },
): { until(outcome: JsonObject | undefined): Promise<void> } {
  const pass = (message: JsonObject | undefined) => {
    const news = Array.isArray(message?.news) ? message.news.filter(isJsonObject) : [];
    for (const { progress, log } of news) {
      if (isJsonObject(progress)) onProgress?.(progress);
      if (isJsonObject(log)) onLog?.(log);
    }
  };
  let [next, total] = [0, Number.POSITIVE_INFINITY];
  const stop = new AbortController();
  const ends = AbortSignal.any([signal, stop.signal]);
  const follow = async () => {
    while (next < total) {
      const message = await mailbox.wait(keyOf(reply, next), { ms: longestMs, signal: ends });
      if (message === undefined) return;
      next += 1;
      pass(message);
    }
  };
  const following = follow();
  return {
    async until(outcome) {
      total = Number(outcome?.batches ?? 0);
      const late = setTimeout(() => stop.abort(), next < total ? lateMs : 0);
      await following;
      clearTimeout(late);
      pass(outcome);
    },
  };
}

/** Milliseconds for which the messages of a call are awaited; its result is awaited as long. */
const longestMs = 3_600_000;
