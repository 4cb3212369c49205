/** Messages between the workers of one server, relayed by the parent process. */
import type { Worker } from 'node:cluster';
import type { SessionNews } from '@dragoman/core/faces';
import type { RateLimit } from '@dragoman/core/http';
import type { JsonValue } from '@dragoman/model';
import type { MetricObject } from 'prom-client';
import type { EventDraft, NumberedEvents } from '../events/event.js';
import type { FromHost, ToHost } from '../mcp-children/host-messages.js';

/** Requests that one worker admitted, for the others to count too. */
export interface Take {
  name: string;
  allowance: RateLimit;
  cost: number;
}

/** All messages between the processes. */
export type Message =
  | { about: 'ready'; url: string; open: boolean }
  | { about: 'stop' }
  | { about: 'takes'; takes: Take[] }
  /** A worker that starts asks what the others have admitted, and gets it from one of them. */
  | { about: 'ask-limits'; from?: number }
  | { about: 'limits'; to: number; now?: number; used: [name: string, fullInMs: number][] }
  | { about: 'change' }
  | { about: 'task-notice'; id: string }
  | { about: 'abort-run'; id: string }
  | { about: 'mcp-session'; news: SessionNews }
  /** Events of one worker; the parent process numbers them and sends them to all. */
  | { about: 'events'; drafts: EventDraft[] }
  | { about: 'numbered-events'; numbered: NumberedEvents }
  /** A question of one worker to all of them, and their answers; `starting`: also to those that are not ready. */
  | { about: 'ask-all'; id: number; topic: string; value: JsonValue; starting: boolean }
  | { about: 'ask'; id: number; topic: string; value: JsonValue }
  | { about: 'answer'; id: number; value: JsonValue }
  | { about: 'answers'; id: number; values: JsonValue[] }
  /** The stdio MCP servers, which the parent process runs for all workers. */
  | { about: 'to-child-host'; message: ToHost }
  | { about: 'from-child-host'; message: FromHost }
  | { about: 'ask-figures'; id: number }
  | { about: 'own-figures'; id: number; figures: MetricObject[] }
  | { about: 'ask-own-figures'; id: number }
  | { about: 'all-figures'; id: number; text: string };

/** One end of the channel between two processes. */
export interface Line {
  /** False when the other process is gone; the message is lost then. */
  say(message: Message): boolean;
  hear(listener: (message: Message) => void): void;
}

/** True for messages of these processes; other libraries use the same channel. */
export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && typeof (value as { about?: unknown }).about === 'string';
}

/** The channel of a worker, from either side. */
export function lineTo(worker: Worker): Line {
  return {
    say(message) {
      if (!worker.isConnected()) return false;
      worker.send(message, (error) => void error);
      return true;
    },
    hear(listener) {
      worker.on('message', (message: unknown) => {
        if (isMessage(message)) listener(message);
      });
    },
  };
}
