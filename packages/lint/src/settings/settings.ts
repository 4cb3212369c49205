/** Every threshold and name list that rules use; all of them can be set in the configuration file. */

/** Thresholds of rules. */
export interface Thresholds {
  summaryCharacters: number;
  descriptionCharacters: number;
  leadCharacters: number;
  operationTokens: number;
  totalTokens: number;
  similarity: number;
  /** Minimum similarity by meaning for operations to be reported as too similar. */
  meaningSimilarity: number;
  /** Minimum similarity by meaning for two words to count as synonyms. */
  synonymSimilarity: number;
  /** Minimum similarity by meaning for a description to count as a restatement of its name. */
  restatedSimilarity: number;
  surface: number;
  surfaceWarning: number;
  surfaceError: number;
  pageSize: number;
  wideFields: number;
  verbosityFields: number;
  boilerplateCharacters: number;
  boilerplateOperations: number;
}

/** Names of a concept; compared without case and punctuation. */
export interface Names {
  idempotencyKey: readonly string[];
  dryRun: readonly string[];
  pageSize: readonly string[];
  cursor: readonly string[];
  offset: readonly string[];
  continuation: readonly string[];
  verbosity: readonly string[];
  retryable: readonly string[];
  errorCode: readonly string[];
  retryAfter: readonly string[];
  fieldName: readonly string[];
  nextActions: readonly string[];
  quotaHeaders: readonly string[];
  correlation: readonly string[];
  listKeys: readonly string[];
  abbreviations: readonly string[];
}

/** Settings of the rules. */
export interface LintSettings {
  thresholds: Thresholds;
  names: Names;
}

const words = (text: string): readonly string[] => Object.freeze(text.split(' '));

/** The defaults of the profile. */
export const defaultSettings: LintSettings = Object.freeze({
  thresholds: Object.freeze({
    summaryCharacters: 120,
    descriptionCharacters: 1200,
    leadCharacters: 160,
    operationTokens: 600,
    totalTokens: 10_000,
    similarity: 0.85,
    meaningSimilarity: 0.85,
    synonymSimilarity: 0.5,
    restatedSimilarity: 0.8,
    surface: 40,
    surfaceWarning: 100,
    surfaceError: 250,
    pageSize: 200,
    wideFields: 25,
    verbosityFields: 10,
    boilerplateCharacters: 60,
    boilerplateOperations: 5,
  }),
  names: Object.freeze({
    idempotencyKey: words(
      'idempotency-key x-idempotency-key idempotent-key client-token client-request-id client-transaction-id',
    ),
    dryRun: words('x-dry-run dry-run prefer preview validate-only'),
    pageSize: words('limit page-size page-limit per-page first max-results top max-items maxpagesize size count take'),
    cursor: words(
      'cursor page-cursor page-token next-token after starting-after continuation continuation-token next-cursor marker start-key next-key',
    ),
    offset: words('offset page skip start page-number start-index'),
    continuation: words('next-cursor next-page next next-page-token next-link next-token cursor has-more paging links'),
    verbosity: words(
      'fields select include includes expand view response-format verbosity detail projection sections parts attrs attributes properties columns omit exclude ' +
        'excludes embed return-fields response-fields x-fields',
    ),
    retryable: words('retryable is-retryable can-retry'),
    errorCode: words('code error-code scim-type'),
    retryAfter: words('retry-after'),
    fieldName: words('field pointer path loc name location param parameter property attribute target source key'),
    nextActions: words('links _links next-actions actions'),
    quotaHeaders: words('ratelimit ratelimit-policy ratelimit-remaining x-ratelimit-remaining x-rate-limit-remaining'),
    correlation: words('traceparent x-request-id x-correlation-id request-id correlation-id'),
    listKeys: words('items data results records values entries'),
    abbreviations: words(
      'HTTP HTTPS URL URI URN ID IDS UUID GUID UTC GMT JSON XML CSV PDF ISO API REST HTML YAML ASCII UTF SSL TLS SSH ' +
        'IP DNS TCP UDP OAUTH JWT SDK CLI UI OS CPU GPU RAM SQL USD EUR GBP GET PUT POST PATCH HEAD NULL TRUE FALSE ' +
        'OK NOT AND OR ALL ANY NOTE MUST MAY TODO RFC IETF SHA MD AM PM US EU UK FAQ PNG JPEG JPG GIF SVG MIME SMS ' +
        'MB KB GB TB MS EST PST ONLY READ WRITE TTL SSO MFA LLM AI MCP CORS ETAG ASC DESC WARN INFO DEBUG ERROR IN ' +
        'ON TO IF IS IT BE NO YES NEW OLD THE FOR WILL CAN AN HAS BY AS AT OF DO',
    ),
  }),
});
