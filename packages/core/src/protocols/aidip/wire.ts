/**
 * Constants of AIDIP: draft-cui-ai-agent-discovery-invocation-01 (§3) and its revision -00 (§4), and the limits of a
 * document. `document-schema.ts` describes a whole document.
 */

/** Ids that would hide a route of the registry: `/agents/search`, `/agents/public`, `/agents/resolve`. */
export const reservedIds: readonly string[] = Object.freeze(['search', 'public', 'resolve']);

/** Types of authentication that -01 §3.1 names. */
export const authenticationTypes: ReadonlySet<string> = new Set(['api_key', 'oauth2_bearer', 'mtls', 'none']);

/** Type names of the older short form of a schema (-00 §4). */
export const shortTypeNames: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
]);

/** Limits of a document; far above realistic sizes. */
export const documentLimits = Object.freeze({
  /** Bytes of an id in UTF-8. */
  idBytes: 512,
  name: 200,
  description: 20_000,
  /** Characters of one capability, tag, language, scope, version and the like. */
  label: 100,
  /** Characters of an endpoint. */
  endpoint: 2_000,
  /** Entries of one list of labels. */
  list: 200,
  operations: 500,
  examples: 50,
  /** Diagnostics reported for one document. */
  findings: 1_000,
});
