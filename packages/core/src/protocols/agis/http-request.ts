/**
 * The HTTP request of an endpoint whose service does not answer at AGIS paths, as `x_http_request`: method, URL, location
 * of each input, body, credentials. A URL is relative to `x_http_base`, so that a document calls its own service.
 */

import { defined, memberOf, textOf } from '@dragoman/agis';
import type {
  HttpBinding,
  HttpBody,
  HttpCredentialDemand,
  HttpParameter,
  HttpPart,
  JsonObject,
  JsonValue,
  LoginAddresses,
} from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isInputHeader } from '../../documents/gateway-headers.js';
import { isHostingDomain } from './is-hosting-domain.js';
import { readHttpXml } from './read-http-xml.js';

/** Limits of one request. */
const maxParameters = 2_000;
const maxText = 2_000;
const maxAlternatives = 20;

/** Writes the request; the renamed inputs keep their names on the wire, the dropped ones are left out. */
export function writeHttpRequest(
  { method, urlTemplate, parameters, body, accept, successStatuses, responseXml, security, operationId }: HttpBinding,
  { base, renames, dropped }: { base: string | undefined; renames: ReadonlyMap<string, string>; dropped: string[] },
): JsonObject {
  const newNames = new Map([...renames].map(([to, from]) => [from, to]));
  const inputs = Object.entries(parameters)
    .filter(([input]) => !dropped.includes(input))
    .map(([input, parameter]): [string, JsonObject] => {
      const to = newNames.get(input);
      const written = to === undefined ? parameter : { ...parameter, name: parameter.name ?? input };
      return [to ?? input, { ...written } as { [name: string]: unknown } as JsonObject];
    });
  const isOwn = base !== undefined && urlTemplate.startsWith(`${base}/`);
  return defined({
    method,
    url: isOwn ? urlTemplate.slice(base?.length) : urlTemplate,
    parameters: inputs.length === 0 ? undefined : Object.fromEntries(inputs),
    body: body === undefined ? undefined : ({ ...body } as { [name: string]: unknown } as JsonObject),
    accept,
    success_statuses: successStatuses,
    response_xml:
      responseXml === undefined ? undefined : ({ ...responseXml } as { [name: string]: unknown } as JsonObject),
    security: security?.map((alternative) =>
      alternative.map((demand) => ({ ...demand }) as { [name: string]: unknown } as JsonObject),
    ),
    operation_id: operationId,
  });
}

/** A request that was read, or why it is not used. */
export type ReadHttpRequest =
  | { binding: HttpBinding }
  /** The member that is wrong. */
  | { invalid: string }
  /** The host, which is not part of the document's service. */
  | { elsewhere: string };

/** Reads the request of an endpoint from an untrusted document. */
export function readHttpRequest(value: JsonValue, base: string): ReadHttpRequest {
  if (!isJsonObject(value)) return { invalid: 'x_http_request' };
  const method = readMethod(textOf(memberOf(value, 'method')) ?? '');
  if (method === undefined) return { invalid: 'method' };
  const url = textOf(memberOf(value, 'url'));
  const urlTemplate = url === undefined ? undefined : resolve(url, base);
  if (urlTemplate === undefined) return { invalid: 'url' };
  const parameters = readMap(memberOf(value, 'parameters'), readParameter);
  if (parameters === undefined) return { invalid: 'parameters' };
  const body = readOptional(memberOf(value, 'body'), readBody);
  if (body === 'invalid') return { invalid: 'body' };
  const accept = readOptional(memberOf(value, 'accept'), readTexts);
  if (accept === 'invalid') return { invalid: 'accept' };
  const successStatuses = readOptional(memberOf(value, 'success_statuses'), readStatuses);
  if (successStatuses === 'invalid') return { invalid: 'success_statuses' };
  const responseXml = readOptional(memberOf(value, 'response_xml'), readHttpXml);
  if (responseXml === 'invalid') return { invalid: 'response_xml' };
  const security = readOptional(memberOf(value, 'security'), readSecurity);
  if (security === 'invalid') return { invalid: 'security' };
  const { host } = new URL(urlTemplate.replaceAll(/[{}]/g, '_'));
  if (!isSameSite(host, new URL(base).host)) return { elsewhere: host };
  const operationId = textOf(memberOf(value, 'operation_id'))?.slice(0, maxText);
  return {
    binding: {
      kind: 'http',
      method,
      urlTemplate,
      parameters,
      ...(body === undefined ? {} : { body }),
      ...(accept === undefined ? {} : { accept }),
      ...(successStatuses === undefined ? {} : { successStatuses }),
      ...(responseXml === undefined ? {} : { responseXml }),
      ...(security === undefined ? {} : { security }),
      ...(operationId === undefined ? {} : { operationId }),
    },
  };
}

const plainMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'QUERY',
]);

/** A method is a token (RFC 9110 §5.6.2) and its case counts; well-known ones are accepted in any case. */
function readMethod(said: string): string | undefined {
  const upper = said.toUpperCase();
  if (!/^[\w!#$%&'*+.^`|~-]{1,40}$/.test(said) || upper === 'CONNECT' || upper === 'TRACE') return undefined;
  return plainMethods.has(upper) ? upper : said;
}

/** The absolute URL; undefined when it is invalid or when a parameter could choose the host. */
function resolve(url: string, base: string): string | undefined {
  if (url.length > maxText || /[\s\\]/.test(url)) return undefined;
  if (url.startsWith('/')) return url.startsWith('//') ? undefined : `${base}${url}`;
  if (!/^https?:\/\/[^/{}@]+(?:\/|$)/i.test(url) || !URL.canParse(url.replaceAll(/[{}]/g, '_'))) return undefined;
  return url;
}

/**
 * True when both hosts belong to one organization: equal, or subdomains of one domain. Suffixes such as `co.uk` are no
 * domains, and neither are those of hosting services, such as `github.io`. Hosts with a port or an IP address must be equal.
 */
export function isSameSite(one: string, other: string): boolean {
  if (one === other) return true;
  if (isHostingDomain(one) || isHostingDomain(other)) return one.toLowerCase() === other.toLowerCase();
  const [first, second] = [siteOf(one), siteOf(other)];
  return first !== undefined && first === second;
}

function siteOf(host: string): string | undefined {
  const labels = host.toLowerCase().split('.');
  if (labels.length < 2 || !labels.every((label) => /^[a-z0-9_-]+$/.test(label)) || /^\d+$/.test(labels.at(-1) ?? '')) {
    return undefined;
  }
  const isShort = (labels.at(-1) ?? '').length === 2 && (labels.at(-2) ?? '').length <= 3;
  const size = isShort ? 3 : 2;
  return labels.length < size ? undefined : labels.slice(-size).join('.');
}

const places: ReadonlySet<unknown> = new Set<HttpParameter['in']>([
  'path',
  'query',
  'querystring',
  'header',
  'cookie',
  'body',
]);
const styles: ReadonlySet<unknown> = new Set<NonNullable<HttpParameter['style']>>([
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
  'tabDelimited',
]);

function readOptional<T>(
  value: JsonValue | undefined,
  read: (value: JsonValue) => T | undefined,
): T | undefined | 'invalid' {
  return value === undefined ? undefined : (read(value) ?? 'invalid');
}

/** Each member of an object; undefined when one is invalid. */
function readMap<T>(
  value: JsonValue | undefined,
  read: (value: JsonObject, name: string) => T | undefined,
): { [name: string]: T } | undefined {
  if (value === undefined) return {};
  if (!isJsonObject(value) || Object.keys(value).length > maxParameters) return undefined;
  const found: [string, T][] = [];
  for (const [name, member] of Object.entries(value)) {
    const one = isJsonObject(member) ? read(member, name) : undefined;
    if (one === undefined) return undefined;
    found.push([name, one]);
  }
  return Object.fromEntries(found);
}

function readParameter(value: JsonObject, input: string): HttpParameter | undefined {
  const { in: place } = value;
  const name = shortText(value.name);
  const parts = value.parts === undefined ? undefined : readMap(value.parts, readPart);
  if (!places.has(place) || (value.name !== undefined && name === undefined)) return undefined;
  if (value.parts !== undefined && parts === undefined) return undefined;
  if (place === 'header' && !isInputHeader(name ?? input)) return undefined;
  const [mediaType, fixed] = [shortText(value.mediaType), shortText(value.fixed)];
  return {
    in: place as HttpParameter['in'],
    ...(name === undefined ? {} : { name }),
    ...readForm(value),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(parts === undefined ? {} : { parts }),
    ...(fixed === undefined ? {} : { fixed }),
  };
}

function readForm({
  style,
  explode,
  allowReserved,
}: JsonObject): Pick<HttpPart, 'style' | 'explode' | 'allowReserved'> {
  return {
    ...(styles.has(style) ? { style: style as NonNullable<HttpPart['style']> } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(typeof allowReserved === 'boolean' ? { allowReserved } : {}),
  };
}

function readBody(value: JsonValue): HttpBody | undefined {
  if (!isJsonObject(value)) return undefined;
  const mediaType = shortText(value.mediaType);
  const parts = readMap(memberOf(value, 'parts'), readPart);
  const xml = readOptional(memberOf(value, 'xml'), readHttpXml);
  if (mediaType === undefined || parts === undefined || xml === 'invalid') return undefined;
  const whole = shortText(value.whole);
  return {
    mediaType,
    ...(whole === undefined ? {} : { whole }),
    ...(value.required === true ? { required: true } : {}),
    ...(value.binary === true ? { binary: true } : {}),
    ...(value.open === true ? { open: true } : {}),
    ...(memberOf(value, 'parts') === undefined ? {} : { parts }),
    ...(xml === undefined ? {} : { xml }),
  };
}

function readPart(value: JsonObject): HttpPart | undefined {
  const contentType = shortText(value.contentType);
  const xml = readOptional(memberOf(value, 'xml'), readHttpXml);
  if (xml === 'invalid') return undefined;
  return {
    ...(contentType === undefined ? {} : { contentType }),
    ...readForm(value),
    ...(value.binary === true ? { binary: true } : {}),
    ...(xml === undefined ? {} : { xml }),
  };
}

function readSecurity(value: JsonValue): HttpCredentialDemand[][] | undefined {
  if (!Array.isArray(value) || value.length > maxAlternatives) return undefined;
  const alternatives = value.map((each) => (Array.isArray(each) ? each.map(readDemand) : [undefined]));
  const isGood = alternatives.every((demands) => demands.every((demand) => demand !== undefined));
  return isGood ? (alternatives as HttpCredentialDemand[][]) : undefined;
}

function readDemand(value: JsonValue): HttpCredentialDemand | undefined {
  if (!isJsonObject(value)) return undefined;
  const [scheme, type, name] = [shortText(value.scheme), shortText(value.type), shortText(value.name)];
  if (scheme === undefined || type === undefined) return undefined;
  const { in: place } = value;
  const scopes = value.scopes === undefined ? undefined : readTexts(value.scopes);
  return {
    scheme,
    type,
    ...(place === 'header' || place === 'query' || place === 'cookie' ? { in: place } : {}),
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(isJsonObject(value.login) ? { login: readLogin(value.login) } : {}),
  };
}

function readLogin(value: JsonObject): LoginAddresses {
  const names = ['metadataUrl', 'authorizationUrl', 'tokenUrl'] as const;
  return Object.fromEntries(names.flatMap((name) => (isAddress(value[name]) ? [[name, value[name]]] : [])));
}

function isAddress(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.length <= 2048 && /^https?:\/\//i.test(value) && URL.canParse(value);
}

function readStatuses(value: JsonValue): number[] | undefined {
  if (!Array.isArray(value) || value.length > maxAlternatives) return undefined;
  const isStatus = (each: JsonValue) => typeof each === 'number' && Number.isInteger(each) && each >= 200 && each < 300;
  return value.every(isStatus) ? (value as number[]) : undefined;
}

function readTexts(value: JsonValue): string[] | undefined {
  if (!Array.isArray(value) || value.length > maxParameters) return undefined;
  const texts = value.map(shortText);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** Text that can be part of a request line or a header. */
function shortText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxText && !/[\r\n\0]/.test(value)
    ? value
    : undefined;
}
