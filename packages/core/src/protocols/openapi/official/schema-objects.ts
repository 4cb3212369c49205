/**
 * Schema Objects of 3.1 and 3.2: the official schemas leave them to the meta-schema of JSON Schema 2020-12, whose table of
 * keywords is in `@dragoman/documents`. Schemas that declare another dialect are not checked.
 */
import { childPointer, expectedInstead, keywords, typeNames } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { quoteValue, typePhrase } from './phrases.js';
import type { Compiler, Node, Problem, Work } from './problem.js';
import { isFull } from './problem.js';

/** Members that OpenAPI adds to the keywords of JSON Schema. */
const added: JsonObject = {
  discriminator: {
    type: 'object',
    required: ['propertyName'],
    properties: {
      propertyName: { type: 'string' },
      mapping: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  xml: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      namespace: { type: 'string' },
      prefix: { type: 'string' },
      attribute: { type: 'boolean' },
      wrapped: { type: 'boolean' },
      nodeType: { enum: ['element', 'attribute', 'text', 'cdata', 'none'] },
    },
  },
  externalDocs: { type: 'object', required: ['url'] },
};

const ownDialects = /^https:\/\/(spec\.openapis\.org\/oas\/|json-schema\.org\/draft\/2020-12\/schema)/;

/** The check of a Schema Object; `dialect` is that of the document. */
export function createSchemaObjectNode(compiler: Compiler): Node {
  const members = new Map(Object.entries(added).map(([name, schema]) => [name, compiler.node(schema)]));
  const find = (value: JsonValue, pointer: string, work: Work, found: (problem: Problem) => boolean): boolean => {
    work.left -= 1;
    if (typeof value === 'boolean') return true;
    if (!isJsonObject(value)) return found({ pointer, fault: typePhrase(['object', 'boolean']), otherType: true });
    if (typeof value.$schema === 'string' && !ownDialects.test(value.$schema)) return true;
    for (const [name, each] of Object.entries(value)) {
      const at = childPointer(pointer, name);
      const member = members.get(name);
      if (member !== undefined && !member.test(each, work)) {
        const report = { problems: [] as Problem[], limit: 5, work };
        member.explain(each, at, report);
        if (!report.problems.every(found)) return false;
      }
      const form = keywords.get(name)?.form;
      if (form === undefined) continue;
      const fault = faultOf(form, each);
      if (fault !== undefined) {
        if (!found({ pointer: at, fault })) return false;
        continue;
      }
      if (!subschemas(form, each, at).every((part) => find(part.value, part.pointer, work, found))) return false;
    }
    return true;
  };
  return {
    test: (value, work) => find(value, '', work, () => false),
    explain(value, pointer, report) {
      find(value, pointer, report.work, (problem) => report.problems.push(problem) > 0 && !isFull(report));
    },
  };
}

type Form = NonNullable<ReturnType<typeof keywords.get>>['form'];

function faultOf(form: Form, value: JsonValue): string | undefined {
  if (form === 'items' && Array.isArray(value)) return 'must be a schema; a list of schemas is "prefixItems"';
  const expected = expectedInstead(form, value);
  if (expected !== undefined) return `must be ${expected}`;
  if (form !== 'type') return undefined;
  const odd = (Array.isArray(value) ? value : [value]).find((name) => !typeNames.has(name));
  return odd === undefined ? undefined : `must be a type of JSON Schema, not ${quoteValue(odd)}`;
}

function subschemas(form: Form, value: JsonValue, pointer: string): { value: JsonValue; pointer: string }[] {
  if (form === 'schema' || form === 'items') return [{ value, pointer }];
  if (form === 'schemas')
    return (value as JsonValue[]).map((each, at) => ({ value: each, pointer: childPointer(pointer, at) }));
  if (form !== 'schema-map' && form !== 'pattern-map') return [];
  return Object.entries(value as JsonObject).map(([name, each]) => ({
    value: each,
    pointer: childPointer(pointer, name),
  }));
}
