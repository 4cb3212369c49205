/**
 * Tracks the waiting requests of one child: every message is parsed once and passed to its request. A request ends by
 * its response, by the end of the child, by its timeout, or because its caller left.
 */

import type { Cancellation } from '@dragoman/core/engine';
import type { LinkAnswer, LinkRequest, Questions } from '@dragoman/core/faces';
import { answerOf, answerServer, askedOf, isListChange, requireShape, severalCalls } from '@dragoman/core/faces';
import { readRpc } from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { hasLeft, pollEveryMs } from './child-link.js';
import type { WatchedResources } from './watched-resources.js';

/** One sent request. */
export interface WaitingRequest {
  id: number;
  cancellation: Cancellation | undefined;
  onProgress: LinkRequest['onProgress'];
  onLog?: LinkRequest['onLog'];
  /** Answers requests of the child during this one. */
  questions: LinkRequest['questions'];
  /** The task whose result it waits for, if any. */
  taskId?: string | undefined;
  /** Milliseconds on the clock at which it times out. */
  until: number;
  resolve(answer: LinkAnswer): void;
  reject(why: unknown): void;
}

/** The requests of one child. */
export interface WaitingRequests {
  readonly size: number;
  add(request: WaitingRequest): void;
  /** Passes on which pages users have finished, between requests; returns the function that ends this. */
  hear(questions: Questions): () => void;
  /** Reads one message of the child; the depth of a short message need not be checked. */
  take(message: JsonValue, characters?: number): void;
  /** The child has ended. */
  endAll(why: Failure): void;
}

/** Dependencies of the tracker. */
export interface WaitingPorts {
  elapsed: () => number;
  /** True when the child may have the roots of the client that it asks. */
  passesRoots: boolean;
  send: (message: JsonObject) => void;
  /** Called when the child reports a changed list. */
  onListChanged: () => void;
  /** Called with messages about watched resources. */
  watched: Pick<WatchedResources, 'updated' | 'acknowledged' | 'answered'>;
  /** Called when it sends messages forever and no response. */
  onBabble: () => void;
}

/** Maximum number of messages between two responses within this many milliseconds; beyond it the child is killed. */
const maxBeside = { messages: 100_000, ms: 1000 };

/** Creates the tracker of one child. */
export function createWaitingRequests(ports: WaitingPorts): WaitingRequests {
  // Few at a time, so an unordered list; the tables that a map outgrows would keep every request alive until the next
  // major collection.
  const waiting: WaitingRequest[] = [];
  const hearing = new Set<Questions>();
  const flood = createFloodGuard(ports.elapsed);
  let timer: NodeJS.Timeout | undefined;
  const requestOf = (id: JsonValue | undefined) => waiting.find((request) => request.id === id);
  const leave = (request: WaitingRequest): boolean => {
    const place = waiting.indexOf(request);
    const last = waiting.at(-1);
    if (place < 0 || last === undefined) return false;
    waiting[place] = last;
    waiting.pop();
    return true;
  };
  const giveUp = (request: WaitingRequest, why: Failure) => {
    if (!leave(request)) return;
    ports.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: request.id } });
    request.reject(why);
  };
  const look = () => {
    // Not with the last response: mostly another request follows, and starting a timer costs more than one check.
    if (waiting.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const now = ports.elapsed();
    for (const request of [...waiting]) {
      // The child waits for the client.
      if (request.questions?.isAsking() === true) request.until += pollEveryMs;
      if (hasLeft(request.cancellation)) giveUp(request, new Failure('CANCELLED'));
      else if (now >= request.until) giveUp(request, new Failure('UPSTREAM_TIMEOUT'));
    }
  };
  return {
    get size() {
      return waiting.length;
    },
    add(request) {
      waiting.push(request);
      timer ??= setInterval(look, pollEveryMs).unref();
    },
    hear(questions) {
      hearing.add(questions);
      return () => hearing.delete(questions);
    },
    take(value, characters = Number.POSITIVE_INFINITY) {
      const message = readRpc(value);
      const asked = message.kind === 'response' ? requestOf(message.id) : undefined;
      if (message.kind === 'response' && asked !== undefined) {
        flood.reset();
        leave(asked);
        settle(asked, message, { value, characters });
        return;
      }
      if (flood.count()) ports.onBabble();
      else if (message.kind === 'request') answerChild(waiting, ports, message);
      else if (message.kind === 'notification') notice(message.method, message.params);
      else if (message.kind === 'response' && message.id !== undefined) ports.watched.answered(message.id, message);
    },
    endAll(why) {
      for (const request of waiting.splice(0)) request.reject(why);
    },
  };

  function notice(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') requestOf(params.progressToken)?.onProgress?.(params);
    else if (method === 'notifications/message') passLog(waiting, params);
    else if (method === 'notifications/elicitation/complete') passFinished(waiting, hearing, params);
    else passChange(ports, method, params);
  }
}

/** A request of the child that concerns no known client is refused, and so are the calls that it may be about. */
function answerChild(
  waiting: readonly WaitingRequest[],
  { passesRoots, send }: WaitingPorts,
  message: Parameters<typeof answerServer>[0],
): void {
  const refusesRoots = message.method === 'roots/list' && !passesRoots;
  const asked = refusesRoots ? undefined : askedClient(waiting, message.params);
  if (asked === undefined && message.method !== 'ping') {
    for (const { questions } of waiting) questions?.refuse(refusesRoots ? noRoots : severalCalls);
  }
  const reply = answerServer(message, asked);
  if (reply instanceof Promise) reply.then(send);
  else send(reply);
}

/** A user has finished at a page. */
function passFinished(waiting: readonly WaitingRequest[], hearing: Iterable<Questions>, params: JsonObject): void {
  const asked = new Set([...hearing, ...waiting.flatMap(({ questions }) => questions ?? [])]);
  for (const questions of asked) questions.completed(params.elicitationId);
}

function passChange({ watched, onListChanged }: WaitingPorts, method: string, params: JsonObject): void {
  if (method === 'notifications/resources/updated') watched.updated(params.uri);
  else if (method === acknowledgment) watched.acknowledged(metaOf(params)[subscriptionId]);
  else if (isListChange(method)) onListChanged();
}

/** Counts messages between responses. */
function createFloodGuard(elapsed: () => number) {
  let count = 0;
  let since = elapsed();
  return {
    reset() {
      count = 0;
    },
    /** True when too many came too fast; over a longer time they are allowed: updates need no responses between them. */
    count(): boolean {
      count += 1;
      if (count <= maxBeside.messages) return false;
      const now = elapsed();
      const isFast = now - since < maxBeside.ms;
      count = 0;
      since = now;
      return isFast;
    },
  };
}

/** A log message names no call: it is passed on while the running calls are those of one client, to the latest one. */
function passLog(waiting: readonly WaitingRequest[], params: JsonObject): void {
  if (waiting.every(({ onLog }) => onLog === undefined)) return;
  const client = askedClient(waiting, params);
  if (client !== undefined) waiting.find(({ questions }) => questions === client)?.onLog?.(params);
}

/** Whom a request of a child concerns: the client of the task that it names, or of all calls. */
function askedClient(waiting: readonly WaitingRequest[], params: JsonObject): LinkRequest['questions'] {
  const taskId = relatedTask(params);
  if (taskId !== undefined) return waiting.find((each) => each.taskId === taskId)?.questions;
  return askedOf([...waiting].sort((one, other) => one.id - other.id).flatMap(({ questions }) => questions ?? []));
}

/** Servers apply the roots of a client to every call, and this one serves all callers. */
const noRoots =
  'The service asked the client for its roots; a server over stdio, which serves all callers, gets them only if the operator sets mcp.stdioRoots to forward.';

/** The notification that an open request was accepted, and the member that names the request. */
const acknowledgment = 'notifications/subscriptions/acknowledged';
const subscriptionId = 'io.modelcontextprotocol/subscriptionId';

function metaOf({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? meta : {};
}

function relatedTask(params: JsonObject): string | undefined {
  const related = metaOf(params)['io.modelcontextprotocol/related-task'];
  return isJsonObject(related) && typeof related.taskId === 'string' ? related.taskId : undefined;
}

interface Arrived {
  value: JsonValue;
  characters: number;
}

function settle(asked: WaitingRequest, message: Parameters<typeof answerOf>[0], { value, characters }: Arrived): void {
  try {
    requireShape(value, characters);
    asked.resolve(answerOf(message));
  } catch (thrown) {
    asked.reject(thrown);
  }
}
