/** One described operation that properties complete: parameters, headers, errors, results and metadata. */
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';
import type { DocumentParts } from './document-parts.js';
import { problemSchema } from './problem-schema.js';

/** A parameter that a property reads. */
export interface ParameterParts {
  name: string;
  in: 'header' | 'query';
  description: string;
  schema: JsonObject;
  required?: boolean;
}

/** A header that a property sends. */
export interface HeaderParts {
  description: string;
  schema: JsonObject;
}

/** JSON that a successful response contains. */
export interface ResultDraft {
  schema: JsonObject | undefined;
  example: JsonValue | undefined;
}

/** An operation that is being completed. */
export interface OperationDraft {
  readonly method: string;
  /** The operationId. */
  readonly id: string | undefined;
  /** A URL with the described path, for route patterns. */
  readonly url: string;
  readonly isRead: boolean;
  readonly isDeprecated: boolean;
  /** Statuses of the described responses. */
  readonly statuses: readonly string[];
  addParameter(parameter: ParameterParts): void;
  /** Adds headers to the described responses with a matching status. */
  addHeaders(status: RegExp, headers: Readonly<Record<string, HeaderParts>>): void;
  /** Adds a response that is no error. */
  addResponse(status: string, response: JsonObject): void;
  /** Adds JSON to a described response without a body. */
  addContent(status: string, create: (parts: DocumentParts) => JsonObject): void;
  /** Adds an error with the body of a problem; a described one gets the missing body and headers. */
  addProblem(status: string, description: string, headers?: Readonly<Record<string, HeaderParts>>): void;
  /** Changes schemas and examples of successful JSON responses. */
  changeResults(change: (result: ResultDraft, parts: DocumentParts) => Partial<ResultDraft>): void;
  /** Changes the schema of the JSON request body. */
  changeInput(change: (schema: JsonObject, parts: DocumentParts) => JsonObject): void;
  /** Adds members of the operation, such as `deprecated`. */
  addMember(name: string, value: JsonValue): void;
  /** Adds members of `x-agent`. */
  addMetadata(members: JsonObject): void;
}

/** Where the operation is in its document. */
export interface OperationPlace {
  method: string;
  path: string;
  operation: JsonObject;
  /** Parameters of the path. */
  inherited: readonly JsonValue[];
}

const problemMedia = 'application/problem+json';

/** Opens an operation for completion; changes are made in place. */
export function createOperationDraft(place: OperationPlace, parts: DocumentParts): OperationDraft {
  const { method, path, operation } = place;
  if (!isJsonObject(operation.responses)) operation.responses = {};
  const { responses } = operation;
  /** A copy of a shared response, so that other operations stay as they are. */
  const open = (status: string): JsonObject => {
    const own = { ...parts.resolve(responses[status]) };
    responses[status] = own;
    return own;
  };
  const addHeaders: OperationDraft['addHeaders'] = (status, headers) => {
    for (const each of Object.keys(responses).filter((key) => status.test(key))) {
      const described = parts.resolve(parts.resolve(responses[each]).headers);
      const missing = Object.entries(headers).filter(([name]) => !hasName(described, name));
      if (missing.length === 0) continue;
      open(each).headers = { ...described, ...shareHeaders(Object.fromEntries(missing), parts) };
    }
  };
  return {
    method,
    id: typeof operation.operationId === 'string' ? operation.operationId : undefined,
    url: `http://description${path}`,
    isRead: method === 'GET',
    isDeprecated: operation.deprecated === true,
    get statuses() {
      return Object.keys(responses);
    },
    addParameter: (parameter) => addParameter(place, parameter, parts),
    addHeaders,
    addResponse(status, response) {
      responses[status] ??= response;
    },
    addContent(status, create) {
      if (parts.resolve(responses[status]).content === undefined)
        open(status).content = { 'application/json': create(parts) };
    },
    addProblem(status, description, headers = {}) {
      responses[status] ??= parts.share('responses', `Problem${status}`, {
        description,
        ...(Object.keys(headers).length === 0 ? {} : { headers: shareHeaders(headers, parts) }),
        content: { [problemMedia]: { schema: problemSchema(parts) } },
      });
      addHeaders(new RegExp(`^${status}$`), headers);
      const { content } = parts.resolve(responses[status]);
      if (isJsonObject(content) && Object.keys(content).length > 0) return;
      open(status).content = { [problemMedia]: { schema: problemSchema(parts) } };
    },
    changeResults(change) {
      for (const status of Object.keys(responses).filter((key) => /^2/.test(key))) {
        const { content } = parts.resolve(responses[status]);
        if (isJsonObject(content)) open(status).content = changeContent(content, (result) => change(result, parts));
      }
    },
    changeInput(change) {
      const body = parts.resolve(operation.requestBody);
      if (!isJsonObject(body.content)) return;
      const content = Object.entries(body.content).map(([type, media]): [string, JsonValue] => {
        if (!isJsonType(type) || !isJsonObject(media) || !isJsonObject(media.schema)) return [type, media];
        return [type, { ...media, schema: change(media.schema, parts) }];
      });
      operation.requestBody = { ...body, content: Object.fromEntries(content) };
    },
    addMember(name, value) {
      operation[name] ??= value;
    },
    addMetadata(members) {
      const own = isJsonObject(operation['x-agent']) ? operation['x-agent'] : {};
      const merged = Object.entries(members).map(([name, value]): [string, JsonValue] => {
        const { [name]: given = value } = own;
        return [name, isJsonObject(value) && isJsonObject(given) ? { ...value, ...given } : given];
      });
      operation['x-agent'] = { ...own, ...Object.fromEntries(merged) };
    },
  };
}

/** The members of an object schema with more properties; schemas that are no objects stay as they are. */
export function extendSchema(schema: JsonObject, properties: JsonObject, parts: DocumentParts): JsonObject {
  const own = parts.resolve(schema);
  if (!isJsonObject(own.properties)) return schema;
  const { properties: described } = own;
  const missing = Object.entries(properties).filter(([name]) => !Object.hasOwn(described, name));
  return missing.length === 0 ? schema : { ...own, properties: { ...described, ...Object.fromEntries(missing) } };
}

function addParameter({ operation, inherited }: OperationPlace, given: ParameterParts, parts: DocumentParts): void {
  const own = Array.isArray(operation.parameters) ? operation.parameters : [];
  const described = [...own, ...inherited].map((each) => parts.resolve(each));
  const isSame = ({ name, in: place }: JsonObject) =>
    place === given.in &&
    (place === 'header' ? String(name).toLowerCase() === given.name.toLowerCase() : name === given.name);
  if (described.some(isSame)) return;
  operation.parameters = [...own, parts.share('parameters', componentName(given.name), { ...given })];
}

function shareHeaders(headers: Readonly<Record<string, HeaderParts>>, parts: DocumentParts): JsonObject {
  const shared = Object.entries(headers).map(([name, header]): [string, JsonObject] => [
    name,
    parts.share('headers', componentName(name), { ...header }),
  ]);
  return Object.fromEntries(shared);
}

function changeContent(content: JsonObject, change: (result: ResultDraft) => Partial<ResultDraft>): JsonObject {
  const changed = Object.entries(content).map(([type, media]): [string, JsonValue] => {
    if (!isJsonType(type) || !isJsonObject(media)) return [type, media];
    const schema = isJsonObject(media.schema) ? media.schema : undefined;
    const { examples, ...rest } = media;
    const { example, schema: newSchema } = change({ schema, example: media.example });
    return [
      type,
      {
        ...rest,
        ...(newSchema === undefined ? {} : { schema: newSchema }),
        ...(example === undefined ? {} : { example }),
        ...(isJsonObject(examples) ? { examples: changeExamples(examples, change) } : {}),
      },
    ];
  });
  return Object.fromEntries(changed);
}

function changeExamples(examples: JsonObject, change: (result: ResultDraft) => Partial<ResultDraft>): JsonObject {
  const changed = Object.entries(examples).map(([name, given]): [string, JsonValue] => {
    if (!isJsonObject(given) || given.value === undefined) return [name, given];
    const { example } = change({ schema: undefined, example: given.value });
    return [name, { ...given, value: example ?? given.value }];
  });
  return Object.fromEntries(changed);
}

function isJsonType(type: string): boolean {
  return /[/+]json\b/.test(type);
}

function hasName(headers: JsonObject, name: string): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase());
}

/** Component names allow no other characters. */
function componentName(name: string): string {
  return name.replace(/[^\w.-]/g, '_');
}
