/** Predicates and lookups on one operation that several rules share. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintSettings } from '../settings/settings.js';
import type { Api, ApiOperation, Parameter, Problem, SchemaNode } from './api.js';
import { listOf } from './classify.js';
import { literalSegments } from './list-path-operations.js';
import { isSameName, plainName, tokensOf } from './words.js';

/** True when a name matches one of the configured names of a concept, in any naming style. */
export function isNamed(name: string, names: readonly string[]): boolean {
  for (const each of names) if (isSameName(name, each)) return true;
  return false;
}

/** The parameters of all exposed operations; a shared parameter is listed once. */
export function listParameters({ exposed }: Pick<Api, 'exposed'>): Parameter[] {
  return [...new Map(exposed.flatMap(({ parameters }) => parameters.map((each) => [each.pointer, each]))).values()];
}

/** Finds a parameter by the names of a concept, in the given locations. */
export function findParameter(
  { parameters }: ApiOperation,
  names: readonly string[],
  places: readonly string[] = ['query', 'header'],
): Parameter | undefined {
  return parameters.find((parameter) => places.includes(parameter.in) && isNamed(parameter.name, names));
}

/** Finds an input property by the names of a concept. */
export function findInput(api: Api, { input }: ApiOperation, names: readonly string[]): SchemaNode | undefined {
  if (input === undefined) return undefined;
  for (const [name, node] of api.properties(input)) if (isNamed(name, names)) return node;
  return undefined;
}

/** Where an operation accepts its idempotency key: the parameter or property, with its description. */
export function findKey(api: Api, operation: ApiOperation): { at: string; description?: string } | undefined {
  const { idempotencyKey } = api.settings.names;
  const parameter = findParameter(operation, idempotencyKey);
  if (parameter !== undefined) return { at: parameter.pointer, ...described(parameter.description) };
  const property = findInput(api, operation, idempotencyKey);
  return property === undefined ? undefined : { at: property.at, ...described(property.description) };
}

function described(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}

/** The parameter or property that requests a dry run. */
export function findDryRun(api: Api, operation: ApiOperation): Parameter | SchemaNode | undefined {
  const { dryRun } = api.settings.names;
  return findParameter(operation, dryRun) ?? findInput(api, operation, dryRun);
}

/** True when the operation supports a dry run. */
export function hasPreview(api: Api, operation: ApiOperation): boolean {
  return operation.agent.dryRun || findDryRun(api, operation) !== undefined;
}

/** The schema node of a list response's items. */
export function itemsOf(api: Api, operation: ApiOperation): SchemaNode | undefined {
  const list = listOf(operation, { walk: api, names: api.settings.names });
  return list === undefined
    ? undefined
    : api.walk(list).find(({ role, owner }) => role === 'item' && owner?.pointer === list.pointer);
}

/** Parameters that page through a list. */
export function pagingNames({ names }: LintSettings): readonly string[] {
  return [...names.pageSize, ...names.cursor, ...names.offset];
}

/** The pagination scheme of a list; a `page` parameter whose description says cursor counts as a cursor. */
export function pagingScheme(
  { settings, walk }: Pick<Api, 'settings'> & Partial<Pick<Api, 'walk'>>,
  operation: ApiOperation,
): { scheme: 'cursor' | 'page number' | 'offset'; name: string } | undefined {
  const cursor = findParameter(operation, settings.names.cursor, ['query']);
  // `startingAfter` with the format of a date is a filter.
  if (cursor !== undefined && !/^date/.test(String(cursor.schema?.schema.format ?? '')))
    return { scheme: 'cursor', name: cursor.name };
  const found = findParameter(operation, settings.names.offset, ['query']);
  // A start next to an end is a range.
  if (found === undefined || (/^start$/i.test(found.name) && findParameter(operation, ['end'], ['query'])))
    return undefined;
  // `offset.cr`: one of several modes is a cursor.
  const modes = found.schema === undefined ? [] : (walk?.(found.schema) ?? []);
  const texts = [found.description, ...modes.map((each) => each.description)].join(' ');
  // `page[cursor]` of JSON:API.
  const hasCursor = modes.some((each) => each.role === 'property' && /^cursor$|_?token$/i.test(each.name ?? ''));
  const opaque = hasCursor || /\b(?:cursor|opaque|(?:offset|page|next|pagination) token)\b/i.test(texts);
  const counted = /page/i.test(found.name) ? 'page number' : 'offset';
  return { scheme: opaque ? 'cursor' : counted, name: found.name };
}

const selects =
  /\b(?:fields?|keys|attributes|properties|columns)\b.{0,60}\b(?:return|retriev|includ|exclud|select|respon|show|drop|omit|leave out)|\b(?:return|retriev|includ|exclud|select|limit|restrict|drop|omit)\w*\b.{0,60}\b(?:fields|keys|attributes|properties|columns)\b/is;

/** The parameter that controls how much is returned, found by its name or description. */
export function findVerbosity(api: Api, operation: ApiOperation): Parameter | SchemaNode | undefined {
  const { verbosity } = api.settings.names;
  return (
    findParameter(operation, verbosity) ??
    // `fields[articles]` of JSON:API.
    operation.parameters.find((each) => each.in === 'query' && /^fields\[/.test(each.name)) ??
    operation.parameters.find((each) => each.in === 'query' && (isSwitch(each) || hasLevels(each))) ??
    operation.parameters.find((each) => each.in === 'query' && selects.test(each.description?.slice(0, 1_000) ?? '')) ??
    findInput(api, operation, verbosity) ??
    findInput(api, operation, ['detail_level', 'level_of_detail', 'response_detail', 'verbosity'])
  );
}

/** `includeData`, `orderWithLines` or `full` switches a part of the response on or off, or its description says so. */
function isSwitch({ name, description = '', schema }: Parameter): boolean {
  if (schema?.schema.type !== 'boolean') return false;
  return (
    /^(?:include|with|omit|exclude|expand|embed|return)(?:[-_]|[A-Z])|[a-z](?:With|Include)[A-Z]|_(?:with|include)_/.test(
      name,
    ) ||
    /^(?:exclude|include|omit)_?(?:details?|data|info|meta(?:data)?|fields|items|children)$/i.test(name) ||
    /^(?:full|verbose|detail(?:s|ed)?|brief|compact|minimal|short|simple|basic)$/i.test(name) ||
    /\bwhether to (?:include|return|show|embed|expand|omit)\b|^(?:parse (?:&|and) )?(?:include|return|show|embed|expand)s?\b[^.]*\?$/i.test(
      description.slice(0, 500),
    )
  );
}

/** `audit=FULL|MINIMAL|NONE`: the values are levels, or parts of the response of which one is everything. */
function hasLevels({ name, schema }: Parameter): boolean {
  const items = schema?.schema.items;
  const values = schema?.schema.enum ?? (isJsonObject(items) ? items.enum : undefined);
  if (!Array.isArray(values)) return false;
  const words = values.map((value) => String(value).toLowerCase());
  if (!words.some((word) => /^(?:full|complete|detail(?:ed|s)?|verbose|extended|everything)$/.test(word))) return false;
  return (
    /^(?:options?|parts?|sections?|view|projection|detail)$/i.test(name) ||
    words.some((word) => /^(?:none|minimal|basic|summary|short|compact|brief|concise|simple|default)$/.test(word))
  );
}

/** Finds a property node by the names of a concept. */
export function findProperty(api: Api, node: SchemaNode, names: readonly string[]): SchemaNode | undefined {
  for (const [name, property] of api.properties(node)) if (isNamed(name, names)) return property;
  return undefined;
}

/** Every text of an operation that an agent reads. */
export function proseOf({ summary, description }: ApiOperation): string {
  return [summary, description].filter((each) => each !== undefined).join('. ');
}

const credentials = new Set(
  'key keyid apikey xapikey appkey licensekey credentials apicredentials accesstoken authtoken token authorization auth password passphrase secret apisecret clientsecret signature xamzsignature'.split(
    ' ',
  ),
);

/** Some descriptions list the credential among the inputs; it is required all the same. */
export function takesCredential(api: Api, { parameters, input, bodyTypes }: ApiOperation): boolean {
  const names = [
    ...parameters.map(({ name }) => name),
    ...(input === undefined ? [] : api.properties(input).keys()),
    ...bodyTypes.flatMap(({ value, pointer }) => formNames(api, value.schema, pointer)),
  ];
  return names.some(
    (name) =>
      credentials.has(plainName(name)) ||
      // A password change that requires the old password authenticates the caller.
      /^(?:old|current|existing|previous)(?:password|passphrase|pin)$/.test(plainName(name)) ||
      /(?:accesstoken|refreshtoken|apikey|appkey|authtoken|secretkey|userkey|servertoken|sessiontoken|authorization|signingcredentials?)$/.test(
        plainName(name),
      ),
  );
}

/** The body is a token that somebody with an account was given, or the link is signed: the signature is the permission. */
export function takesSignedToken(api: Api, { input, parameters }: ApiOperation): boolean {
  if (parameters.some(({ name }) => /^(?:x-)?(?:sig|sign|signature|hmac)$|[-_](?:signature|hmac)$/i.test(name)))
    return true;
  if (input === undefined) return false;
  const schema = tokensOf(input.pointer.split('/').at(-1) ?? '').join(' ');
  if (/\bsigned token$|\bjwt$/.test(schema)) return true;
  return [...api.properties(input).keys()].some((name) => /^(?:hmac|jws|jwt|signed_?token)$/i.test(name));
}

/** The fields of a form, which is not walked as a JSON input is. */
function formNames(api: Api, schema: JsonValue | undefined, pointer: string): string[] {
  const properties = api.follow({ value: schema ?? null, pointer })?.value.properties;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** True when data is sent to a machine, which reaches nobody. */
export function sendsData({ summary = '' }: Pick<ApiOperation, 'summary'>): boolean {
  return /\b(?:send|push|post)s? (?:\w+ )?(?:data|events?|metrics?|values?|feedback)\b/i.test(summary);
}

/** A check whether the service is up; its answer is a status, good or bad. */
export function isHealthCheck(path: string): boolean {
  return (
    /\/[-_]*(?:ping|health[\w-]*|(?:lb)?heartbeat|status|ready\w*|readiness|a?live\w*)_*\/?$/i.test(path) ||
    // `/health/started`, `/actuator/health/db`, `/-/healthy` and `/up`: what only the name above says, or a root of its own.
    /\/_*(?:health(?:z|_?checks?)?|probes?)\/[\w-]+\/?$|^(?:\/api)?\/(?:up|alive|startup|started)\/?$/i.test(path)
  );
}

/** A 503 with the schema of the success reports the state of a service, as a health check does; it is not an error. */
export function reportsState({ schema, operation, response }: Problem): boolean {
  if (isHealthCheck(operation.path)) return true;
  return response.status === '503' && schema !== undefined && schema.pointer === operation.output?.pointer;
}

const credentialWords = new Set('token login logout signin signout session authenticate authorize'.split(' '));

/** True for an operation that hands out or ends a credential. */
export function isLogin({ method, path }: Pick<ApiOperation, 'method' | 'path'>): boolean {
  if (method !== 'post') return false;
  const segments = literalSegments(path);
  if (tokensOf(segments.at(-1) ?? '').some((word) => credentialWords.has(word))) return true;
  return segments.some((segment) => /^(?:log|sign)-?_?in$/i.test(segment));
}

/** A link: the response of every success sends the caller on. */
export function onlyRedirects({ responses }: Pick<ApiOperation, 'responses'>): boolean {
  const good = responses.filter(({ status }) => /^[23]/.test(status));
  return good.length > 0 && good.every(({ status }) => /^30[12378]$/.test(status));
}

/** Another service sends its events here, and only reads the status; "Create a webhook" asks for such events. */
export function isReceiver({ method, path, id, summary }: ApiOperation): boolean {
  const first = [tokensOf(id ?? '')[0], tokensOf(summary ?? '')[0]];
  return (
    method === 'post' &&
    literalSegments(path).some((segment) => /(?:callback|web-?_?hook)s?$/i.test(segment)) &&
    !path.includes('{') &&
    !first.some((word) => /^(?:creates?|adds?|registers?|subscribes?|configures?)$/.test(word ?? ''))
  );
}
