/** Runs properties around a Node request: the common part of all Node adapters. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { withHeaders } from '../calls/answer.js';
import { answerFailure } from '../calls/answer-failure.js';
import { attachCall, type CallContext, createCall, findCall } from '../calls/call-context.js';
import { composeAll, type Handle, type Property } from '../calls/property.js';
import { CapturedResponse } from './captured-response.js';
import { createBodyReader, isUnread } from './node-body.js';
import { toWebRequest } from './node-request.js';

/** A Node request with the facts from its framework. */
export interface NodeExchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  caller?: string | undefined;
  /** IP address of the request. */
  addressOf(): string | undefined;
}

/** How the framework continues after the properties. */
export interface GoOn {
  /** Runs the handler; its exceptions and rejections are the handler's failure. */
  run(): unknown;
  /** Called when a property answers instead of the handler. */
  captureOutput?(): void;
}

/** Answers one request; rejects with errors that neither a property nor the framework has answered. */
export type RunProperties = (exchange: NodeExchange, goOn: GoOn) => Promise<void>;

const captures = Symbol('captured responses');

/** Creates the function that runs these properties, the first outermost. */
export function createRunProperties(properties: readonly Property[]): RunProperties {
  const handler = Symbol('handler');
  const chain = composeAll(properties)((_, call) => (call.values.get(handler) as () => Promise<Response>)());
  return (exchange, goOn) => {
    const { incoming, response } = exchange;
    const captured = new CapturedResponse(response);
    const call = joinCall(exchange, captured);
    let hasRun = false;
    call.values.set(handler, () => {
      if (hasRun) throw new Error('A property ran the handler twice');
      hasRun = true;
      runHandler(captured, goOn);
      return captured.answered;
    });
    const request = toWebRequest({ incoming, response, readBody: call.readBody });
    return settle(chain, { request, call, captured }, async (answer) => {
      if (!hasRun) goOn.captureOutput?.();
      await captured.send(hasRun || !isUnread(incoming) ? answer : withHeaders(answer, { connection: 'close' }));
    });
  };
}

/** Reports an error of the handler to the properties of the request; false if none of them is waiting. */
export function failHandler(host: object, thrown: unknown): boolean {
  const captured = capturesOf(host)?.at(-1);
  captured?.fail(thrown);
  return captured !== undefined;
}

/** The same when the framework answers errors; its response is used unless a property has a better one. */
export function noteThrown(host: object, thrown: unknown): void {
  for (const captured of capturesOf(host) ?? []) captured.note(thrown);
}

interface Run {
  request: Request;
  call: CallContext;
  captured: CapturedResponse;
}

async function settle(chain: Handle, { request, call, captured }: Run, send: (answer: Response) => Promise<void>) {
  try {
    await send(await chain(request, call));
  } catch (thrown) {
    const answer = answerFailure(thrown, request, call) ?? captured.own;
    if (answer !== undefined) return await send(answer);
    captured.release();
    throw thrown;
  } finally {
    capturesOf(call)?.pop();
    captured.detach();
  }
}

/** Properties in several places of one application share the facts about a call. */
function joinCall({ incoming, caller, addressOf }: NodeExchange, captured: CapturedResponse): CallContext {
  const outer = findCall(incoming);
  const call = outer ?? createCall({ caller, addressOf, readBody: createBodyReader(incoming) });
  if (outer === undefined) attachCall(incoming, call);
  const others = call.values.get(captures) as CapturedResponse[] | undefined;
  if (others === undefined) call.values.set(captures, [captured]);
  else others.push(captured);
  return call;
}

function capturesOf(host: object): CapturedResponse[] | undefined {
  return findCall(host)?.values.get(captures) as CapturedResponse[] | undefined;
}

async function runHandler(captured: CapturedResponse, goOn: GoOn): Promise<void> {
  try {
    await goOn.run();
  } catch (thrown) {
    captured.fail(thrown);
  }
}
