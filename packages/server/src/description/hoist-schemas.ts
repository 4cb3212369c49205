/** Moves schemas with a title into `components`, so that the API description defines each of them once. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** A value with references instead of titled schemas, and the schemas by title. */
export interface HoistedSchemas {
  value: JsonValue;
  schemas: JsonObject;
}

/**
 * Replaces titled schemas by references; throws when two different schemas have the same title. Objects are shared with
 * their description; other schemas only with their constraints, so that each use has a description of its own.
 */
export function hoistSchemas(value: JsonValue): HoistedSchemas {
  const schemas = new Map<string, JsonValue>();
  const visit = (node: JsonValue): JsonValue => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isJsonObject(node)) return node;
    const visited = Object.fromEntries(
      Object.entries(node).map(([name, member]) => [name, isExample(name) ? member : visit(member)]),
    );
    if (!isTitledSchema(visited)) return visited;
    if (visited.type === 'object') return refer(visited.title, visited);
    const { description, ...shared } = visited;
    return { ...refer(visited.title, shared), ...(description === undefined ? {} : { description }) };
  };
  const refer = (title: string, schema: JsonObject): JsonObject => {
    const known = schemas.get(title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two different schemas have the title ${title}`);
    }
    schemas.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  };
  const shared = visit(value);
  return { value: shared, schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Example values may contain schemas, which are not part of the description. */
function isExample(member: string): boolean {
  return member === 'examples' || member === 'example';
}

function isTitledSchema(node: JsonObject): node is JsonObject & { title: string } {
  const isSchema = typeof node.type === 'string' || Array.isArray(node.type) || Array.isArray(node.anyOf);
  return isSchema && typeof node.title === 'string' && /^[A-Z][A-Za-z]+$/.test(node.title);
}
