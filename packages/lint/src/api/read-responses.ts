/** Responses of an operation with headers, content and JSON schema. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Placed, ResponseView } from './api.js';
import type { SchemaWalk } from './schema-walk.js';

/** True for `application/json` and every `+json` type. */
export function isJsonType(type: string): boolean {
  return /^(?:application\/json|[\w.-]+\/[\w.+-]+\+json|\*\/\*)\s*(?:;|$)/i.test(type);
}

/** The media types of a body with their objects. */
export function readContent(walk: SchemaWalk, body: Placed): (Placed & { type: string })[] {
  const { content } = body.value;
  if (!isJsonObject(content)) return [];
  return Object.entries(content).flatMap(([type, value]) => {
    const placed = walk.follow({ value, pointer: childPointer(`${body.pointer}/content`, type) });
    return placed === undefined ? [] : [{ value: placed.value, pointer: placed.pointer, type }];
  });
}

/** Reads the responses in document order. */
export function readResponses(
  walk: SchemaWalk,
  operation: JsonObject,
  { pointer, known }: { pointer: string; known: Map<string, ResponseView> },
): ResponseView[] {
  if (!isJsonObject(operation.responses)) return [];
  return Object.entries(operation.responses).flatMap(([status, value]) => {
    const at = childPointer(`${pointer}/responses`, status);
    const placed = walk.follow({ value, pointer: at });
    if (placed === undefined) return [leaveUnread(at, status)];
    // Hundreds of operations share a few responses.
    const key = `${status} ${placed.pointer}`;
    const view = known.get(key) ?? readResponse(walk, placed, status);
    known.set(key, view);
    return [view];
  });
}

/** A response in a document that was not provided: it exists, and nothing else is known about it. */
function leaveUnread(pointer: string, status: string): ResponseView {
  return { value: {}, pointer, status, headers: [], content: [], schema: undefined, description: '', unread: true };
}

function readResponse(walk: SchemaWalk, placed: Placed, status: string): ResponseView {
  const content = readContent(walk, placed);
  const json = content.find(({ type }) => isJsonType(type));
  const schema = json === undefined ? undefined : walk.node(json.value.schema, `${json.pointer}/schema`);
  const { headers, description } = placed.value;
  return {
    value: placed.value,
    pointer: placed.pointer,
    status,
    headers: isJsonObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : [],
    content,
    schema,
    description: typeof description === 'string' ? description : undefined,
    unread: undefined,
  };
}
