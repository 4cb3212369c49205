/** Writes one operation in its service's own interface: the request of its HTTP binding, or one derived by rule. */
import type {
  AgisBinding,
  HttpBinding,
  HttpBody,
  HttpCredentialDemand,
  HttpParameter,
  JsonObject,
  JsonSchema,
  JsonValue,
  Operation,
} from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import { deriveConduct } from '../../documents/derive-conduct.js';
import type { SchemaRegistry } from './hoist-schemas.js';
import { isForm } from './read-body.js';
import { withXmlHints } from './xml/write-hints.js';

/** An operation with its location in the document. */
export interface WrittenOperation {
  path: string;
  method: string;
  /** Server URL, when it is not the document's. */
  server?: string;
  operation: JsonObject;
}

/** What writing needs in addition to the operation. */
export interface OwnWriting {
  registry: SchemaRegistry;
  /** Server URL of the document. */
  server: string | undefined;
  /** Namespace of an AGIS service. */
  namespace?: string | undefined;
  /** Names of security schemes are collected here. */
  schemes: Map<string, JsonObject>;
}

/** Writes an operation; without an HTTP binding, a read becomes a GET and everything else a POST. */
export function writeOwnOperation(operation: Operation, writing: OwnWriting): WrittenOperation {
  const binding = bindingOf(operation, writing.namespace);
  const { path, server } = splitAddress(binding.urlTemplate, writing.server);
  const properties = schemaProperties(operation.input);
  const { name, summary, description, outcome, tags, lifecycle, verb, extra } = operation;
  const security = writeSecurity(binding, writing.schemes);
  return {
    path,
    method: binding.method,
    ...(server === undefined ? {} : { server }),
    operation: {
      operationId: binding.operationId ?? name,
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description }),
      ...(tags.length === 0 ? {} : { tags }),
      ...(lifecycle?.deprecated === true ? { deprecated: true } : {}),
      ...(outcome === undefined ? {} : { 'x-outcome': outcome }),
      ...(verb === undefined ? {} : { 'x-agis-method': verb }),
      ...parametersOf(binding, operation, { properties, registry: writing.registry }),
      ...bodyOf(binding, operation, { properties, registry: writing.registry }),
      responses: writeResponses(binding, operation, writing.registry),
      ...(security === undefined ? {} : { security }),
      ...Object.fromEntries(Object.entries(extra).filter(([member]) => member.startsWith('x-'))),
      ...conductOf(operation, binding, path),
    },
  };
}

/**
 * What the reader of a document must not derive again, in `x-agent`: declarations, and whatever words made more careful
 * than the method alone, since the document may have other names. A derived permission to retry is left out, because
 * readers trust a declared one. A confirmation is written with the impact, because alone it reads as irreversible. What
 * the written words alone would not say is in `derived`, which declares nothing.
 */
function conductOf(operation: Operation, { method, operationId }: HttpBinding, path: string): JsonObject {
  const { impact, idempotent, safety, derived, name, summary, description, extra } = operation;
  const own = isJsonObject(extra['x-agent']) ? extra['x-agent'] : {};
  const risk = isJsonObject(own.risk) ? own.risk : {};
  const asks = safety?.confirm === true;
  const usual = deriveConduct({ method, path: '' });
  const isCareful = impact === 'irreversible' || (impact === 'reversible' && usual.impact === 'informational');
  const isKnown = !derived.includes('idempotent') || (idempotent === false && usual.idempotent);
  const conduct: JsonObject = {
    ...(impact !== undefined && (isCareful || asks || !derived.includes('impact')) ? { impact } : {}),
    ...(idempotent !== undefined && isKnown ? { idempotent } : {}),
    ...(asks ? { risk: { ...risk, requires_confirmation: true } } : {}),
  };
  const again = deriveConduct({ method, path, name: operationId ?? name, summary, description });
  const unsaid: JsonObject = {
    ...(impact === undefined || 'impact' in conduct || again.impact === impact ? {} : { impact }),
    ...(idempotent === undefined || 'idempotent' in conduct || again.idempotent === idempotent ? {} : { idempotent }),
  };
  const agent: JsonObject = {
    ...own,
    ...conduct,
    ...(Object.keys(unsaid).length === 0 ? {} : { derived: unsaid }),
  };
  return Object.keys(agent).length === 0 ? {} : { 'x-agent': agent };
}

function bindingOf(operation: Operation, namespace: string | undefined): HttpBinding {
  const { binding } = operation;
  if (binding.kind === 'http') return binding;
  return binding.kind === 'agis' ? agisRequest(operation, binding, namespace) : deriveBinding(operation);
}

/** The HTTP binding of AGIS (§10.1): the path of the endpoint, its method in a header. */
function agisRequest(operation: Operation, { base, method }: AgisBinding, namespace: string | undefined): HttpBinding {
  const { path = '/', verb = '', input } = operation;
  const named = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, each]) => each ?? ''));
  const place = (name: string): HttpParameter => ({
    in: named.has(name) ? 'path' : method === 'GET' ? 'query' : 'body',
  });
  const inputs = Object.keys(schemaProperties(input));
  const hasBody = method !== 'GET' && inputs.some((name) => !named.has(name));
  const headers = {
    'X-AGIS-Method': verb,
    'X-AGIS-Grammar': 'AGIS/1.0',
    ...(namespace === undefined ? {} : { 'X-AGIS-Namespace': namespace }),
  };
  return {
    kind: 'http',
    method: method ?? 'POST',
    urlTemplate: `${base.replace(/\/+$/, '')}${path}`,
    parameters: {
      ...Object.fromEntries(inputs.map((name) => [name, place(name)])),
      ...Object.fromEntries(Object.entries(headers).map(([name, fixed]) => [name, { in: 'header' as const, fixed }])),
    },
    ...(hasBody ? { body: { mediaType: 'application/json', required: true, open: isOpen(input) } } : {}),
  };
}

function isOpen(input: JsonSchema): boolean {
  return !isJsonObject(input) || input.additionalProperties !== false;
}

/** Inputs named in the path are path parameters; the others of a read go into the query, else into the body. */
function deriveBinding({ name, path, verb, impact, input }: Operation): HttpBinding {
  const plain = path ?? `/${name.replaceAll('_', '-')}`;
  const named = new Set([...plain.matchAll(/\{([^{}]*)\}/g)].map(([, each]) => each ?? ''));
  const properties = Object.entries(schemaProperties(input));
  const isFlat = properties.every(([, schema]) => isScalar(schema));
  const reads = impact === 'informational' && isFlat;
  const place = (input_: string): HttpParameter => ({ in: named.has(input_) ? 'path' : reads ? 'query' : 'body' });
  const parameters = Object.fromEntries(properties.map(([input_]) => [input_, place(input_)]));
  const hasBody = !reads && properties.some(([input_]) => !named.has(input_));
  const tail = verb === undefined ? '' : `/${verb.toLowerCase()}`;
  return {
    kind: 'http',
    method: reads ? 'GET' : 'POST',
    urlTemplate: `${plain.startsWith('/') ? '' : '/'}${plain}${tail}`,
    parameters,
    ...(hasBody ? { body: { mediaType: 'application/json', required: true } } : {}),
  };
}

function isScalar(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.every((type) => ['string', 'number', 'integer', 'boolean', 'null'].includes(String(type)));
}

function splitAddress(template: string, server: string | undefined): { path: string; server?: string } {
  if (server !== undefined && template.startsWith(`${server}/`)) return { path: template.slice(server.length) };
  const [, origin, path] = /^(https?:\/\/[^/]+)(\/.*)?$/.exec(template) ?? [];
  return origin === undefined ? { path: template } : { path: path ?? '/', server: origin };
}

interface Material {
  properties: JsonObject;
  registry: SchemaRegistry;
}

/** A property with the definitions of the whole input, so that its references can be hoisted. */
function withDefinitions({ input }: Operation, schema: JsonValue): JsonSchema {
  if (!isJsonObject(schema)) return typeof schema === 'boolean' ? schema : {};
  return isJsonObject(input) && isJsonObject(input.$defs) ? { ...schema, $defs: input.$defs } : schema;
}

function requiredOf({ input }: Operation): Set<JsonValue> {
  return new Set(isJsonObject(input) && Array.isArray(input.required) ? input.required : []);
}

function parametersOf(binding: HttpBinding, operation: Operation, { properties, registry }: Material): JsonObject {
  const required = requiredOf(operation);
  const written = Object.entries(binding.parameters).flatMap(([input, parameter]): JsonObject[] => {
    if (parameter.in === 'body') return [];
    const property = Object.hasOwn(properties, input) ? (properties[input] ?? {}) : {};
    const { description, deprecated, ...rest } = isJsonObject(property) ? property : {};
    const own: JsonObject = parameter.fixed === undefined ? rest : { type: 'string', const: parameter.fixed };
    const schema = registry.place(withDefinitions(operation, own), `${operation.name}_${input}`);
    const { style, explode, allowReserved, mediaType, parts } = parameter;
    return [
      {
        name: parameter.name ?? input,
        in: parameter.in,
        ...(description === undefined ? {} : { description }),
        ...(parameter.in === 'path' || parameter.fixed !== undefined || required.has(input) ? { required: true } : {}),
        ...(deprecated === true ? { deprecated } : {}),
        ...(mediaType === undefined
          ? {
              ...(style === undefined || style === 'tabDelimited' ? {} : { style }),
              ...(explode === undefined ? {} : { explode }),
              ...(allowReserved === true ? { allowReserved } : {}),
              schema,
            }
          : { content: { [mediaType]: { schema, ...encodingOf(parts) } } }),
      },
    ];
  });
  return written.length === 0 ? {} : { parameters: written };
}

function bodyOf(binding: HttpBinding, operation: Operation, { properties, registry }: Material): JsonObject {
  const { body } = binding;
  if (body === undefined) return {};
  const required = requiredOf(operation);
  const members = Object.entries(binding.parameters).filter(([, { in: place }]) => place === 'body');
  const whole = body.whole === undefined ? undefined : (properties[body.whole] ?? {});
  const object: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(
      members.map(([input, { name = input }]) => [name, withPartXml(properties[input] ?? {}, body, name)]),
    ),
    ...(members.some(([input]) => required.has(input))
      ? { required: members.flatMap(([input, { name }]) => (required.has(input) ? [name ?? input] : [])) }
      : {}),
    ...(body.open === true ? {} : { additionalProperties: false }),
    ...conditionsOf(operation.input, binding),
  };
  const plain = withDefinitions(operation, whole ?? object);
  const schema = registry.place(withXmlHints(plain, body.xml), `${operation.name}_body`);
  const encoding = isForm(body.mediaType) ? encodingOf(body.parts) : {};
  return {
    requestBody: {
      ...(body.required === true ? { required: true } : {}),
      content: { [body.mediaType]: { schema, ...encoding } },
    },
  };
}

/** A member with the names of its XML; each item of a list is a part of its own. */
function withPartXml(schema: JsonValue, { parts = {} }: HttpBody, name: string): JsonValue {
  const xml = Object.hasOwn(parts, name) ? parts[name]?.xml : undefined;
  if (xml === undefined || !isJsonObject(schema)) return schema;
  const { items } = schema;
  return isJsonObject(items) ? { ...schema, items: withXmlHints(items, xml) } : withXmlHints(schema, xml);
}

/** Rules about the members of the body together; limits of their number do not count the inputs from elsewhere. */
function conditionsOf(input: JsonSchema, { parameters }: HttpBinding): JsonObject {
  if (!isJsonObject(input)) return {};
  const { anyOf, oneOf, not, minProperties, maxProperties } = input;
  const others = Object.keys(schemaProperties(input)).filter((name) => parameters[name]?.in !== 'body').length;
  const names = isJsonObject(not) && isJsonObject(not.propertyNames) ? not.propertyNames.enum : undefined;
  const least = Array.isArray(names) ? 1 : typeof minProperties === 'number' ? minProperties - others : 0;
  return {
    ...(anyOf === undefined ? {} : { anyOf: renameRequired(anyOf, parameters) }),
    ...(oneOf === undefined ? {} : { oneOf: renameRequired(oneOf, parameters) }),
    ...(least > 0 ? { minProperties: least } : {}),
    ...(typeof maxProperties === 'number' ? { maxProperties: Math.max(0, maxProperties - others) } : {}),
  };
}

/** Inputs that a condition requires, under the names of their members. */
function renameRequired(value: JsonValue, parameters: HttpBinding['parameters']): JsonValue {
  if (Array.isArray(value)) return value.map((each) => renameRequired(each, parameters));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([keyword, each]) => [
      keyword,
      keyword === 'required' && Array.isArray(each)
        ? each.map((name) => (typeof name === 'string' ? (parameters[name]?.name ?? name) : name))
        : renameRequired(each, parameters),
    ]),
  );
}

function encodingOf(parts: NonNullable<HttpBinding['body']>['parts'] = {}): JsonObject {
  const written = Object.entries(parts).flatMap(([name, { contentType, style, explode, allowReserved }]) => {
    const encoding: JsonObject = {
      ...(contentType === undefined ? {} : { contentType }),
      ...(style === undefined || style === 'tabDelimited' ? {} : { style }),
      ...(explode === undefined ? {} : { explode }),
      ...(allowReserved === true ? { allowReserved } : {}),
    };
    return Object.keys(encoding).length === 0 ? [] : [[name, encoding] as const];
  });
  return written.length === 0 ? {} : { encoding: Object.fromEntries(written) };
}

function writeResponses(binding: HttpBinding, operation: Operation, registry: SchemaRegistry): JsonObject {
  const { output, errors, name, outcome } = operation;
  const isEmpty = isJsonObject(output) && Object.keys(output).length === 1 && output.type === 'object';
  const types = binding.accept ?? ['application/json'];
  const schema = registry.place(withXmlHints(output, binding.responseXml), `${name}_output`);
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  const good =
    isEmpty && binding.accept === undefined
      ? { description: outcome ?? 'Done.' }
      : { description: outcome ?? 'The output.', content };
  const { successStatuses: statuses = [200] } = binding;
  const codes = statuses.length === 0 ? ['2XX'] : statuses.map(String);
  const written = new Map<string, JsonObject>(codes.map((code) => [code, good]));
  for (const { code, status, description } of errors) {
    const key = status === undefined ? '4XX' : String(status);
    const known = written.get(key);
    const others = Array.isArray(known?.['x-error-codes']) ? known['x-error-codes'] : [];
    written.set(key, {
      description: description ?? code.replaceAll('_', ' '),
      ...known,
      'x-error-codes': [...others, code],
    });
  }
  return Object.fromEntries(written);
}

function writeSecurity({ security }: HttpBinding, schemes: Map<string, JsonObject>): JsonValue[] | undefined {
  if (security === undefined) return undefined;
  return security.map((alternative) => {
    for (const demand of alternative) schemes.set(demand.scheme, writeScheme(demand, schemes.get(demand.scheme)));
    return Object.fromEntries(alternative.map(({ scheme, scopes }) => [scheme, scopes ?? []]));
  });
}

function writeScheme(demand: HttpCredentialDemand, before: JsonObject | undefined): JsonObject {
  const { type, in: place = 'header', name = 'X-API-Key' } = demand;
  if (type === 'api_key') return { type: 'apiKey', in: place, name };
  if (type === 'mtls') return { type: 'mutualTLS' };
  return writeLogin(demand, before) ?? writeHttp(type);
}

/** Where people log in; the operations together name the scopes, whose texts are not known. */
function writeLogin(
  { type, login, scopes = [] }: HttpCredentialDemand,
  before: JsonObject = {},
): JsonObject | undefined {
  if (type !== 'oauth2_bearer' || login === undefined) return undefined;
  const { metadataUrl, authorizationUrl, tokenUrl } = login;
  if (authorizationUrl === undefined || tokenUrl === undefined) {
    return isDiscovery(metadataUrl) ? { type: 'openIdConnect', openIdConnectUrl: metadataUrl ?? '' } : undefined;
  }
  const flow = { authorizationUrl, tokenUrl, scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])) };
  const known = isJsonObject(before.flows) ? before.flows.authorizationCode : undefined;
  const given = isJsonObject(known) && isJsonObject(known.scopes) ? known.scopes : {};
  return { type: 'oauth2', flows: { authorizationCode: { ...flow, scopes: { ...given, ...flow.scopes } } } };
}

/** True for a document of OpenID Connect; other metadata of an authorization server has no place before OpenAPI 3.2. */
export function isDiscovery(url: string | undefined): boolean {
  return url !== undefined && !url.includes('/oauth-authorization-server');
}

function writeHttp(type: string): JsonObject {
  return { type: 'http', scheme: type === 'oauth2_bearer' ? 'bearer' : type };
}
