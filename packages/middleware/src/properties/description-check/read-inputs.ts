/** Collects the inputs of a request in the one object that its operation describes, including undescribed parts. */
import {
  type FieldError,
  type HttpParameter,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nearestName,
} from '@dragoman/model';
import type { DescribedOperation } from '../../calls/described-routes.js';

/** The parts of a request. */
export interface RequestParts {
  variables: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed body; undefined when there is none. */
  body: JsonValue | undefined;
}

/** The object, and the errors. */
export interface ReadInputs {
  value: JsonObject;
  problems: FieldError[];
}

/** Reads the inputs of an operation from a request. Cookies belong to the host and are ignored. */
export function readInputs(operation: DescribedOperation, parts: RequestParts): ReadInputs {
  const entries: [string, JsonValue][] = [];
  for (const [input, parameter] of Object.entries(operation.binding.parameters)) {
    const texts = textsOf(parameter, parameter.name ?? input, parts);
    if (texts !== undefined) entries.push([input, toValue(texts, operation.inputs[input], operation, parameter)]);
  }
  const body = readBody(operation, parts.body);
  const value = Object.fromEntries([...entries, ...Object.entries(body.value)]);
  return { value, problems: [...unknownParameters(operation, parts.query), ...body.problems] };
}

function textsOf({ in: place }: HttpParameter, name: string, parts: RequestParts): string[] | undefined {
  if (place === 'path') return single(decodeSegment(parts.variables[name]));
  if (place === 'header') return single(parts.headers.get(name) ?? undefined);
  return place === 'query' && parts.query.has(name) ? parts.query.getAll(name) : undefined;
}

function single(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : [text];
}

function decodeSegment(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Converts texts to the types of the schema; an invalid value stays a text, so that the schema check reports it. */
function toValue(
  texts: readonly string[],
  schema: JsonValue | undefined,
  operation: DescribedOperation,
  { explode = true }: HttpParameter,
): JsonValue {
  const { type, items } = resolve(schema, operation);
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('array')) {
    const each = explode ? texts : texts.flatMap((text) => text.split(','));
    return each.map((text) => toScalar(text, resolve(items, operation).type));
  }
  const [text = ''] = texts;
  return texts.length === 1 ? toScalar(text, type) : [...texts];
}

function toScalar(text: string, type: JsonValue | undefined): JsonValue {
  const types = Array.isArray(type) ? type : [type];
  if ((types.includes('integer') || types.includes('number')) && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) {
    return Number(text);
  }
  return types.includes('boolean') && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function resolve(schema: JsonValue | undefined, { definitions }: DescribedOperation): JsonObject {
  if (!isJsonObject(schema)) return {};
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace(/^#\/\$defs\//, '') : undefined;
  const found = name === undefined ? schema : definitions[name];
  return isJsonObject(found) ? found : {};
}

/** Ignoring a misspelled filter would return everything instead of the intended items. */
function unknownParameters({ binding }: DescribedOperation, query: URLSearchParams): FieldError[] {
  const known = Object.entries(binding.parameters).flatMap(([input, { in: place, name = input }]) =>
    place === 'query' ? [name] : [],
  );
  const names = [...new Set(query.keys())].filter((name) => !known.includes(name));
  return names.slice(0, 50).map((name) => {
    const near = nearestName(name, known);
    const hint = near === undefined ? '' : `; did you mean '${near}'?`;
    return {
      field: name.slice(0, 100),
      code: 'request/unknown-parameter',
      detail: `unknown parameter${hint}`,
    };
  });
}

/** Body members under their input names; one that belongs to another place is unknown here. */
function readBody({ binding }: DescribedOperation, body: JsonValue | undefined): ReadInputs {
  if (binding.body === undefined || body === undefined) return { value: {}, problems: [] };
  if (binding.body.whole !== undefined) return { value: { [binding.body.whole]: body }, problems: [] };
  if (!isJsonObject(body)) {
    return {
      value: {},
      problems: [{ field: '', pointer: '', code: 'input/type', detail: 'the body must be an object' }],
    };
  }
  const inputs = new Map(
    Object.entries(binding.parameters).flatMap(([input, { in: place, name = input }]) =>
      place === 'body' ? [[name, input] as const] : [],
    ),
  );
  const members = Object.entries(body).map(([name, value]) => ({ name, input: inputs.get(name) ?? name, value }));
  const misplaced = members.filter(({ name, input }) => !inputs.has(name) && Object.hasOwn(binding.parameters, input));
  const problems = misplaced.map(({ name }) => ({
    field: name.slice(0, 100),
    code: 'input/additionalProperties',
    detail: 'not allowed in the body',
  }));
  const own = members.filter((member) => !misplaced.includes(member));
  return { value: Object.fromEntries(own.map(({ input, value }) => [input, value])), problems };
}
