/**
 * Refuses what is not a finished model response: a stream, a chunk, an error, or the response of another API. Reading no
 * calls from such a value would end the conversation as if the model were done.
 */
import { isJsonObject } from '@dragoman/model';
import type { DragomanError } from '../dragoman-error.js';
import { clientError } from '../dragoman-error.js';
import type { ShapeName } from './shapes/index.js';
import { shapes } from './shapes/index.js';

/** Maximum number of quoted characters. */
const longestQuote = 300;

/** Throws `INVALID_ARGUMENT` unless the value is a finished response of this API, or the message in it. */
export function requireResponse(shape: ShapeName, response: unknown): void {
  if (shapes[shape].accepts(response)) return;
  throw refusal(shape, `${describe(shape, response)} Nothing was executed.`);
}

/** The error for a value that is not what a method of the session takes. */
export function refusal(shape: ShapeName, message: string): DragomanError {
  return clientError('INVALID_ARGUMENT', { message: `Not a response for the shape ${shape}: ${message}` });
}

/** What an API reports instead of a response; undefined when the value is not an error. */
export function errorText(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const isThrown = (value as unknown) instanceof Error;
  const inner = isThrown ? value : (value.error ?? (value.type === 'error' ? value : undefined));
  if (inner === undefined || inner === null) return undefined;
  const text = isJsonObject(inner) ? (inner.message ?? inner.code ?? inner.type) : inner;
  return JSON.stringify(String(text).slice(0, longestQuote));
}

/** True for values that are read event by event. */
export function isStream(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Symbol.asyncIterator in value || 'getReader' in value) return true;
  return 'fullStream' in value || ('stream' in value && isStream(value.stream));
}

function describe(shape: ShapeName, response: unknown): string {
  const error = errorText(response);
  if (error !== undefined) return `it is an error, ${error}.`;
  if (!isJsonObject(response)) return `it is ${kindOf(response)}; pass the response of the model.`;
  if (isStream(response)) return 'it is a stream; pass it to session.stream instead.';
  if ('then' in response) return 'it is a promise; await it first.';
  const other = (Object.keys(shapes) as ShapeName[]).find((name) => name !== shape && shapes[name].accepts(response));
  if (other !== undefined) return `it is a response for the shape ${other}; use that shape.`;
  if (isChunk(response)) return 'it is one chunk of a stream; pass the whole stream to session.stream instead.';
  const reason = unfinished(response);
  if (reason !== undefined) return `the model did not finish it (${reason}).`;
  const members = Object.keys(response).slice(0, 8).join(', ').slice(0, longestQuote);
  return members === '' ? 'it is an empty object.' : `it is an object with the members ${members}.`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return value === undefined || value === null ? String(value) : `a ${typeof value}`;
}

/** Events of the streams of all supported APIs. */
function isChunk(value: Readonly<Record<string, unknown>>): boolean {
  const { object, type, choices } = value;
  const [choice] = Array.isArray(choices) ? (choices as unknown[]) : [];
  if (object === 'chat.completion.chunk' || (isJsonObject(choice) && 'delta' in choice)) return true;
  if (typeof type === 'string' && /^(response\.|message_|content_block_|text-delta|tool-)/.test(type)) return true;
  return ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop'].some((name) => name in value);
}

/** Why an API ended without an answer. */
function unfinished(value: Readonly<Record<string, unknown>>): string | undefined {
  const { status, candidates, promptFeedback } = value;
  const [candidate] = Array.isArray(candidates) ? (candidates as unknown[]) : [];
  const blocked = isJsonObject(promptFeedback) ? promptFeedback.blockReason : undefined;
  const reason = blocked ?? (isJsonObject(candidate) ? candidate.finishReason : undefined) ?? status;
  return typeof reason === 'string' ? JSON.stringify(reason.slice(0, longestQuote)) : undefined;
}
