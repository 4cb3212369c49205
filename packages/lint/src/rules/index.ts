/** All rules, in the order of the profile's sections. */
import type { Rule } from '../rule-model/rule.js';
import { deprecationHeadersMissing } from './change/deprecation-headers-missing.js';
import { replacementMissing } from './change/replacement-missing.js';
import { versioningMixed } from './change/versioning-mixed.js';
import { authMixed } from './consistency/auth-mixed.js';
import { enumCaseMixed } from './consistency/enum-case-mixed.js';
import { enumValuesDiffer } from './consistency/enum-values-differ.js';
import { errorShapeMixed } from './consistency/error-shape-mixed.js';
import { identifierFormatMixed } from './consistency/identifier-format-mixed.js';
import { namingStyleMixed } from './consistency/naming-style-mixed.js';
import { paginationMixed } from './consistency/pagination-mixed.js';
import { stateTransitionsUndocumented } from './consistency/state-transitions-undocumented.js';
import { closedAllofTrap } from './description/closed-allof-trap.js';
import { closedSetWithoutEnum } from './description/closed-set-without-enum.js';
import { deprecationOnlyInProse } from './description/deprecation-only-in-prose.js';
import { descriptionBoilerplate } from './description/description-boilerplate.js';
import { descriptionContradictsSchema } from './description/description-contradicts-schema.js';
import { descriptionInvalid } from './description/description-invalid.js';
import { descriptionMarkup } from './description/description-markup.js';
import { descriptionMissing } from './description/description-missing.js';
import { descriptionRestatesName } from './description/description-restates-name.js';
import { descriptionReturnsFirst } from './description/description-returns-first.js';
import { descriptionTooLong } from './description/description-too-long.js';
import { doNotUseMissing } from './description/do-not-use-missing.js';
import { exampleInvalid } from './description/example-invalid.js';
import { exampleMissing } from './description/example-missing.js';
import { examplePlaceholder } from './description/example-placeholder.js';
import { inputObjectOpen } from './description/input-object-open.js';
import { inputRepeated } from './description/input-repeated.js';
import { leadSentenceWeak } from './description/lead-sentence-weak.js';
import { limitOnlyInProse } from './description/limit-only-in-prose.js';
import { listWithoutArray } from './description/list-without-array.js';
import { operationIdDuplicate } from './description/operation-id-duplicate.js';
import { operationIdGenerated } from './description/operation-id-generated.js';
import { operationIdMissing } from './description/operation-id-missing.js';
import { parameterUndescribed } from './description/parameter-undescribed.js';
import { parameterUntyped } from './description/parameter-untyped.js';
import { purposeMissing } from './description/purpose-missing.js';
import { responseFieldUndescribed } from './description/response-field-undescribed.js';
import { responseFieldUntyped } from './description/response-field-untyped.js';
import { responseSchemaMissing } from './description/response-schema-missing.js';
import { seeInsteadDangling } from './description/see-instead-dangling.js';
import { sideEffectsMissing } from './description/side-effects-missing.js';
import { summaryMissing } from './description/summary-missing.js';
import { summaryTooLong } from './description/summary-too-long.js';
import { unexplainedJargon } from './description/unexplained-jargon.js';
import { useWhenMissing } from './description/use-when-missing.js';
import { verbPrefixCrowding } from './description/verb-prefix-crowding.js';
import { wordDoubled } from './description/word-doubled.js';
import { wordMisspelled } from './description/word-misspelled.js';
import { writeWithoutInput } from './description/write-without-input.js';
import { discoveryMetadataThin } from './discovery/discovery-metadata-thin.js';
import { errorCodeMissing } from './errors/error-code-missing.js';
import { errorCodesUnlisted } from './errors/error-codes-unlisted.js';
import { errorResponseMissing } from './errors/error-response-missing.js';
import { errorRetryableMissing } from './errors/error-retryable-missing.js';
import { errorUnstructured } from './errors/error-unstructured.js';
import { fieldErrorsMissing } from './errors/field-errors-missing.js';
import { fieldErrorsUnnamed } from './errors/field-errors-unnamed.js';
import { notFoundUndocumented } from './errors/not-found-undocumented.js';
import { problemJsonNotUsed } from './errors/problem-json-not-used.js';
import { statusOnlyInProse } from './errors/status-only-in-prose.js';
import { validationErrorRetryable } from './errors/validation-error-retryable.js';
import { methodMismatch } from './frame/method-mismatch.js';
import { operationDuplicate } from './frame/operation-duplicate.js';
import { operationsTooSimilar } from './frame/operations-too-similar.js';
import { proseOnlyCaution } from './frame/prose-only-caution.js';
import { safeMethodWithWriteWords } from './frame/safe-method-with-write-words.js';
import { summaryDuplicate } from './frame/summary-duplicate.js';
import { toolProjectionIncomplete } from './frame/tool-projection-incomplete.js';
import { toolTextBudget } from './frame/tool-text-budget.js';
import { scopesTooBroad } from './identity/scopes-too-broad.js';
import { singleStaticCredential } from './identity/single-static-credential.js';
import { acceptedWithoutStatusLink } from './long-running/accepted-without-status-link.js';
import { callbackIdMissing } from './long-running/callback-id-missing.js';
import { callbackUnauthenticated } from './long-running/callback-unauthenticated.js';
import { longRunningBlocking } from './long-running/long-running-blocking.js';
import { operationCancelMissing } from './long-running/operation-cancel-missing.js';
import { operationResultLinkMissing } from './long-running/operation-result-link-missing.js';
import { operationStateUnclear } from './long-running/operation-state-unclear.js';
import { pollIntervalMissing } from './long-running/poll-interval-missing.js';
import { correlationUndocumented } from './observability/correlation-undocumented.js';
import { batchMissing } from './operations/batch-missing.js';
import { batchResultNotPerItem } from './operations/batch-result-not-per-item.js';
import { dangerousOperationUncontrolled } from './operations/dangerous-operation-uncontrolled.js';
import { deprecatedExposed } from './operations/deprecated-exposed.js';
import { identifierUnobtainable } from './operations/identifier-unobtainable.js';
import { lookupMissing } from './operations/lookup-missing.js';
import { surfaceLarge } from './operations/surface-large.js';
import { quotaSignalMissing } from './rate/quota-signal-missing.js';
import { rateLimitUndocumented } from './rate/rate-limit-undocumented.js';
import { retryAfterMissing } from './rate/retry-after-missing.js';
import { conditionalReadMissing } from './responses/conditional-read-missing.js';
import { continuationMissing } from './responses/continuation-missing.js';
import { filtersMissing } from './responses/filters-missing.js';
import { labelMissing } from './responses/label-missing.js';
import { moneyWithoutCurrency } from './responses/money-without-currency.js';
import { nextActionDangling } from './responses/next-action-dangling.js';
import { nextActionsMissing } from './responses/next-actions-missing.js';
import { offsetPagination } from './responses/offset-pagination.js';
import { orderUndocumented } from './responses/order-undocumented.js';
import { pageSizeLarge } from './responses/page-size-large.js';
import { pageSizeUnbounded } from './responses/page-size-unbounded.js';
import { responseTooWide } from './responses/response-too-wide.js';
import { timeUntyped } from './responses/time-untyped.js';
import { unitMissing } from './responses/unit-missing.js';
import { verbosityControlMissing } from './responses/verbosity-control-missing.js';
import { verbosityUntyped } from './responses/verbosity-untyped.js';
import { arrayUnbounded } from './security/array-unbounded.js';
import { credentialUndeclared } from './security/credential-undeclared.js';
import { instructionPatternInDescription } from './security/instruction-pattern-in-description.js';
import { secretInDescription } from './security/secret-in-description.js';
import { secretInResponse } from './security/secret-in-response.js';
import { serverNotHttps } from './security/server-not-https.js';
import { untrustedTextUnmarked } from './security/untrusted-text-unmarked.js';
import { writeScopeNotSeparate } from './security/write-scope-not-separate.js';
import { writeWithoutSecurity } from './security/write-without-security.js';
import { inputArrayUnbounded } from './tools/input-array-unbounded.js';
import { requiredUnstated } from './tools/required-unstated.js';
import { arrayItemsMissing } from './validity/array-items-missing.js';
import { bodyOnRead } from './validity/body-on-read.js';
import { booleanAsText } from './validity/boolean-as-text.js';
import { boundsContradictory } from './validity/bounds-contradictory.js';
import { componentUnused } from './validity/component-unused.js';
import { credentialInUrl } from './validity/credential-in-url.js';
import { credentialParameter } from './validity/credential-parameter.js';
import { defaultInvalid } from './validity/default-invalid.js';
import { discriminatorInvalid } from './validity/discriminator-invalid.js';
import { enumInvalid } from './validity/enum-invalid.js';
import { exampleQuoted } from './validity/example-quoted.js';
import { formatMisspelled } from './validity/format-misspelled.js';
import { headerParameterIgnored } from './validity/header-parameter-ignored.js';
import { mediaTypeAny } from './validity/media-type-any.js';
import { nullableWithoutEffect } from './validity/nullable-without-effect.js';
import { numberAsText } from './validity/number-as-text.js';
import { operationIdUnusable } from './validity/operation-id-unusable.js';
import { parameterDuplicate } from './validity/parameter-duplicate.js';
import { pathDuplicate } from './validity/path-duplicate.js';
import { pathWithQuery } from './validity/path-with-query.js';
import { patternInvalid } from './validity/pattern-invalid.js';
import { refSiblingsIgnored } from './validity/ref-siblings-ignored.js';
import { referenceKindWrong } from './validity/reference-kind-wrong.js';
import { requestBodyOptional } from './validity/request-body-optional.js';
import { requiredPropertyUndefined } from './validity/required-property-undefined.js';
import { responseDescriptionEmpty } from './validity/response-description-empty.js';
import { responseStatusMismatch } from './validity/response-status-mismatch.js';
import { securityDuplicate } from './validity/security-duplicate.js';
import { securitySchemeUndefined } from './validity/security-scheme-undefined.js';
import { serverFieldAccepted } from './validity/server-field-accepted.js';
import { serverNotPublic } from './validity/server-not-public.js';
import { specificationViolated } from './validity/specification-violated.js';
import { successResponseMissing } from './validity/success-response-missing.js';
import { tagUndefined } from './validity/tag-undefined.js';
import { typeKeywordMismatch } from './validity/type-keyword-mismatch.js';
import { dryRunMissing } from './writes/dry-run-missing.js';
import { dryRunResponseUndocumented } from './writes/dry-run-response-undocumented.js';
import { idempotencyConflictUndocumented } from './writes/idempotency-conflict-undocumented.js';
import { idempotencyKeyMissing } from './writes/idempotency-key-missing.js';
import { idempotencyScopeUndocumented } from './writes/idempotency-scope-undocumented.js';
import { idempotencyUndocumented } from './writes/idempotency-undocumented.js';
import { idempotencyWindowUndocumented } from './writes/idempotency-window-undocumented.js';
import { riskMetadataMissing } from './writes/risk-metadata-missing.js';
import { writeNotReversible } from './writes/write-not-reversible.js';

/** Every rule for a single document. */
export const rules: readonly Rule[] = Object.freeze([
  // frame
  operationsTooSimilar,
  proseOnlyCaution,
  safeMethodWithWriteWords,
  methodMismatch,
  summaryDuplicate,
  toolProjectionIncomplete,
  toolTextBudget,
  operationDuplicate,
  // description
  closedAllofTrap,
  closedSetWithoutEnum,
  deprecationOnlyInProse,
  descriptionBoilerplate,
  descriptionContradictsSchema,
  descriptionInvalid,
  descriptionMarkup,
  descriptionMissing,
  descriptionRestatesName,
  descriptionReturnsFirst,
  descriptionTooLong,
  doNotUseMissing,
  exampleInvalid,
  exampleMissing,
  examplePlaceholder,
  inputObjectOpen,
  inputRepeated,
  leadSentenceWeak,
  limitOnlyInProse,
  listWithoutArray,
  operationIdDuplicate,
  operationIdGenerated,
  operationIdMissing,
  parameterUndescribed,
  parameterUntyped,
  purposeMissing,
  responseFieldUndescribed,
  responseFieldUntyped,
  responseSchemaMissing,
  seeInsteadDangling,
  sideEffectsMissing,
  summaryMissing,
  summaryTooLong,
  unexplainedJargon,
  useWhenMissing,
  writeWithoutInput,
  verbPrefixCrowding,
  wordDoubled,
  wordMisspelled,
  // consistency
  authMixed,
  enumCaseMixed,
  enumValuesDiffer,
  errorShapeMixed,
  identifierFormatMixed,
  namingStyleMixed,
  paginationMixed,
  stateTransitionsUndocumented,
  // operations
  batchMissing,
  batchResultNotPerItem,
  dangerousOperationUncontrolled,
  deprecatedExposed,
  identifierUnobtainable,
  lookupMissing,
  surfaceLarge,
  // responses
  conditionalReadMissing,
  continuationMissing,
  filtersMissing,
  labelMissing,
  moneyWithoutCurrency,
  nextActionDangling,
  nextActionsMissing,
  offsetPagination,
  orderUndocumented,
  pageSizeLarge,
  pageSizeUnbounded,
  responseTooWide,
  timeUntyped,
  unitMissing,
  verbosityControlMissing,
  verbosityUntyped,
  // errors
  errorCodeMissing,
  errorCodesUnlisted,
  errorResponseMissing,
  errorRetryableMissing,
  errorUnstructured,
  fieldErrorsMissing,
  fieldErrorsUnnamed,
  notFoundUndocumented,
  problemJsonNotUsed,
  statusOnlyInProse,
  validationErrorRetryable,
  // writes
  dryRunMissing,
  dryRunResponseUndocumented,
  idempotencyConflictUndocumented,
  idempotencyKeyMissing,
  idempotencyScopeUndocumented,
  idempotencyUndocumented,
  idempotencyWindowUndocumented,
  riskMetadataMissing,
  writeNotReversible,
  // rate
  quotaSignalMissing,
  rateLimitUndocumented,
  retryAfterMissing,
  // long-running
  acceptedWithoutStatusLink,
  callbackIdMissing,
  callbackUnauthenticated,
  longRunningBlocking,
  operationCancelMissing,
  operationResultLinkMissing,
  operationStateUnclear,
  pollIntervalMissing,
  // change
  deprecationHeadersMissing,
  replacementMissing,
  versioningMixed,
  // discovery
  discoveryMetadataThin,
  // observability
  correlationUndocumented,
  // identity
  scopesTooBroad,
  singleStaticCredential,
  // security
  arrayUnbounded,
  instructionPatternInDescription,
  secretInDescription,
  secretInResponse,
  untrustedTextUnmarked,
  writeScopeNotSeparate,
  serverNotHttps,
  credentialUndeclared,
  writeWithoutSecurity,
  // tools
  inputArrayUnbounded,
  requiredUnstated,
  // validity: what the specification itself demands
  arrayItemsMissing,
  bodyOnRead,
  booleanAsText,
  boundsContradictory,
  componentUnused,
  credentialInUrl,
  credentialParameter,
  defaultInvalid,
  discriminatorInvalid,
  enumInvalid,
  exampleQuoted,
  formatMisspelled,
  mediaTypeAny,
  nullableWithoutEffect,
  numberAsText,
  headerParameterIgnored,
  operationIdUnusable,
  parameterDuplicate,
  pathDuplicate,
  pathWithQuery,
  patternInvalid,
  refSiblingsIgnored,
  referenceKindWrong,
  requestBodyOptional,
  requiredPropertyUndefined,
  responseDescriptionEmpty,
  responseStatusMismatch,
  securityDuplicate,
  securitySchemeUndefined,
  serverFieldAccepted,
  serverNotPublic,
  specificationViolated,
  successResponseMissing,
  tagUndefined,
  typeKeywordMismatch,
]);
