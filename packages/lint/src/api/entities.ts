/** Maps identifiers to entities, and lists the identifiers that operations return. */
import type { Api, ApiOperation, SchemaNode } from './api.js';
import { literalSegments } from './list-path-operations.js';
import { tokensOf } from './words.js';

/** An identifier that a caller must supply. */
export interface NeededId {
  /** Last word of the entity's name. */
  entity: string;
  name: string;
  at: string;
  /** The caller chooses it, or receives it with its credentials. */
  owned: boolean;
  schema?: SchemaNode;
}

/** Names of identifiers that callers choose, or receive with their credentials. */
const own =
  /^(?:x[-_])?(?:request|correlation|trace|client|session|external|idempotency|transaction|message|device|tenant|account|org|organi[sz]ation|user|project|workspace|app|application|customer|subscription|store|shop|site|company)[-_]?(?:id|identifier)$/i;

/** True for an identifier that callers choose, or receive with their credentials. */
export function needsOwn(name: string): boolean {
  return own.test(name);
}

/** The entity for a name that ends in "id"; for a bare `id`, the entity in the path. */
export function entityOf(name: string, path?: string): string | undefined {
  const words = tokensOf(name);
  if (words.at(-1) !== 'id' && words.at(-1) !== 'uuid') return undefined;
  const own = words.slice(0, -1).at(-1);
  if (own !== undefined || path === undefined) return own;
  const before = path.split(`{${name}}`)[0] ?? path;
  return tokensOf(literalSegments(before).at(-1) ?? '')
    .filter((word) => word !== 'id')
    .at(-1);
}

/** Identifiers that operations require, in paths and as required properties, each location once. */
export function neededIds(api: Api): NeededId[] {
  const inPaths = api.exposed.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .flatMap(({ name, pointer, schema, description }) =>
        needed(name, pointer, {
          path: operation.path,
          schema: schema === undefined || description === undefined ? schema : { ...schema, description },
        }),
      ),
  );
  const inBodies = api.inputs.flatMap((node) => {
    const { name, at, owner } = node;
    if (
      name === undefined ||
      owner?.role !== 'root' ||
      !Array.isArray(owner?.schema.required) ||
      !owner.schema.required.includes(name)
    )
      return [];
    return needed(name, at, { schema: node });
  });
  return [...inPaths, ...inBodies];
}

function needed(
  name: string,
  at: string,
  { path, schema }: { path?: string; schema?: SchemaNode | undefined },
): NeededId[] {
  const entity = entityOf(name, path);
  if (entity === undefined || (own.test(name) && path === undefined)) return [];
  return [{ entity, name, at, owned: own.test(name), ...(schema === undefined ? {} : { schema }) }];
}

/** The entity of an operation's path: the last word of its last literal segment. */
export function pathEntity({ path }: Pick<ApiOperation, 'path'>): string | undefined {
  return tokensOf(literalSegments(path).at(-1) ?? '').at(-1);
}

const wrappers = new Set(
  'create update request response input output new patch body list result page dto params'.split(' '),
);

/** The entity that a schema name refers to; undefined for an unnamed schema. */
export function schemaEntity(pointer: string): string | undefined {
  const name = /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
  if (name === undefined) return undefined;
  return tokensOf(name)
    .filter((word) => !wrappers.has(word))
    .at(-1);
}

/**
 * Entities whose identifier appears in a response, by the surrounding words; and the normalized names of all fields.
 */
export function obtainable(api: Api): { entities: ReadonlySet<string>; names: ReadonlySet<string> } {
  const entities = new Set<string>();
  const names = new Set<string>();
  for (const { name, owner } of api.outputs) {
    if (name === undefined) continue;
    names.add(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
    const words = tokensOf(name);
    if (!['id', 'uuid', 'key', 'sid', 'arn', 'gid', 'number', 'code', 'slug'].includes(words.at(-1) ?? '')) continue;
    const around = [words.at(-2), owner?.name, schemaEntity(owner?.pointer ?? ''), tokensOf(owner?.name ?? '').at(-1)];
    for (const word of around) if (word !== undefined) entities.add(word);
    if (words.length === 1) for (const word of tokensOf(owner?.pointer ?? '')) entities.add(word);
  }
  for (const { output, path } of api.exposed) {
    if (output === undefined || api.leaves(output) === 0) continue;
    const gives = api.walk(output).some(({ name }) => /(?:^|_)(?:id|uuid|key|name)$|Id$/.test(name ?? ''));
    if (gives) for (const segment of literalSegments(path)) for (const word of tokensOf(segment)) entities.add(word);
  }
  return { entities, names };
}
