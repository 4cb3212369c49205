/**
 * What the text of the specification excludes and neither its official schema nor the reader finds: rules about several
 * parts of a document, and about values that depend on each other.
 */
import { childPointer, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Findings } from '../findings.js';
import { targetOf } from '../swagger/conversion.js';
import type { OpenApiVersion } from '../wire.js';
import { member } from '../wire.js';
import { walkObjects } from './walk-objects.js';

interface Place {
  document: JsonObject;
  version: OpenApiVersion;
  /** Ids of the operations, with where they were first seen. */
  operations: ReadonlyMap<string, string>;
  pointer: string;
}

/** A violation: the member that is wrong, if it is one, and what is wrong. */
interface Fault {
  at?: string;
  fault: string;
}

type Rule = (object: JsonObject, place: Place) => Fault | undefined;

/** Reports what the text of the specification excludes. */
export function reportText(findings: Findings, document: JsonObject, version: OpenApiVersion): void {
  const operations = operationIds(document);
  const report = (pointer: string, { at, fault }: Fault) =>
    findings.report('openapi/specification-text', at === undefined ? pointer : `${pointer}/${at}`, { fault, version });
  const repeated = uniqueServers(document, { document, version, operations, pointer: '' });
  for (const fault of [...repeatedTags(document), ...(repeated === undefined ? [] : [repeated])]) report('', fault);
  walkObjects(document, (kind, object, pointer) => {
    for (const rule of rules[kind] ?? []) {
      const fault = rule(object, { document, version, operations, pointer });
      if (fault !== undefined) report(pointer, fault);
    }
  });
}

/** The tags of a document have different names. */
function repeatedTags({ tags }: JsonObject): Fault[] {
  const names = new Set<JsonValue>();
  return (Array.isArray(tags) ? tags : []).flatMap((tag, at) => {
    const name = isJsonObject(tag) ? tag.name : undefined;
    if (name === undefined) return [];
    const isRepeated = names.has(name);
    names.add(name);
    return isRepeated ? [{ at: `tags/${at}`, fault: `another tag has the name ${JSON.stringify(name)}` }] : [];
  });
}

function operationIds(document: JsonObject): Map<string, string> {
  const found = new Map<string, string>();
  walkObjects(document, (kind, { operationId }, pointer) => {
    if (kind === 'operation' && typeof operationId === 'string' && !found.has(operationId))
      found.set(operationId, pointer);
  });
  return found;
}

/** Ids of callbacks and webhooks are unique too; the reader compares those of the paths. */
const uniqueId: Rule = ({ operationId }, { operations, pointer }) => {
  const isMessage = /^\/(?:webhooks|components)\/|\/callbacks\//.test(pointer);
  const first = typeof operationId === 'string' ? operations.get(operationId) : undefined;
  return isMessage && first !== undefined && first !== pointer
    ? { at: 'operationId', fault: `the operationId ${JSON.stringify(operationId)} is also used by another operation` }
    : undefined;
};

/** Since 3.1 a description may consist of several documents, and a link may refer to another one. */
const knownTarget: Rule = ({ operationId, operationRef }, { document, version, operations }) => {
  if (version !== '3.0') return undefined;
  if (typeof operationId === 'string' && !operations.has(operationId))
    return { at: 'operationId', fault: `no operation has the operationId ${JSON.stringify(operationId)}` };
  const target = typeof operationRef === 'string' ? targetOf(operationRef) : undefined;
  return target !== undefined && getPointer(document, target) === undefined
    ? { at: 'operationRef', fault: `no operation is at ${JSON.stringify(operationRef)}` }
    : undefined;
};

/** Only OAuth and OpenID Connect have scopes; since 3.1 other schemes may name roles. */
const scopes: Rule = (requirement, { document, version }) => {
  if (version !== '2.0' && version !== '3.0') return undefined;
  const path = version === '2.0' ? '/securityDefinitions' : '/components/securitySchemes';
  for (const [name, list] of Object.entries(requirement)) {
    const type = member(resolved(document, getPointer(document, childPointer(path, name))), 'type');
    if (!Array.isArray(list) || list.length === 0 || type === undefined) continue;
    if (type !== 'oauth2' && type !== 'openIdConnect')
      return { fault: `the list of ${JSON.stringify(name)} must be empty: only OAuth and OpenID Connect have scopes` };
  }
  return undefined;
};

const tests: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isJsonObject,
};

/** Before 3.1 a default value has the type that is declared next to it. */
const typedDefault: Rule = ({ default: value, type, nullable, 'x-nullable': isNullable }, { version }) => {
  if ((version !== '2.0' && version !== '3.0') || value === undefined || typeof type !== 'string') return undefined;
  const test = Object.hasOwn(tests, type) ? tests[type] : undefined;
  const mayBeNull = value === null && (nullable === true || isNullable === true);
  return test === undefined || test(value) || mayBeNull
    ? undefined
    : { at: 'default', fault: `the default value is not of the type ${type}` };
};

const oneDirection: Rule = ({ readOnly, writeOnly }, { version }) =>
  version === '3.0' && readOnly === true && writeOnly === true
    ? { fault: 'a property cannot be readOnly and writeOnly' }
    : undefined;

/** The discriminator of 2.0 is a required property of its schema; since 3.2 an optional one needs a default. */
const discriminator: Rule = (schema, { document, version }) => {
  const said = schema.discriminator;
  if (version === '2.0' && typeof said === 'string')
    return requires(schema, said)
      ? undefined
      : { at: 'discriminator', fault: `the property ${JSON.stringify(said)} must be defined and required` };
  if (version !== '3.2' || !isJsonObject(said) || typeof said.propertyName !== 'string') return undefined;
  const { propertyName, defaultMapping } = said;
  const branches = ['oneOf', 'anyOf'].flatMap((name) => listOf(schema[name]).map((each) => resolved(document, each)));
  const optional = branches.some((each) => has(each, propertyName) && !requires(each, propertyName));
  return defaultMapping === undefined && optional && !requires(schema, propertyName)
    ? {
        at: 'discriminator',
        fault: `the property ${JSON.stringify(propertyName)} is optional, so "defaultMapping" is missing`,
      }
    : undefined;
};

/** Values of a discriminator select schemas that exist; a name with a dot or a slash may be another document. */
const knownMapping: Rule = (schema, { document, version }) => {
  const said = schema.discriminator;
  if (!isJsonObject(said)) return undefined;
  const mapping = isJsonObject(said.mapping) ? Object.entries(said.mapping) : [];
  const usual = version === '3.2' && said.defaultMapping !== undefined ? [['', said.defaultMapping] as const] : [];
  const lost = [...mapping, ...usual].find(([, target]) => typeof target === 'string' && !isSchema(document, target));
  if (lost === undefined) return undefined;
  const [value, target] = lost;
  const what = value === '' ? '"defaultMapping"' : `the value ${JSON.stringify(value)}`;
  return { at: 'discriminator', fault: `${what} selects ${JSON.stringify(target)}, which is not defined` };
};

function isSchema(document: JsonObject, target: string): boolean {
  const schemas = getPointer(document, '/components/schemas');
  if (isJsonObject(schemas) && Object.hasOwn(schemas, target)) return true;
  const pointer = targetOf(target);
  if (pointer !== undefined) return getPointer(document, pointer) !== undefined;
  return target.startsWith('#') || !/^[A-Za-z0-9_-]+$/.test(target);
}

/** Since 3.2 servers have names, by which one of a list is referred to. */
const uniqueServers: Rule = ({ servers }, { version }) => {
  const names = version === '3.2' ? listOf(servers).map((each) => (isJsonObject(each) ? each.name : undefined)) : [];
  const at = names.findIndex((name, index) => name !== undefined && names.indexOf(name) !== index);
  return at < 0
    ? undefined
    : { at: `servers/${at}`, fault: `another server has the name ${JSON.stringify(names[at])}` };
};

const describedParts: Rule = ({ schema, encoding }, { document, version }) => {
  const object = resolved(document, schema);
  const isClosed = !['allOf', 'anyOf', 'oneOf', 'patternProperties', '$ref'].some((name) => name in object);
  const isOpen = version === '2.0' || version === '3.2' || member(object, 'additionalProperties') !== undefined;
  if (!isJsonObject(encoding) || !isJsonObject(object.properties) || !isClosed || isOpen) return undefined;
  const odd = Object.keys(encoding).find((name) => !has(object, name));
  return odd === undefined
    ? undefined
    : { at: 'encoding', fault: `the schema has no property ${JSON.stringify(odd)}, which "encoding" names` };
};

const oneValue: Rule = ({ value, externalValue }, { version }) =>
  version === '3.0' && value !== undefined && externalValue !== undefined
    ? { fault: '"value" and "externalValue" exclude each other' }
    : undefined;

const uniqueVariables: Rule = ({ url }, { version }) => {
  const names = typeof url === 'string' && version === '3.2' ? [...url.matchAll(/\{([^{}]*)\}/g)] : [];
  const repeated = names.find(([name], at) => names.findIndex(([other]) => other === name) !== at);
  return repeated === undefined ? undefined : { at: 'url', fault: `the variable ${repeated[0]} is in the URL twice` };
};

const rules: Readonly<Record<string, readonly Rule[]>> = {
  operation: [uniqueId, uniqueServers],
  pathItem: [uniqueServers],
  link: [knownTarget],
  requirement: [scopes],
  schema: [typedDefault, oneDirection, discriminator, knownMapping],
  parameter: [typedDefault],
  header: [typedDefault],
  media: [describedParts],
  example: [oneValue],
  server: [uniqueVariables],
};

/** The object itself, or the target of its reference in this document. */
function resolved(document: JsonObject, value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) return {};
  const target = typeof value.$ref === 'string' ? targetOf(value.$ref) : undefined;
  const found = target === undefined ? value : getPointer(document, target);
  return isJsonObject(found) ? found : {};
}

function has({ properties }: JsonObject, name: string): boolean {
  return isJsonObject(properties) && Object.hasOwn(properties, name);
}

function requires(schema: JsonObject, name: string): boolean {
  return has(schema, name) && listOf(schema.required).includes(name);
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
