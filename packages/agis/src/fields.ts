/** The members of AGIS 1.0 for each block, in printing order, and the closed lists of values. */

/** Members at the top of a document. */
export const documentFields = [
  'agis',
  'service',
  'agtp',
  'description',
  'version',
  'schemas',
  'endpoints',
  'vocabulary',
  'data_manifest',
] as const;

/** Members of an endpoint. */
export const endpointFields = [
  'method',
  'path',
  'semantic',
  'input',
  'output',
  'errors',
  'proposed',
  'scope_required',
  'expires',
] as const;

/** Members of a semantic block. */
export const semanticFields = [
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
] as const;

/** Members of the vocabulary. */
export const vocabularyFields = ['declared_verbs', 'domain', 'namespace', 'version', 'negotiable'] as const;

/** Members of the data manifest. */
export const manifestFields = ['available_data', 'pre_auth_discovery'] as const;

/** Members of one data class. */
export const classFields = ['class', 'description', 'formats', 'sensitivity', 'requires_authorization'] as const;

/** Values of `actor` (§6.1). */
export const actors = ['agent', 'user', 'system'] as const;

/** Values of `capability` (§6.2). */
export const capabilities = [
  'discovery',
  'transaction',
  'modification',
  'retrieval',
  'analysis',
  'notification',
] as const;

/** Values of `impact_tier` (§6.2), from the least to the most severe. */
export const impactTiers = ['informational', 'reversible', 'irreversible'] as const;

/** The words for sensitivity in the examples of the draft, in the same order. */
export const sensitivityWords = ['low', 'medium', 'high'] as const;

/** Rank of a sensitivity, 0 to 2, in either of the two vocabularies (reading R12). */
export function rankSensitivity(word: string): number | undefined {
  const tier = (impactTiers as readonly string[]).indexOf(word);
  const rank = tier === -1 ? (sensitivityWords as readonly string[]).indexOf(word) : tier;
  return rank === -1 ? undefined : rank;
}

/** Error names without meaning (reading R16). */
export const genericErrors: ReadonlySet<string> = new Set([
  'error',
  'errors',
  'failure',
  'failed',
  'fail',
  'exception',
  'unknown',
  'unknown_error',
  'general_error',
  'generic_error',
  'other',
  'invalid',
  'bad_request',
]);
