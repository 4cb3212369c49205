/**
 * Bodies that differ: another resource of the same kind, or a change of a resource. A body without any member changes
 * nothing, so that nothing could be observed.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../api/api.js';
import { enumOf, isType } from '../api/schema-facts.js';
import type { Call } from './call.js';
import { sampleValue } from './sample-value.js';

const ownNames = ['id', 'slug', 'key'];
const textNames = ['name', 'title', 'label', 'subject', 'description', 'note', 'notes', 'comment'];
const ranked = [...ownNames, 'email', ...textNames];

/**
 * Another resource of the same kind: a free-text member is changed, preferably a name. A change of a resource without
 * such a member gets another one, whose value differs from that of the current state.
 */
export function varyBody(api: Api, call: Call, token: string, current?: JsonValue): Call {
  if (!isJsonObject(call.body) || call.operation.input === undefined) return call;
  const body: JsonObject = call.body;
  const properties = api.properties(call.operation.input);
  const fixed = onItem(call);
  const free = Object.keys(body).filter(
    (name) => typeof body[name] === 'string' && fixed[name] === undefined && isFree(properties.get(name)?.schema),
  );
  const own = free.filter((name) => ownNames.includes(name));
  const [chosen] = [...free].sort((one, other) => rank(ranked, one) - rank(ranked, other));
  const changed = own.length > 0 ? own : chosen === undefined ? [] : [chosen];
  const members = changed.map((name) => [name, withToken(String(body[name]), token, properties.get(name))] as const);
  const more = changed.length > 0 ? {} : furtherMember(api, call, { token, current, fixed });
  return { ...call, body: { ...body, ...fixed, ...Object.fromEntries(members), ...more } };
}

/** True for a change that would not change anything. */
export function isEmptyChange({ operation, body }: Call): boolean {
  return operation.method === 'patch' && isJsonObject(body) && Object.keys(body).length === 0;
}

function withToken(text: string, token: string, node: SchemaNode | undefined): string {
  const most = node?.schema.maxLength;
  const long = `${text}-${token}`;
  return typeof most === 'number' && long.length > most ? token.slice(0, most) : long;
}

interface Further {
  token: string;
  current: JsonValue | undefined;
  fixed: JsonObject;
}

/** An optional member with another value; a new resource gets only a text with a usual name. */
function furtherMember(api: Api, { operation, body }: Call, { token, current, fixed }: Further): JsonObject {
  if (operation.input === undefined || !isJsonObject(body)) return {};
  const isNew = operation.method === 'post';
  const candidates = [...api.properties(operation.input)]
    .filter(([name, { schema }]) => fixed[name] === undefined && schema.readOnly !== true && !ownNames.includes(name))
    .filter(([name]) => (isNew ? textNames.includes(name) && !Object.hasOwn(body, name) : true))
    .sort(([one], [other]) => rank(textNames, one) - rank(textNames, other));
  const known = isJsonObject(current) ? current : {};
  for (const test of [isText, isChoice, isAmount]) {
    for (const [name, node] of candidates.filter(([, { schema }]) => test(schema))) {
      const value = otherValue(api, node, { token, known: known[name] ?? body[name] });
      if (value !== undefined) return { [name]: value };
    }
    if (isNew) break;
  }
  return {};
}

const isText = (schema: JsonObject) => isType(schema, 'string') && isFree(schema) && schema.pattern === undefined;
const isChoice = (schema: JsonObject) => isType(schema, 'boolean') || enumOf(schema) !== undefined;
const isAmount = (schema: JsonObject) => isType(schema, 'integer') || isType(schema, 'number');

function otherValue(
  { follow }: Api,
  node: SchemaNode,
  { token, known }: { token: string; known: JsonValue | undefined },
): JsonValue | undefined {
  const { schema } = node;
  if (isText(schema)) return withToken(String(sampleValue(schema, follow) ?? 'probe'), token, node);
  const values = enumOf(schema) ?? (isType(schema, 'boolean') ? [true, false] : undefined);
  if (values !== undefined) return (values as readonly JsonValue[]).find((each) => each !== known && each !== null);
  const value = sampleValue(schema, follow);
  if (typeof value !== 'number' || value !== known) return value;
  const next = value + (typeof schema.multipleOf === 'number' ? schema.multipleOf : 1);
  return typeof schema.maximum === 'number' && next > schema.maximum ? undefined : next;
}

/** Members that must match the URL of the changed resource. */
function onItem({ operation, path, body }: Call): JsonObject {
  const name = /\{([^{}]+)\}\/?$/.exec(operation.path)?.[1];
  const id = name === undefined ? undefined : path[name];
  if (name === undefined || id === undefined || !isJsonObject(body)) return {};
  return Object.fromEntries(['id', name].filter((each) => Object.hasOwn(body, each)).map((each) => [each, id]));
}

function rank(names: readonly string[], name: string): number {
  const at = names.indexOf(name);
  return at === -1 ? names.length : at;
}

function isFree(schema: JsonObject | undefined): boolean {
  return schema === undefined || ['enum', 'const', 'format'].every((keyword) => schema[keyword] === undefined);
}
