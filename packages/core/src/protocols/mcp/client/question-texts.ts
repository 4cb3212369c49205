/** Questions of a server as clients get them, and answers of clients as servers get them: known members, plain texts. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, visibleText } from '@dragoman/model';
import { isLoopbackHost } from '../../../access/loopback.js';
import type { ClientQuestion } from '../../../gateway/client-line.js';
import { memberOf, ownMeta } from '../wire.js';

/** Maximum characters of the message of a question to a person, and of a title or description in its form. */
const maxMessage = 4000;
const maxLabel = 500;

/** Maximum number of fields of a form, and of choices of a field. */
const maxFields = 50;
const maxChoices = 500;

/** The members of a field that forms have; `pattern` is not one of them, and could stop a client that checks it. */
const constraints = [
  'type',
  'format',
  'default',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
];

/** What to do about a question that no client can answer. */
export const faultHelp = 'Report it to the provider of the service; other clients cannot answer it either.';

/** The service that asks. */
export interface Asker {
  agentId: string;
  /** True for a service on the machine of the gateway, whose pages may be there too. */
  isLocal: boolean;
}

/** The question with its origin; texts for people are plain and name the service. */
export function markQuestion({ method, params }: ClientQuestion, { agentId, isLocal }: Asker): ClientQuestion {
  const _meta = { [`${ownMeta}origin`]: `/agents/${encodeURIComponent(agentId)}`, [`${ownMeta}trust`]: 'untrusted' };
  if (method === 'roots/list') return { method, params: { _meta } };
  if (method !== 'elicitation/create') return { method, params: { ...params, _meta } };
  const said = plain(memberOf(params, 'message'), maxMessage);
  const message = `The service '${agentId}' asks (third-party text): ${said}`;
  if (params.mode === 'url') return { method, params: { ...urlOf(params, isLocal), message, _meta } };
  return {
    method,
    params: { mode: 'form', message, requestedSchema: formOf(memberOf(params, 'requestedSchema')), _meta },
  };
}

/** Only https addresses are shown, since the user is asked to open them; of a local service also its own pages. */
function urlOf(params: JsonObject, isLocal: boolean): JsonObject {
  const url = memberOf(params, 'url');
  const id = memberOf(params, 'elicitationId');
  if (typeof url !== 'string' || !URL.canParse(url) || !isSafe(new URL(url), isLocal)) {
    throw new Failure('INPUT_UNAVAILABLE', {
      help: faultHelp,
      message: 'The service asked the user to open an address that is not https.',
    });
  }
  return {
    mode: 'url',
    url: new URL(url).href,
    ...(typeof id === 'string' ? { elicitationId: id.slice(0, 200) } : {}),
  };
}

function isSafe({ protocol, hostname }: URL, isLocal: boolean): boolean {
  return protocol === 'https:' || (isLocal && protocol === 'http:' && isLoopbackHost(hostname));
}

/** Forms are flat objects with plain labels. */
function formOf(schema: JsonValue | undefined): JsonObject {
  const fields = isJsonObject(schema) && isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (fields.length > maxFields) {
    throw new Failure('INPUT_UNAVAILABLE', {
      help: faultHelp,
      message: `The service asked the user with a form of ${fields.length} fields; at most ${maxFields} are shown.`,
    });
  }
  const properties = Object.fromEntries(fields.map(([name, field]) => [readable(name), fieldOf(field)]));
  const required = isJsonObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  const names = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  return { type: 'object', properties, ...(names.length === 0 ? {} : { required: names }) };
}

/** A field, or a choice of a field: its constraints, and plain labels. */
function fieldOf(field: JsonValue): JsonObject {
  if (!isJsonObject(field)) return { type: 'string' };
  const { enumNames, items } = field;
  const members: [string, JsonValue][] = Object.entries(field).filter(([name]) => constraints.includes(name));
  for (const [, value] of members) for (const each of [value].flat()) if (typeof each === 'string') readable(each);
  for (const name of ['title', 'description']) {
    const label = memberOf(field, name);
    if (typeof label === 'string') members.push([name, plain(label, maxLabel)]);
  }
  if (Array.isArray(enumNames)) members.push(['enumNames', enumNames.map((label) => plain(label, maxLabel))]);
  for (const name of ['oneOf', 'anyOf']) {
    const choices = memberOf(field, name);
    if (Array.isArray(choices)) members.push([name, choices.map(fieldOf)]);
  }
  if (isJsonObject(items)) members.push(['items', fieldOf(items)]);
  const most = Math.max(0, ...members.map(([, value]) => (Array.isArray(value) ? value.length : 0)));
  if (most > maxChoices) {
    throw new Failure('INPUT_UNAVAILABLE', {
      help: faultHelp,
      message: `The service asked the user to choose among ${most} values; at most ${maxChoices} are shown.`,
    });
  }
  return Object.fromEntries(members);
}

/** A name or value that the answer repeats, so that it cannot be changed; one that a user cannot read is refused. */
function readable(text: string): string {
  if (visibleText(text) === text.replace(/\r\n?/g, '\n')) return text;
  throw new Failure('INPUT_UNAVAILABLE', {
    help: faultHelp,
    message: 'The service asked the user with a form that has control characters or invisible ones in names or values.',
  });
}

function plain(text: JsonValue | undefined, most: number): string {
  if (typeof text !== 'string') return '';
  const shown = visibleText(text);
  return shown.length > most ? `${shown.slice(0, most)}… (${shown.length} characters)` : shown;
}

const actions: readonly JsonValue[] = ['accept', 'decline', 'cancel'];

/** The members of an answer that the server gets; throws for an answer in another form. */
export function readClientAnswer(method: string, answer: JsonValue | undefined): JsonObject {
  if (!isJsonObject(answer)) throw wrong(method);
  const { _meta: _, resultType: __, ...given } = answer;
  if (method === 'roots/list') {
    if (!Array.isArray(given.roots)) throw wrong(method);
    return { roots: given.roots };
  }
  if (method !== 'elicitation/create') {
    if (typeof given.role !== 'string' || given.content === undefined) throw wrong(method);
    return given;
  }
  const { action, content } = given;
  if (action === undefined || !actions.includes(action)) throw wrong(method);
  return { action, ...(action === 'accept' && isJsonObject(content) ? { content } : {}) };
}

function wrong(method: string): Failure {
  return new Failure('INPUT_UNAVAILABLE', { message: `The client answered ${method} in an invalid form.` });
}
