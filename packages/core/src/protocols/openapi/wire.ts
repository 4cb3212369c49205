/** Constants of OpenAPI 3.0, 3.1 and 3.2 and of Swagger 2.0, and the bounds within which documents are read. */
import type { JsonObject, JsonValue } from '@dragoman/model';

/** Name of this face in records and addresses. */
export const face = 'openapi';

/** Families of versions that are read. */
export type OpenApiVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** Members of a path item that are operations (3.2 adds `query`). */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** A method that an operation may have. */
export type HttpMethod = (typeof methods)[number];

/** How much is read of one document. Each bound is far above what people write. */
export const openApiLimits = Object.freeze({
  /** Depth and values of the document itself. */
  depth: 128,
  values: 2_000_000,
  /** Operations that become part of the entry. */
  operations: 10_000,
  /** Parameters of one operation. */
  parameters: 500,
  /** Findings that are told; further ones are counted. */
  findings: 500,
  /** References that one after another lead to a value. */
  hops: 32,
  /** Levels of one schema, references not followed. */
  schemaDepth: 40,
  /** Characters of JSON of one input and one output schema, and of all schemas of a document. */
  input: 131_072,
  output: 32_768,
  inputs: 33_554_432,
  outputs: 16_777_216,
  /** Characters that are kept of one description. */
  text: 8_000,
  /** Documents that one document may refer to over the network, and their bytes in all. */
  documents: 100,
  bytes: 16_777_216,
});

/** Member that holds what references to other documents brought in; made by `bundle.ts`. */
export const bundledMember = 'x-dragoman-documents';

/** Member that names what was not brought in; made by `bundle.ts`. */
export const refusedMember = 'x-dragoman-refused';

/** Member in which a converted Swagger document keeps what its references may still lead to; made by `swagger/`. */
export const sourceMember = 'x-dragoman-swagger';

const ownMembers: ReadonlySet<string> = new Set([bundledMember, refusedMember, sourceMember]);

/** An own member of an object from outside; undefined for what is inherited. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The text of a member, trimmed and cut; undefined when it is none or empty. */
export function textOf(value: JsonValue | undefined, most: number = openApiLimits.text): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Members of an object whose names begin with `x-`, as far as they are small. */
export function extensionsOf(object: JsonObject, most = 2_000): JsonObject {
  const kept = Object.entries(object).filter(
    ([name, value]) => name.startsWith('x-') && !ownMembers.has(name) && JSON.stringify(value).length <= most,
  );
  return Object.fromEntries(kept);
}
