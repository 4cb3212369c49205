/** `GET /events`: what happens on this server, as one stream of server-sent events. */
import type { Route } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import type { EventTopic, FieldError } from '@dragoman/model';
import { eventTopics, Failure } from '@dragoman/model';
import type { StreamPorts } from '../events/stream-events.js';
import { streamEvents } from '../events/stream-events.js';

/** Longest stream in seconds: its reader then resumes, and is authenticated again. */
const maxSeconds = 600;

/** Milliseconds between two heartbeats. */
const heartbeatMs = 15_000;

const maxIdLength = 64;

const parameters = [
  {
    name: 'topics',
    in: 'query',
    description: 'Kinds of events, separated by commas; all by default.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 160,
      pattern: `^(${eventTopics.join('|')})(,(${eventTopics.join('|')}))*$`,
    },
    example: 'catalogue,imports',
  },
  {
    name: 'seconds',
    in: 'query',
    description: 'Seconds after which the stream ends; 0 ends it after the events that are already there.',
    schema: { type: 'integer', minimum: 0, maximum: maxSeconds, default: maxSeconds },
    example: 0,
  },
  {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last event that you have: the events after it are sent first.',
    schema: { type: 'string', minLength: 1, maxLength: maxIdLength },
  },
] as const;

/** Creates the route. */
export function createEventsRoute(ports: Omit<StreamPorts, 'heartbeatMs'>): Route {
  return {
    method: 'GET',
    path: '/events',
    budget: 'read',
    access: 'registry:read',
    live: true,
    describe: {
      operationId: 'events_follow',
      tag: 'operation',
      summary: 'Follow what happens on this server.',
      description:
        'Streams changes of the catalogue, progress of imports, ended calls, waiting vectors, checks of sources, changes, starts and ends of stdio MCP servers, MCP clients that list tools, and received webhooks, each as a server-sent event whose data is JSON with `type` and `at`. ' +
        'You get only what you may see: services that are visible to you, your own calls, imports, sources, clients and webhooks; administrators get everything. The first event is `ready`; `reload` says that events were missed and that you must read again what you show; `heartbeat` is sent when nothing happens. ' +
        'Beyond 50 calls a second a sample is sent, and `calls.omitted` counts the others. A stream ends after ten minutes: connect again with Last-Event-ID. ' +
        'Use it to keep a view up to date. Do not use it as a record of calls: use audit_list instead. No side effects.',
      parameters,
      responses: {
        '200': {
          description: 'The events, as they happen.',
          content: {
            'text/event-stream': {
              schema: {
                type: 'string',
                description: 'Server-sent events with `id`, `event` and `data`; `event` repeats the type.',
              },
            },
          },
        },
      },
      failures: [400, 403, 503],
      agent: { read_only: true, untrusted: [''] },
    },
    handle({ url, request, caller }) {
      const { topics, seconds } = readQuery(url.searchParams);
      const lastEventId = request.headers.get('last-event-id')?.slice(0, maxIdLength);
      const body = streamEvents(
        { ...ports, heartbeatMs },
        { caller, topics, lastsMs: seconds * 1000, ...(lastEventId === undefined ? {} : { lastEventId }) },
      );
      return createReply(body, {
        headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
      });
    },
  };
}

function readQuery(search: URLSearchParams): { topics: ReadonlySet<EventTopic>; seconds: number } {
  const fieldErrors: FieldError[] = [];
  const named = search.get('topics')?.split(',') ?? eventTopics;
  const topics = eventTopics.filter((topic) => named.includes(topic));
  if (topics.length < new Set(named).size) {
    fieldErrors.push({ field: 'topics', code: 'invalid', detail: `must be of ${eventTopics.join(', ')}` });
  }
  const raw = search.get('seconds') ?? String(maxSeconds);
  const seconds = /^\d{1,3}$/.test(raw) ? Number(raw) : Number.NaN;
  if (!(seconds <= maxSeconds)) {
    fieldErrors.push({ field: 'seconds', code: 'invalid', detail: `must be an integer from 0 to ${maxSeconds}` });
  }
  if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
  return { topics: new Set(topics), seconds };
}
