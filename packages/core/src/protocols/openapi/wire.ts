/** Constants of OpenAPI 3.0, 3.1 and 3.2 and of Swagger 2.0, and the limits for reading documents. */
import type { Entry, JsonObject, JsonValue } from '@dragoman/model';

/** Name of this protocol in records and URLs. */
export const face = 'openapi';

/** Supported version families. */
export type OpenApiVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** Members of a path item that are operations (3.2 adds `query`). */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** A method that an operation may have. */
export type HttpMethod = (typeof methods)[number];

/** Limits for one document. Each is far above what real documents need. */
export const openApiLimits = Object.freeze({
  /** Depth and values of the document itself. */
  depth: 128,
  values: 2_000_000,
  /** Operations that become part of the entry. */
  operations: 10_000,
  /** Webhooks and callbacks that become part of the entry, and characters of their names. */
  webhooks: 300,
  webhookName: 120,
  /** Parameters of one operation. */
  parameters: 500,
  /** Findings that are reported; further ones are counted. */
  findings: 500,
  /** Length of a chain of references. */
  hops: 32,
  /** Depth of one schema, without following references. */
  schemaDepth: 40,
  /** Characters of JSON of one input and one output schema, and of all schemas of a document. */
  input: 131_072,
  output: 32_768,
  inputs: 33_554_432,
  outputs: 16_777_216,
  /** Maximum length of one description. */
  text: 8_000,
  /** Documents that one document may refer to over the network, and their total bytes. */
  documents: 100,
  bytes: 16_777_216,
});

/** Member with the content of other referenced documents; written by `bundle.ts`. */
export const bundledMember = 'x-dragoman-documents';

/** Member that lists the documents that were not loaded; written by `bundle.ts`. */
export const refusedMember = 'x-dragoman-refused';

/** Member in which a converted Swagger document keeps parts that may still be referenced; written by `swagger/`. */
export const sourceMember = 'x-dragoman-swagger';

const ownMembers: ReadonlySet<string> = new Set([bundledMember, refusedMember, sourceMember]);

/** An own member of an untrusted object; undefined for inherited ones. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The text of a member, trimmed and truncated; undefined when it is not a string or empty. */
export function textOf(value: JsonValue | undefined, max: number = openApiLimits.text): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** Small members of an object whose names begin with `x-`. */
export function extensionsOf(object: JsonObject, max = 2_000): JsonObject {
  const kept = Object.entries(object).filter(
    ([name, value]) => name.startsWith('x-') && !ownMembers.has(name) && JSON.stringify(value).length <= max,
  );
  return Object.fromEntries(kept);
}

/** The parts of an entry that are written. */
export type WritableEntry = Omit<Entry, 'owner' | 'visibility' | 'grants'>;
