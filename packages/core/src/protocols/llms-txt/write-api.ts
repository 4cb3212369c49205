/**
 * Writes the llms.txt of an API from its OpenAPI document: the same facts in the fewest words that an agent can act on:
 * operations with their parameters, the meaning of errors, how to authenticate (PROF-DISC-02 to -04).
 */

import { getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Maximum number of operations, of names in one line, and of characters of one text; the rest is in the document. */
const limits = { operations: 500, names: 20, text: 500 };

const methods = ['get', 'put', 'post', 'patch', 'delete', 'query', 'head', 'options'];

/** The text; `lead` are sentences written before the operations. */
export function writeApiText(api: JsonObject, lead: readonly string[] = []): string {
  const info = objectAt(api, 'info');
  const operations = listOperations(api);
  const lines = [
    `# ${plain(info.title) || 'API'}`,
    '',
    ...paragraph(info.summary === undefined ? '' : `> ${plain(info.summary)}`),
    ...paragraph(typeof info.description === 'string' ? info.description.trim() : ''),
    ...(lead.length === 0 ? [] : [...lead, '']),
    ...writeSections(api, operations.slice(0, limits.operations)),
    ...(operations.length > limits.operations
      ? [`And ${operations.length - limits.operations} more operations.`, '']
      : []),
    ...section('Errors', listErrors(api, operations)),
    ...section('Authentication', listSchemes(api)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

interface ApiOperation {
  path: string;
  method: string;
  operation: JsonObject;
  parameters: JsonObject[];
}

function listOperations(api: JsonObject): ApiOperation[] {
  return Object.entries(objectAt(api, 'paths')).flatMap(([path, item]) => {
    const shared = listAt(api, item, 'parameters');
    return methods.flatMap((method) => {
      const operation = isJsonObject(item) ? item[method] : undefined;
      if (!isJsonObject(operation) || operation['x-internal'] === true) return [];
      return [{ path, method, operation, parameters: [...shared, ...listAt(api, operation, 'parameters')] }];
    });
  });
}

/** One section per tag in the document's order; operations without a listed tag come last. */
function writeSections(api: JsonObject, operations: readonly ApiOperation[]): string[] {
  const tags = listAt(api, api, 'tags');
  const names = tags.map(({ name }) => String(name));
  const tagOf = ({ operation }: ApiOperation) =>
    (Array.isArray(operation.tags) ? operation.tags : []).map(String).find((tag) => names.includes(tag));
  return [
    ...tags.flatMap(({ name, description }) => {
      const own = operations.filter((operation) => tagOf(operation) === name);
      const about = paragraph(plain(description));
      return own.length === 0
        ? []
        : [`## ${capitalise(plain(name))}`, '', ...about, ...own.map((each) => writeOperation(api, each)), ''];
    }),
    ...section(
      'Operations',
      operations.filter((operation) => tagOf(operation) === undefined).map((each) => writeOperation(api, each)),
    ),
  ];
}

function writeOperation(api: JsonObject, { path, method, operation, parameters }: ApiOperation): string {
  const address = `${method.toUpperCase()} ${path}`;
  const name = typeof operation.operationId === 'string' ? operation.operationId : address;
  const marks = operation.deprecated === true ? ' Deprecated.' : '';
  const takes = [
    ...parameters
      .filter(({ in: place }) => place === 'path' || place === 'query')
      .map((each) => writeParameter(api, each)),
    ...bodyMembers(api, operation),
  ];
  const more = takes.length > limits.names ? ` and ${takes.length - limits.names} more` : '';
  const inputs = takes.length === 0 ? '' : ` Takes ${takes.slice(0, limits.names).join(', ')}${more}.`;
  const summary = plain(operation.summary);
  const end = summary === '' || /[.!?]$/.test(summary) || `${marks}${inputs}` === '' ? '' : '.';
  return `- [${name}](${path}): \`${address}\` ${summary}${end}${marks}${inputs}`.trimEnd();
}

function writeParameter(api: JsonObject, { name, required, schema }: JsonObject): string {
  return `\`${plain(name)}\`${typeOf(resolve(api, schema))}${required === true ? ' (required)' : ''}`;
}

function bodyMembers(api: JsonObject, operation: JsonObject): string[] {
  const content = objectAt(resolved(api, operation.requestBody), 'content');
  const schema = resolved(api, objectAt(content, 'application/json').schema);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectAt(schema, 'properties')).map(([name, member]) =>
    writeParameter(api, { name, schema: member, required: required.includes(name) }),
  );
}

/** Statuses with their meaning, and the codes of the error body where the document lists them. */
function listErrors(api: JsonObject, operations: readonly ApiOperation[]): string[] {
  const meanings = new Map<string, string>();
  const codes = new Set<string>();
  for (const { operation } of operations) {
    for (const [status, response] of Object.entries(objectAt(operation, 'responses'))) {
      if (!/^[45]|^default$/.test(status)) continue;
      const { description, content } = resolved(api, response);
      if (!meanings.has(status)) meanings.set(status, plain(description));
      for (const media of Object.values(isJsonObject(content) ? content : {})) addCodes(api, media, codes);
    }
  }
  const lines = [...meanings].sort().map(([status, meaning]) => `- \`${status}\`: ${meaning}`);
  return codes.size === 0 ? lines : [...lines, `- \`code\` is one of ${[...codes].join(', ')}`];
}

function addCodes(api: JsonObject, media: JsonValue, codes: Set<string>): void {
  const schema = resolved(api, isJsonObject(media) ? media.schema : undefined);
  const { enum: values } = resolved(api, objectAt(schema, 'properties').code);
  for (const value of Array.isArray(values) ? values.slice(0, 100) : []) codes.add(plain(value));
}

function listSchemes(api: JsonObject): string[] {
  const schemes = objectAt(objectAt(api, 'components'), 'securitySchemes');
  return Object.entries(schemes).map(([name, scheme]) => {
    const { type, scheme: kind, in: place, name: field, description } = resolved(api, scheme);
    const how =
      type === 'http'
        ? `\`Authorization: ${capitalise(plain(kind))} …\``
        : `${plain(type)}${place === undefined ? '' : ` \`${plain(field)}\` in the ${plain(place)}`}`;
    return `- ${plain(name)}: ${how} ${plain(description)}`.trimEnd();
  });
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

function paragraph(text: string): string[] {
  return text === '' ? [] : [text, ''];
}

function typeOf(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return '';
  if (Array.isArray(schema.enum)) return ` ${schema.enum.slice(0, limits.names).map(plain).join('|')}`;
  return typeof schema.type === 'string' ? ` ${schema.type}` : '';
}

function objectAt(value: JsonValue | undefined, member: string): JsonObject {
  const found = isJsonObject(value) ? value[member] : undefined;
  return isJsonObject(found) ? found : {};
}

function listAt(api: JsonObject, value: JsonValue | undefined, member: string): JsonObject[] {
  const found = isJsonObject(value) ? value[member] : undefined;
  return Array.isArray(found) ? found.map((each) => resolved(api, each)) : [];
}

function resolved(api: JsonObject, value: JsonValue | undefined): JsonObject {
  const found = resolve(api, value);
  return isJsonObject(found) ? found : {};
}

/** Resolves a local reference; follows a chain for a few steps only, so that it always ends. */
function resolve(api: JsonObject, value: JsonValue | undefined): JsonValue | undefined {
  let found = value;
  for (let steps = 0; steps < 8 && isJsonObject(found) && typeof found.$ref === 'string'; steps += 1) {
    found = found.$ref.startsWith('#') ? getPointer(api, decodePointer(found.$ref.slice(1))) : undefined;
  }
  return found;
}

function decodePointer(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** One line of text, truncated. */
function plain(text: JsonValue | undefined): string {
  return typeof text === 'string' || typeof text === 'number'
    ? String(text).slice(0, limits.text).replaceAll(/\s+/g, ' ').trim()
    : '';
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
