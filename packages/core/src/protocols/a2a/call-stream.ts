/**
 * An agent's stream of events → the pieces that callers get: one event of JSON for everything that the agent adds. What
 * the protocol wraps around it stays here; a task that fails in the middle is told as an error.
 */
import type { A2aBinding, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Call, StreamOutcome } from '../../gateway/call.js';
import { passOnHeaders } from '../../gateway/read-answer.js';
import { eventStreamType, relayStream } from '../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../gateway/upstream.js';
import { readEvents } from '../../transport/event-stream.js';
import type { PartContent } from './message-parts.js';
import { readParts } from './message-parts.js';
import { memberOf, taskWord } from './wire.js';

/** Largest stream that is passed on, in bytes. */
const mostBytes = 100_000_000;

/** The stream of a call, in this project's words. */
export function relayEvents(binding: A2aBinding, response: UpstreamResponse, call: Call): StreamOutcome {
  const body = toStream(pieces(binding, response));
  const relayed = relayStream({ ...response, body, mediaType: eventStreamType }, call);
  return {
    kind: 'stream',
    status: 200,
    mediaType: eventStreamType,
    headers: passOnHeaders(response.headers),
    ...relayed,
  };
}

function toStream(texts: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(`data: ${value}\n\n`));
      },
      async cancel() {
        await texts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* pieces(binding: A2aBinding, response: UpstreamResponse): AsyncGenerator<string, void, undefined> {
  for await (const text of readEvents(response.body, { bytes: mostBytes })) {
    const piece = readEvent(binding, parse(text));
    if (piece !== undefined) yield JSON.stringify(piece);
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new Failure('UPSTREAM_ERROR', { message: 'The agent streamed an event that is no JSON.', cause });
  }
}

/** What one event adds; undefined when it adds nothing that a caller would read. */
function readEvent({ transport, structured }: A2aBinding, event: JsonValue): JsonValue | undefined {
  const wrapped = isJsonObject(event) ? event : {};
  const error = memberOf(wrapped, 'error');
  if (isJsonObject(error)) {
    throw new Failure('UPSTREAM_ERROR', { message: `The agent broke off: ${String(error.message).slice(0, 500)}` });
  }
  const result = transport === 'HTTP+JSON' ? wrapped : memberOf(wrapped, 'result');
  if (!isJsonObject(result)) return undefined;
  const { content, state } = contentOf(result);
  if (state === 'failed' || state === 'rejected' || state === 'canceled') {
    throw new Failure('UPSTREAM_ERROR', { message: content.text?.slice(0, 500) ?? `The task ended as '${state}'.` });
  }
  if (structured === true) return content.data[0] ?? content.text;
  const { text, data, files } = content;
  if (text === undefined && data.length + files.length === 0) return undefined;
  return {
    ...(text === undefined ? {} : { text }),
    ...(data.length === 0 ? {} : { data }),
    ...(files.length === 0 ? {} : { files }),
    ...(state === undefined ? {} : { state }),
  };
}

/** Events of both revisions: a message, a task, a new state, a piece of an artifact. */
function contentOf(result: JsonObject): { content: PartContent; state?: ReturnType<typeof taskWord> } {
  const { kind } = result;
  const update = pick(result, 'statusUpdate', kind === 'status-update') ?? pick(result, 'task', kind === 'task');
  const piece = pick(result, 'artifactUpdate', kind === 'artifact-update');
  const message = pick(result, 'message', kind === 'message');
  const artifact = piece === undefined ? undefined : memberOf(piece, 'artifact');
  if (isJsonObject(artifact)) return { content: readParts(artifact.parts) };
  if (message !== undefined) return { content: readParts(message.parts) };
  const status = update === undefined ? undefined : memberOf(update, 'status');
  if (!isJsonObject(status)) return { content: { data: [], files: [] } };
  const said = isJsonObject(status.message) ? status.message.parts : undefined;
  const state = taskWord(status.state);
  return { content: readParts(said), ...(state === undefined ? {} : { state }) };
}

function pick(result: JsonObject, name: string, isIt: boolean): JsonObject | undefined {
  const member = memberOf(result, name);
  if (isJsonObject(member)) return member;
  return isIt ? result : undefined;
}
