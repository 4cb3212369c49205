/**
 * Reads the messages that a service sends by itself: `webhooks` of the document (also `x-webhooks`), and `callbacks` of
 * its operations, whose address an input of the operation names.
 */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonSchema, Operation, Webhook } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import { count, type OpenApiDocument } from './document.js';
import type { ListedOperation } from './list-operations.js';
import type { MakeSchema } from './make-schemas.js';
import { chooseMediaType, isForm, isJson } from './read-body.js';
import type { Placed } from './references.js';
import { member, methods, openApiLimits, textOf } from './wire.js';

/** Operations with their places in the document, and the factory of their schemas. */
export interface WebhookSurroundings {
  listed: readonly ListedOperation[];
  /** Read from `listed`, in the same order. */
  operations: readonly Operation[];
  make: MakeSchema;
}

/** Reads all webhooks; those beyond the limit are counted and reported. */
export function readWebhooks(document: OpenApiDocument, surroundings: WebhookSurroundings): Webhook[] {
  const named = Object.hasOwn(document.root, 'webhooks') ? 'webhooks' : 'x-webhooks';
  const making = { make: surroundings.make, room: { left: openApiLimits.webhooks } };
  const declared = readItems(document, { value: member(document.root, named) ?? {}, pointer: `/${named}` }, making);
  const callbacks = surroundings.listed.flatMap((listed, at) => {
    const operation = surroundings.operations[at];
    return operation === undefined ? [] : readCallbacks(document, { listed, operation }, making);
  });
  const all = unique([...declared, ...callbacks]);
  const kept = all.slice(0, openApiLimits.webhooks);
  if (all.length > kept.length) {
    document.findings.report('openapi/webhooks-left-out', `/${named}`, {
      count: all.length - kept.length,
      limit: openApiLimits.webhooks,
    });
  }
  return kept;
}

interface Making {
  make: MakeSchema;
  /** How many more are kept; the payload of others is not read. */
  room: { left: number };
}

/** Path items by name: each of their methods is one message. */
function readItems(document: OpenApiDocument, { value, pointer }: Placed, making: Making): Webhook[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    if (name.startsWith('x-')) return [];
    return readItem(document, { value: item, pointer: childPointer(pointer, name) }, { ...making, name });
  });
}

function readItem(document: OpenApiDocument, placed: Placed, making: Making & { name: string }): Webhook[] {
  const item = document.references.object(placed, 'a path item');
  if (item === undefined) return [];
  return methods.flatMap((method) => {
    const value = member(item.value, method);
    if (value === undefined) return [];
    const operation = document.references.object(
      { value, pointer: childPointer(item.pointer, method) },
      'an operation',
    );
    return operation === undefined ? [] : [readMessage(document, operation, { ...making, method })];
  });
}

function readMessage(
  document: OpenApiDocument,
  { value, pointer }: Placed<JsonObject>,
  { name, method, make, room }: Making & { name: string; method: string },
): Webhook {
  room.left -= 1;
  const [summary, description] = [textOf(member(value, 'summary'), 500), textOf(member(value, 'description'))];
  return {
    name: textOf(name, openApiLimits.webhookName) ?? method,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    method: method.toUpperCase(),
    ...(room.left < 0
      ? { payload: true }
      : readPayload(document, { value: member(value, 'requestBody') ?? {}, pointer: `${pointer}/requestBody` }, make)),
  };
}

function readPayload(
  document: OpenApiDocument,
  placed: Placed,
  make: MakeSchema,
): Pick<Webhook, 'mediaType' | 'payload'> {
  const body = document.references.object(placed, 'a request body');
  const content = body === undefined ? undefined : member(body.value, 'content');
  const types = isJsonObject(content) ? Object.keys(content).filter((type) => isJsonObject(content[type])) : [];
  const chosen = chooseMediaType(types);
  if (body === undefined || !isJsonObject(content) || chosen === undefined) return { payload: true };
  const mediaType = /^(\*|application)\/\*$/.test(chosen) ? 'application/json' : chosen.slice(0, 100);
  const media = content[chosen];
  const schema = isJsonObject(media) ? member(media, 'schema') : undefined;
  // Other messages are kept as text, which has no members to validate.
  if (schema === undefined || !(isJson(chosen) || isForm(chosen))) return { mediaType, payload: true };
  const pointer = `${childPointer(`${body.pointer}/content`, chosen)}/schema`;
  const {
    schema: made,
    found,
    abridged,
  } = make(document.translator.translate({ value: schema, pointer }, 'output'), 'output');
  if (abridged) count(document, 'abridged-output');
  return { mediaType, payload: hasErrors(found) ? refuse(document, pointer) : made };
}

/** A schema that the validator would reject would make every message invalid. */
function refuse({ findings }: OpenApiDocument, pointer: string): JsonSchema {
  findings.report('openapi/webhook-schema-refused', pointer);
  return true;
}

function readCallbacks(
  document: OpenApiDocument,
  { listed, operation }: { listed: ListedOperation; operation: Operation },
  making: Making,
): Webhook[] {
  const callbacks = member(listed.operation.value, 'callbacks');
  if (!isJsonObject(callbacks)) return [];
  return Object.entries(callbacks).flatMap(([name, value]) => {
    const pointer = childPointer(`${listed.operation.pointer}/callbacks`, name);
    const callback = document.references.object({ value, pointer }, 'a callback');
    if (callback === undefined || name.startsWith('x-')) return [];
    return Object.entries(callback.value).flatMap(([expression, item]) => {
      if (expression.startsWith('x-')) return [];
      const placed = { value: item, pointer: childPointer(callback.pointer, expression) };
      const input = addressInput(operation, expression);
      const registeredBy = { operation: operation.name, ...(input === undefined ? {} : { input }) };
      const messages = readItem(document, placed, { ...making, name: `${operation.name}.${name}` });
      return messages.map((message) => ({ ...message, registeredBy }));
    });
  });
}

/** The input of an operation that a runtime expression names as the address; undefined when it names another value. */
function addressInput({ binding }: Operation, expression: string): string | undefined {
  const [, kind, name] = /^\{?\$request\.(?:(query|header|path)\.|body#\/)([^/{}]+)\}?$/.exec(expression) ?? [];
  if (name === undefined || binding.kind !== 'http') return undefined;
  const place = kind ?? 'body';
  const found = Object.entries(binding.parameters).find(
    ([input, parameter]) => parameter.in === place && (parameter.name ?? input) === name,
  );
  return found?.[0];
}

/** Two messages of the same name are distinguished by their methods, then by numbers. */
function unique(webhooks: readonly Webhook[]): Webhook[] {
  const taken = new Set<string>();
  return webhooks.map((webhook) => {
    const { name, method } = webhook;
    let free = taken.has(name) ? `${name}.${method.toLowerCase()}` : name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}.${number}`;
    taken.add(free);
    return { ...webhook, name: free };
  });
}
