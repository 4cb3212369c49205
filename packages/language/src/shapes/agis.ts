/** The objects of AGIS 1.0, derived from the published schema of a document. */
import { agisDocumentSchema } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { schemaMembers } from './json-schema.js';
import type { Format, MemberRow } from './shape.js';

const object = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** AGIS documents. */
export const agisFormat: Format = {
  root: 'Document',
  shapes: {
    Document: rowsOf(agisDocumentSchema),
    ...Object.fromEntries(
      Object.entries(object(agisDocumentSchema.$defs))
        .filter(([, schema]) => isJsonObject(object(schema).properties))
        .map(([name, schema]) => [name, rowsOf(object(schema))]),
    ),
    NamedError: rowsOf(errorObject()),
    Schema: schemaMembers,
  },
};

/** A named error is one of two forms of an item. */
function errorObject(): JsonObject {
  const { anyOf } = object(object(object(agisDocumentSchema.$defs).errors).items);
  return Array.isArray(anyOf) ? object(anyOf.find((each) => isJsonObject(object(each).properties))) : {};
}

function rowsOf(schema: JsonObject): Record<string, MemberRow> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    Object.entries(object(schema.properties)).map(([name, member]) => {
      const type = typeOf(name, object(member));
      const { description } = object(member);
      return [name, [`${type}${required.includes(name) ? '!' : ''}`, docOf(member, description)]];
    }),
  );
}

/** A reference has no description of its own. */
function docOf(member: JsonValue | undefined, description: JsonValue | undefined): string {
  if (typeof description === 'string') return description;
  const target = definitionOf(object(member));
  const { description: said } = object(object(agisDocumentSchema.$defs)[target]);
  return typeof said === 'string' ? said : '';
}

function definitionOf({ $ref }: JsonObject): string {
  return typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : '';
}

function typeOf(name: string, member: JsonObject): string {
  if (name === 'schemas') return 'Schema{}';
  if (name === 'input' || name === 'output') return 'Schema';
  const target = definitionOf(member);
  if (target === 'errors') return 'NamedError[]';
  if (target !== '') return target;
  if ('const' in member) return `'${String(member.const)}'`;
  if (Array.isArray(member.enum)) return member.enum.map((value) => `'${String(value)}'`).join(' | ');
  if (member.type === 'array') return `${typeOf('', object(member.items))}[]`;
  if (member.type === 'object') {
    const each = object(member.additionalProperties);
    return each.type === 'array' ? 'string[]{}' : 'string{}';
  }
  return typeof member.type === 'string' ? member.type : 'any';
}
