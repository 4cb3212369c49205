/**
 * Schema Objects of 3.1 and 3.2: the official schemas leave them to the meta-schema of JSON Schema 2020-12, whose table of
 * keywords is in `@dragoman/documents`. Schemas that declare another dialect are not checked.
 */
import { childPointer, expectedInstead, keywords, typeNames } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiVersion } from '../wire.js';
import { quoteValue, typePhrase } from './phrases.js';
import type { Compiler, Node, Problem, Work } from './problem.js';
import { isFull } from './problem.js';

/** An object with these members and extensions only. */
function closed(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, patternProperties: { '^x-': {} }, additionalProperties: false, ...more };
}

const text: JsonObject = { type: 'string' };
const flag: JsonObject = { type: 'boolean' };
const nodeTypes = ['element', 'attribute', 'text', 'cdata', 'none'];

/** Members that OpenAPI adds to the keywords of JSON Schema: its base vocabulary, of 3.1 or of 3.2. */
function addedMembers(version: OpenApiVersion): JsonObject {
  const isNew = version === '3.2';
  const mapping = { mapping: { type: 'object', additionalProperties: text } };
  const xml = { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag };
  const exclusive = ['attribute', 'wrapped'].map((member) => ({ not: { required: ['nodeType', member] } }));
  return {
    discriminator: closed(
      { propertyName: text, ...mapping, ...(isNew ? { defaultMapping: text } : {}) },
      { required: ['propertyName'] },
    ),
    xml: isNew ? closed({ ...xml, nodeType: { enum: nodeTypes } }, { allOf: exclusive }) : closed(xml),
    externalDocs: closed({ description: text, url: text }, { required: ['url'] }),
  };
}

const ownDialects = /^https:\/\/(spec\.openapis\.org\/oas\/|json-schema\.org\/draft\/2020-12\/schema)/;

/** The check of a Schema Object of this version. */
export function createSchemaObjectNode(compiler: Compiler, version: OpenApiVersion): Node {
  const members = new Map(Object.entries(addedMembers(version)).map(([name, schema]) => [name, compiler.node(schema)]));
  const find = (value: JsonValue, pointer: string, work: Work, found: (problem: Problem) => boolean): boolean => {
    work.left -= 1;
    if (typeof value === 'boolean') return true;
    if (!isJsonObject(value)) return found({ pointer, fault: typePhrase(['object', 'boolean']), otherType: true });
    const dialect = typeof value.$schema === 'string' ? value.$schema : work.dialect;
    if (dialect !== undefined && !ownDialects.test(dialect)) return true;
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
