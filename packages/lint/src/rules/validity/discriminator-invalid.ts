/** PROF-DESC-01: a discriminator names a property and schemas that exist. */
import { childPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { listSchemas } from '../../api/list-schemas.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Discriminators by which no client can choose a schema. */
export const discriminatorInvalid: Rule = {
  id: 'discriminator-invalid',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  message: 'The discriminator {name} {fault}.',
  why: 'A client cannot tell which of the alternatives a value is, or which one to send.',
  help: 'Name a property that every alternative describes, and map its values to schemas that exist.',
  ignoresWording: true,
  check(api, report) {
    if (api.given !== undefined) return;
    for (const node of api.once(listSchemas)) {
      const { discriminator } = node.schema;
      if (!isJsonObject(discriminator) || typeof discriminator.propertyName !== 'string') continue;
      const name = discriminator.propertyName;
      const pointer = `${node.pointer}/discriminator`;
      if (lacksProperty(api, node, name)) {
        const isChoice = Array.isArray(node.schema.oneOf) || Array.isArray(node.schema.anyOf);
        report(pointer, { name, fault: `is not a property of ${isChoice ? 'every alternative' : 'the schema'}` });
        continue;
      }
      const mapping = isJsonObject(discriminator.mapping) ? Object.entries(discriminator.mapping) : [];
      for (const [value, target] of mapping) {
        if (exists(api, target)) continue;
        const fault = `maps "${value}" to ${String(target)}, which does not exist`;
        report(childPointer(`${pointer}/mapping`, value), { name, fault });
      }
    }
  },
  cases: {
    good: [
      kinds({ propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } }),
      kinds({ propertyName: 'kind', mapping: { cat: 'Cat', dog: 'dog.yaml#/Dog' } }),
    ],
    bad: [
      kinds({ propertyName: 'type' }),
      kinds({ propertyName: 'kind', mapping: { cat: '#/components/schemas/Cats' } }),
      kinds({ propertyName: 'kind', mapping: { cat: 'Cats' } }),
    ],
  },
};

/** A response of one of two kinds, for cases. */
function kinds(discriminator: JsonValue): Rule['cases']['good'][number] {
  const kind = { type: 'string' };
  const oneOf = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return {
    'get /t': { responses: answer({ oneOf, discriminator }) },
    components: { schemas: { Cat: object({ kind }), Dog: { allOf: [object({ kind })] } } },
  };
}

/** True when an alternative, or the schema itself if it has no alternatives, describes properties without this one. */
function lacksProperty(api: Api, node: SchemaNode, name: string): boolean {
  const { oneOf, anyOf } = node.schema;
  const alternatives = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : undefined;
  if (api.properties(node).size === 0) return false;
  if (alternatives === undefined) return !api.properties(node).has(name);
  if (isJsonObject(node.schema.properties) && node.schema.properties[name] !== undefined) return false;
  const parts = api.walk(node).filter(({ role, owner, at }) => {
    return role === 'part' && owner?.pointer === node.pointer && /\/(?:oneOf|anyOf)\/\d+$/.test(at);
  });
  return parts.some((part) => {
    const properties = api.properties(part);
    return properties.size > 0 && !properties.has(name);
  });
}

/** Names of schemas and references in this document; other documents were not read. */
function exists(api: Api, target: JsonValue | undefined): boolean {
  if (typeof target !== 'string') return true;
  const ref = /^[\w-]+$/.test(target) ? `#/components/schemas/${target}` : target;
  return !ref.startsWith('#/') || api.follow({ value: { $ref: ref }, pointer: '' }) !== undefined;
}
