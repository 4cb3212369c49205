/** PROF-ERR-02: errors have a stable code in addition to the status. */
import type { Api, SchemaNode } from '../../api/api.js';
import { isNumeric, isType } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';
import { hasProblemField, listShapes, problemCase } from './problem-fields.js';

/** Errors without a code. */
export const errorCodeMissing: Rule = {
  id: 'error-code-missing',
  requirement: 'PROF-ERR-02',
  severity: 'warning',
  varies:
    'warning for a status with many causes (400, 409, 422, 4XX, default) when no field can be a code, because every field is a text for people, the status, a time, a request id or the input; info when a number or another field may be a code, and for other statuses, which are specific enough',
  message: 'Error responses have no code in addition to the HTTP status.',
  why: 'One status covers many errors; an agent needs the name of the specific one.',
  help: 'Add a code such as NOT_FOUND, and list the codes in an enum.',
  check(api, report) {
    const ambiguous = new Set(
      api.problems.flatMap(({ schema, response }) =>
        schema !== undefined && manyCauses.test(response.status) ? [schema.pointer] : [],
      ),
    );
    for (const schema of listShapes(api)) {
      if (api.leaves(schema) === 0 || hasCode(api, schema) || hasNamedError(api, schema)) continue;
      // A number may be the status again, or a code of its own; the description does not say.
      const isOpen =
        hasProblemField(api, schema, api.settings.names.errorCode) !== undefined ||
        isNumeric(api.properties(schema).get('error')?.schema ?? {}) ||
        !isKnown(api, schema) ||
        !ambiguous.has(schema.pointer);
      report(schema.at, {}, isOpen ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      problemCase(object({ code: { type: 'string' } })),
      problemCase(object({ errors: { type: 'array', items: object({ code: { type: 'string' } }) } })),
      problemCase(object({ code: { type: 'integer', example: 40142 } })),
      problemCase({
        oneOf: [object({ type: { type: 'string', enum: ['UnknownUser'] } }), object({ type: { enum: ['Blocked'] } })],
      }),
      problemCase(
        object({
          limits: {
            type: 'array',
            items: object({ name: { type: 'string', description: 'Identifier of the limit that was reached' } }),
          },
        }),
      ),
      problemCase(object({ msg: { type: 'string' }, status: { type: 'string', enum: ['INVALIDMETHOD'] } })),
      problemCase(object({ code: { type: 'integer' }, internal_code: { type: 'integer' } })),
      problemCase(object({ Type: { type: 'string' }, Message: { type: 'string' } })),
      problemCase(object({ error: { type: 'string' }, error_description: { type: 'string' } })),
    ],
    bad: [
      problemCase(object({ errors: { type: 'array', items: { type: 'string', const: 'Not found' } } })),
      problemCase(object({ message: { type: 'string' } })),
      problemCase(object({ code: { type: 'integer' } })),
    ],
  },
};

/** Statuses that a caller gets for many reasons; 404, 429 or 500 say as much as a code. */
const manyCauses = /^(?:400|409|422|4XX|default)$/i;

/** A code as text anywhere in the error: in itself, in a list of errors, or as the type of the error next to its text. */
function hasCode(api: Api, schema: SchemaNode): boolean {
  const found = hasProblemField(api, schema, api.settings.names.errorCode);
  if (found !== undefined && (!isNumeric(found.schema) || isOwnNumber(found))) return true;
  return api.walk(schema).some(({ name = '', schema: { type, enum: values, example }, owner, description = '' }) => {
    // `"error": "invalid_name"`: the example is a code, not a sentence.
    if (/^(?:error|reason|message)$/i.test(name) && typeof example === 'string' && code.test(example)) return true;
    if (/^(?:status|error)$/i.test(name) && Array.isArray(values) && values.every(isWord)) return true;
    if (/^(?:internal|app|api|sub|reason|fault)_?code$/i.test(name)) return true;
    // The alternatives of an error, each with its own name.
    if (/^(?:type|kind|name|reason)$/i.test(name) && Array.isArray(values) && values.every(isWord)) return true;
    if (type !== 'string' && !Array.isArray(values)) return false;
    if (tokensOf(name).at(-1) === 'code' || /^err(?:or)?code$/i.test(name))
      return !/country|currency|postal|zip|language|status/i.test(name);
    // "Identifier of the unsatisfied limit", in a list of reasons.
    if (
      owner?.role === 'item' &&
      /^(?:name|reason|key)$/i.test(name) &&
      /\bidentifier\b|\bpossible values\b/i.test(description)
    )
      return true;
    return /^(?:(?:error_?)?type|name)$/i.test(name) && owner !== undefined && hasText(api, owner);
  });
}

const code = /^[a-z]+(?:[_.-][a-z0-9]+)+$|^[A-Z]+(?:_[A-Z0-9]+)+$/;

/** `NOT_FOUND`, but not `ok`, `error` or `404`. */
function isWord(value: unknown): boolean {
  return (
    typeof value === 'string' && /[a-z]/i.test(value) && !/^(?:ok|error|errors?|fail(?:ed|ure)?|success)$/i.test(value)
  );
}

/** A number that is not the status again: its name or description says what it is, or its example is not a status. */
function isOwnNumber({ schema, name = '', description = '' }: SchemaNode): boolean {
  if (/^err(?:or)?_?code$/i.test(name)) return true;
  const { example } = schema;
  if (typeof example === 'number') return example < 100 || example > 599;
  return description !== '' && !/status|http/i.test(description);
}

/** Fields that tell people, or repeat what the caller knows. */
const plain =
  /^(?:(?:error|user|dev\w*|status)?_?(?:messages?|msg|text|description)|errors?|details?|title|instance|status(?:_?code|_?text)?|success|ok|timestamp|time|date|path|url|uri|method|stack\w*|trace\w*|(?:request|trace|correlation|log)_?id|data|meta\w*|help\w*|link\w*|docs?|documentation\w*|input|payload|body|fields?|loc|location|param\w*|property|pointer|source|value|result|response|exception)$/i;

/** True when no field of the error can be a code under another name. */
function isKnown(api: Api, schema: SchemaNode): boolean {
  return api.walk(schema).every(({ name, schema: { enum: values, const: constant } }) => {
    if (constant !== undefined || (Array.isArray(values) && values.some(isWord))) return false;
    return name === undefined || plain.test(name);
  });
}

function hasText(api: Api, owner: SchemaNode): boolean {
  return [...api.properties(owner).keys()].some((name) => /message|msg|detail|title|description/i.test(name));
}

/** RFC 6749 calls the code `error`, next to a description for people. */
function hasNamedError(api: Api, schema: SchemaNode): boolean {
  const properties = api.properties(schema);
  const error = properties.get('error');
  if (error === undefined || !isType(error.schema, 'string')) return false;
  if ([...properties.keys()].some((name) => /descri|message|detail|hint|reason/i.test(name))) return true;
  const users = api.problems.filter((problem) => problem.schema?.pointer === schema.pointer);
  return (
    /oauth/i.test(schema.pointer) ||
    users.every(
      ({ operation: { path, summary } }) =>
        /\/(?:oauth2?|oidc|connect)\//i.test(path) || /\boauth/i.test(summary ?? ''),
    )
  );
}
