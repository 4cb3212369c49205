/** Questions of a server as clients get them, and answers of clients as servers get them: known members, plain texts. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { ClientQuestion } from '../../../gateway/client-line.js';
import { memberOf, ownMeta } from '../wire.js';

/** Maximum characters of the message of a question to a person, and of a title or description in its form. */
const maxMessage = 4000;
const maxLabel = 500;

/** Maximum number of fields of a form. */
const maxFields = 50;

/** The question with its origin; texts for people are plain and name the service. */
export function markQuestion({ method, params }: ClientQuestion, agentId: string): ClientQuestion {
  const _meta = { [`${ownMeta}origin`]: `/agents/${encodeURIComponent(agentId)}`, [`${ownMeta}trust`]: 'untrusted' };
  if (method === 'roots/list') return { method, params: { _meta } };
  if (method !== 'elicitation/create') return { method, params: { ...params, _meta } };
  const said = plain(memberOf(params, 'message'), maxMessage);
  const message = `The service '${agentId}' asks (third-party text): ${said}`;
  if (params.mode === 'url') return { method, params: { ...urlOf(params), message, _meta } };
  return {
    method,
    params: { mode: 'form', message, requestedSchema: formOf(memberOf(params, 'requestedSchema')), _meta },
  };
}

/** Only https addresses are shown, since the user is asked to open them. */
function urlOf(params: JsonObject): JsonObject {
  const url = memberOf(params, 'url');
  const id = memberOf(params, 'elicitationId');
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new Failure('INPUT_UNAVAILABLE', {
      message: 'The service asked the user to open an address that is not https.',
    });
  }
  return {
    mode: 'url',
    url: new URL(url).href,
    ...(typeof id === 'string' ? { elicitationId: id.slice(0, 200) } : {}),
  };
}

/** Forms are flat objects with plain labels. */
function formOf(schema: JsonValue | undefined): JsonObject {
  const fields = isJsonObject(schema) && isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (fields.length > maxFields) {
    throw new Failure('INPUT_UNAVAILABLE', {
      message: `The service asked the user with a form of ${fields.length} fields; at most ${maxFields} are shown.`,
    });
  }
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, fieldOf(field)]));
  const required = isJsonObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  const names = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  return { type: 'object', properties, ...(names.length === 0 ? {} : { required: names }) };
}

function fieldOf(field: JsonValue): JsonObject {
  if (!isJsonObject(field)) return { type: 'string' };
  const labels = ['title', 'description'].flatMap((name) => {
    const label = memberOf(field, name);
    return typeof label === 'string' ? [[name, plain(label, maxLabel)]] : [];
  });
  const { title: _, description: __, ...rest } = field;
  return { ...rest, ...(Object.fromEntries(labels) as JsonObject) };
}

/** Without control characters and characters that are invisible or change the direction of text. */
function plain(text: JsonValue | undefined, most: number): string {
  if (typeof text !== 'string') return '';
  const shown = text.replace(/[^\P{C}\n]/gu, '');
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
