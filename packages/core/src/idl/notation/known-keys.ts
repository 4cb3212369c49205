/** Names that the illustrative notation knows in each block: they end flattened scalars and blocks without braces. */

/** Names of the document's header. */
export const headerKeys: ReadonlySet<string> = new Set(['agis', 'service', 'agtp', 'description', 'version']);

/** The ten fields of a semantic block. */
export const semanticKeys: ReadonlySet<string> = new Set([
  'intent',
  'actor',
  'outcome',
  'capability',
  'confidence_guidance',
  'impact_tier',
  'is_idempotent',
  'parameter_hints',
  'state_transition',
  'mcp_tool_name',
]);

/** Members of a vocabulary block. */
export const vocabularyKeys: ReadonlySet<string> = new Set([
  'declared_verbs',
  'domain',
  'namespace',
  'version',
  'negotiable',
]);

/** Members of one data class. */
export const classKeys: ReadonlySet<string> = new Set([
  'class',
  'description',
  'formats',
  'sensitivity',
  'requires_authorization',
]);

/** Members of a data manifest, those of its classes included. */
export const manifestKeys: ReadonlySet<string> = new Set(['available_data', 'pre_auth_discovery', ...classKeys]);

/** Blocks of an endpoint. */
export const endpointBlocks: ReadonlySet<string> = new Set(['semantic', 'input', 'output', 'errors']);

/** Blocks of the document. */
export const documentBlocks: ReadonlySet<string> = new Set(['endpoints', 'vocabulary', 'data_manifest', 'schemas']);
