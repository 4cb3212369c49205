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
    'warning when every field is known to be something else (a text for people, the status, a time, an id of the request, the input); info when there is a number or another field that may be a code',
  message: 'Error responses have no code in addition to the HTTP status.',
  why: 'One status covers many errors; an agent needs the name of the specific one.',
  help: 'Add a code such as NOT_FOUND, and list the codes in an enum.',
  check(api, report) {
    for (const schema of listShapes(api)) {
      if (api.leaves(schema) === 0 || hasCode(api, schema) || hasNamedError(api, schema)) continue;
      // A number may be the status again, or a code of its own; the description does not say.
      const isOpen =
        hasProblemField(api, schema, api.settings.names.errorCode) !== undefined ||
        isNumeric(api.properties(schema).get('error')?.schema ?? {}) ||
        !isKnown(api, schema);
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

/** A code as text anywhere in the error: in itself, in a list of errors, or as the type of the error next to its text. */
function hasCode(api: Api, schema: SchemaNode): boolean {
  const found = hasProblemField(api, schema, api.settings.names.errorCode);
  if (found !== undefined && (!isNumeric(found.schema) || isOwnNumber(found))) return true;
  return api.walk(schema).some(({ name = '', schema: { type, enum: values }, owner, description = '' }) => {
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
  return (
    error !== undefined &&
    isType(error.schema, 'string') &&
    [...properties.keys()].some((name) => /descri|message|detail|hint|reason/i.test(name))
  );
}
