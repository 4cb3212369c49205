/**
 * Builds the exact request of a plain HTTP operation from its binding. Values fill only their declared locations: a
 * caller cannot influence the path structure, the host or other headers.
 */

import { childPointer } from '@dragoman/documents';
import type { HttpBinding, HttpParameter, HttpXml, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, Failure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, BindingCaller, Target } from '../../gateway/call.js';
import { gatewayDiagnostics } from '../../gateway/diagnostics.js';
import type { PreparedCall } from '../../gateway/prepared-call.js';
import type { EncodedBody } from './encode-body.js';
import { encodeBody, encodeForm } from './encode-body.js';
import { isEventStream, readEventList, readJsonLines } from './json-lines.js';
import { isJson } from './read-body.js';
import type { Writing } from './serialize-parameter.js';
import {
  breaksDelimiter,
  escapeText,
  isStructured,
  isUndefined,
  plainText,
  writeHeader,
  writePath,
  writeQuery,
} from './serialize-parameter.js';
import { readXml } from './xml/read-xml.js';

/** Dependencies of the plain HTTP caller. */
export interface HttpCallerOptions {
  /** Origins of this gateway; a call to one of them would loop. */
  ownOrigins: readonly string[];
}

/** Creates the caller for operations with a plain HTTP binding. */
export function createHttpCaller({ ownOrigins }: HttpCallerOptions): BindingCaller {
  return {
    kind: 'http',
    emptyAnswers: true,
    acceptsText: true,
    prepare(target, call) {
      const binding = bindingOf(target);
      const prepared = prepareHttp(binding, isJsonObject(call.input) ? call.input : {});
      refuseLoop(prepared.url, ownOrigins);
      return prepared;
    },
    readAnswer,
  };
}

function bindingOf({ operation }: Target): HttpBinding {
  if (operation.binding.kind !== 'http')
    throw new Error('An operation of another protocol was passed to the HTTP caller');
  return operation.binding;
}

function refuseLoop(url: string, ownOrigins: readonly string[]): void {
  if (!URL.canParse(url)) {
    throw new Failure('UNAVAILABLE', {
      message: 'No server URL is known for this operation; import its description again with a server.',
    });
  }
  const { origin } = new URL(url);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: 'The operation’s URL points back to this gateway.' });
  }
}

interface Placed {
  /** Name of the input. */
  input: string;
  /** Name on the wire. */
  name: string;
  value: JsonValue;
  parameter: HttpParameter;
}

/** The request for an input that was validated against its schema. */
export function prepareHttp(binding: HttpBinding, input: JsonObject): PreparedCall {
  const placed = placeInputs(binding, input);
  const of = (place: HttpParameter['in']) => placed.filter(({ parameter }) => parameter.in === place);
  const body = bodyOf(binding, input, of('body'));
  const cookie = of('cookie').flatMap(cookiePairs).join('; ');
  return {
    url: fillAddress(binding, of('path'), [...of('query'), ...of('querystring')]),
    method: binding.method,
    headers: {
      ...Object.fromEntries(of('header').flatMap(headerOf)),
      ...(cookie === '' ? {} : { cookie }),
      ...(binding.accept === undefined ? {} : { accept: acceptOf(binding.accept) }),
      ...(body === undefined ? {} : { 'content-type': body.contentType }),
    },
    ...(body === undefined ? {} : { bytes: body.bytes }),
  };
}

function placeInputs({ parameters }: HttpBinding, input: JsonObject): Placed[] {
  return Object.entries(parameters).flatMap(([key, parameter]) => {
    const value = parameter.fixed ?? (Object.hasOwn(input, key) ? input[key] : undefined);
    return value === undefined ? [] : [{ input: key, name: parameter.name ?? key, value, parameter }];
  });
}

/** A parameter with a media type is written as text of that type: JSON, a form, or the given text; any type allows plain text. */
function contentText({ value, parameter: { mediaType, parts } }: Placed): JsonValue {
  if (mediaType === undefined || (mediaType.includes('*') && !isStructured(value))) return value;
  if (isJson(mediaType)) return JSON.stringify(value);
  if (typeof value === 'string') return value;
  return /form-urlencoded/i.test(mediaType) && isJsonObject(value)
    ? encodeForm({ mediaType, ...(parts === undefined ? {} : { parts }) }, value)
    : JSON.stringify(value);
}

function writingOf({ input, value, parameter }: Placed, usual: Writing['style']): Writing {
  const style = parameter.style ?? usual;
  const allowReserved = parameter.allowReserved === true;
  const writing: Writing = {
    style,
    explode: parameter.explode ?? (style === 'form' || style === 'cookie'),
    allowReserved,
  };
  if (parameter.mediaType === undefined && breaksDelimiter(value, writing)) {
    throw refused(input, 'input/delimiter', 'has a part that contains the delimiter between parts');
  }
  return writing;
}

/** Nothing is sent for an empty input. */
function isSent({ value, parameter }: Placed): boolean {
  return parameter.mediaType === undefined ? !isUndefined(value) : value !== null;
}

/** A fragment distinguishes operations of a document and is never sent, so that the query comes before it. */
const fragment = /#(?![^{}]*\}).*$/;

function fillAddress({ urlTemplate }: HttpBinding, path: readonly Placed[], query: readonly Placed[]): string {
  const values = new Map(path.map((each) => [each.name, each]));
  const filled = urlTemplate.replace(fragment, '').replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const each = values.get(name);
    if (each === undefined) throw refused(name, 'input/required', 'missing');
    return segment(each);
  });
  const text = query
    .filter(isSent)
    .flatMap((each) => (each.parameter.in === 'querystring' ? [wholeQuery(each)] : queryTexts(each)))
    .join('&');
  return text === '' ? filled : `${filled}${filled.includes('?') ? '&' : '?'}${text}`;
}

function queryTexts(each: Placed): string[] {
  const pairs = writeQuery(each.name, contentText(each), writingOf(each, 'form'));
  return pairs.map(([name, value]) => `${name}=${value}`);
}

/** A form is a query as it is; the text of any other type is escaped as a whole (OpenAPI 3.2 §4.12.2.2). */
function wholeQuery(each: Placed): string {
  const text = plainText(contentText(each));
  if (!/form-urlencoded/i.test(each.parameter.mediaType ?? '')) return escapeText(text);
  return text.replaceAll(/%(?![0-9A-Fa-f]{2})|[^\w\-.~%!$&'()*+,;=:@/?]+/g, escapeText);
}

/** An empty value or a dot segment would call another operation than the authorized one. */
function segment(each: Placed): string {
  const writing = writingOf(each, 'simple');
  const text = isSent(each) ? writePath(each.name, contentText(each), writing) : '';
  const isEmpty = text === '' || (text === '.' && writing.style === 'label');
  if (isEmpty) throw refused(each.input, 'input/path', 'must not be empty');
  if (text === '.' || text === '..') throw refused(each.input, 'input/path', 'must not be "." or ".."');
  return text;
}

function refused(input: string, code: string, detail: string): Failure {
  const pointer = childPointer('', input);
  return new Failure('INVALID_INPUT', {
    message: 'The input has 1 problem.',
    fieldErrors: [{ field: input, pointer, code, detail }],
  });
}

function headerOf(each: Placed): [string, string][] {
  if (!isSent(each)) return [];
  const text = writeHeader(contentText(each), writingOf(each, 'simple'));
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return [[each.name.toLowerCase(), text]];
  throw refused(each.input, 'input/header', 'has characters that are not allowed in a header');
}

function cookiePairs(each: Placed): string[] {
  const pairs = isSent(each) ? queryTexts(each) : [];
  if (pairs.every((pair) => /^[\x20-\x3a\x3c-\x7e]*$/.test(pair))) return pairs;
  throw refused(each.input, 'input/cookie', 'has characters that are not allowed in a cookie');
}

/** JSON is accepted in addition to any declared type, since errors are often JSON. */
function acceptOf(types: readonly string[]): string {
  return types.some((type) => /json/i.test(type)) ? types.join(', ') : [...types, 'application/json;q=0.9'].join(', ');
}

function bodyOf(binding: HttpBinding, input: JsonObject, members: readonly Placed[]): EncodedBody | undefined {
  const { body } = binding;
  if (body === undefined) return undefined;
  if (body.whole !== undefined) {
    const value = Object.hasOwn(input, body.whole) ? input[body.whole] : undefined;
    return value === undefined ? undefined : encodeBody(body, value);
  }
  const known = members.map(({ name, value }): [string, JsonValue] => [name, value]);
  const further =
    body.open === true ? Object.entries(input).filter(([key]) => !Object.hasOwn(binding.parameters, key)) : [];
  if (known.length + further.length === 0 && body.required !== true) return undefined;
  return encodeBody(body, Object.fromEntries([...further, ...known]));
}

/** A success without content is an empty object, as in its schema; a described sequence of values is a list. */
function readAnswer({ operation: { output, binding } }: Target, answer: AnswerOutcome): AnswerOutcome {
  const { status, body } = answer;
  if (status < 200 || status >= 300) return answer;
  if (body === undefined) return { ...answer, body: {} };
  if (typeof body === 'string' && binding.kind === 'http' && binding.responseXml !== undefined) {
    return readXmlAnswer(binding.responseXml, answer, body);
  }
  if (typeof body !== 'string' || !isJsonObject(output) || output.type !== 'array') return answer;
  const isStream = binding.kind === 'http' && binding.accept?.some(isEventStream) === true;
  const values = isStream ? readEventList(body) : readJsonLines(body);
  return values === undefined ? answer : { ...answer, body: values };
}

/** A described XML document is a value; one that cannot be read stays a text, with the reason. */
function readXmlAnswer(xml: HttpXml, answer: AnswerOutcome, text: string): AnswerOutcome {
  const read = readXml(xml, text);
  if ('value' in read) return { ...answer, body: read.value };
  const finding = diagnose(gatewayDiagnostics, 'gateway/xml-unread', { pointer: '' }, { fault: read.fault });
  return { ...answer, findings: [...answer.findings, finding] };
}
