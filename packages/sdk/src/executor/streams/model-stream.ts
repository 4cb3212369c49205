/**
 * The common interface of streamed responses. A reader passes on what the model says as it arrives and returns the whole
 * response; a stream that breaks off is an error, because its calls may be incomplete.
 */
import { isJsonObject } from '@dragoman/model';
import { clientError } from '../../dragoman-error.js';
import { errorText, isStream, refusal } from '../refuse-response.js';
import type { ShapeName } from '../shapes/index.js';

/** A part of the model's text or reasoning. */
export interface ModelDelta {
  type: 'text' | 'reasoning';
  text: string;
}

/** What a model has said in a stream. */
export interface StreamedResponse<Own> {
  /** The model's own messages or items, to append to the conversation before the replies. */
  own: Own[];
  /** The response as `readCalls` of the shape reads it. */
  response: unknown;
}

/** Reads the stream of one API. */
export type ReadStream<Own> = (stream: unknown) => AsyncGenerator<ModelDelta, StreamedResponse<Own>>;

/** An event of a stream. */
export type StreamEvent = Record<string, unknown>;

/** Maximum number of events of one response. */
const mostEvents = 1_000_000;

/** Every event of a stream; throws for something else, and for an error event. */
export async function* eventsOf(shape: ShapeName, stream: unknown): AsyncGenerator<StreamEvent, void> {
  if (!isStream(stream))
    throw refusal(shape, 'session.stream takes the stream of an SDK; use session.run for a response.');
  let events = 0;
  for await (const event of stream as AsyncIterable<unknown>) {
    events += 1;
    if (events > mostEvents) throw broken(`it has more than ${mostEvents} events`);
    // Events of other types may have an error of a single call.
    const isOther = isJsonObject(event) && typeof event.type === 'string' && event.type !== 'error';
    const error = isOther ? undefined : errorText(event);
    if (error !== undefined) throw broken(`the API reported an error, ${error}`);
    if (isJsonObject(event)) yield event;
  }
}

/** The error for a stream without an end; nothing of it was executed. */
export function broken(reason: string) {
  return clientError('INVALID_RESPONSE', {
    message: `The stream of the model cannot be used: ${reason}. Nothing was executed.`,
  });
}

/** Inputs that arrived as JSON text; the text itself when it is not JSON, which the executor reports to the model. */
export function parseInputs(json: string): unknown {
  try {
    return json === '' ? {} : (JSON.parse(json) as unknown);
  } catch {
    return json;
  }
}

/** Inputs as an API takes them back: it rejects a message of the model with inputs that are not an object. */
export function ownInputs(inputs: unknown): Record<string, unknown> {
  return isJsonObject(inputs) ? inputs : {};
}

/** The text of an event's member; empty when it is something else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The index of an event's member; 0 when there is none. */
export function indexOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
