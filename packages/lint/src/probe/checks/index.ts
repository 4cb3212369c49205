/** All checks in execution order: survey results, provoked errors, writes, then all observed errors. */
import type { Check } from '../check.js';
import { answerFitsSchema } from './answer-fits-schema.js';
import { answerSize } from './answer-size.js';
import { answerTypeNegotiated } from './answer-type-negotiated.js';
import { batchBounded } from './batch-bounded.js';
import { batchPerItem } from './batch-per-item.js';
import { bodyTypeRefused } from './body-type-refused.js';
import { closedSetEnforced } from './closed-set-enforced.js';
import { conditionalRead } from './conditional-read.js';
import { credentialDemanded } from './credential-demanded.js';
import { cursorBound } from './cursor-bound.js';
import { cursorPagination } from './cursor-pagination.js';
import { cursorRefused } from './cursor-refused.js';
import { cursorUnderInserts } from './cursor-under-inserts.js';
import { cursorWalk } from './cursor-walk.js';
import { deprecationDescribed } from './deprecation-described.js';
import { deprecationHeaders } from './deprecation-headers.js';
import { descriptionOwnWords } from './description-own-words.js';
import { descriptionServed } from './description-served.js';
import { dryRun } from './dry-run.js';
import { errorCode } from './error-code.js';
import { errorRetryable } from './error-retryable.js';
import { errorShapeSame } from './error-shape-same.js';
import { errorStructured } from './error-structured.js';
import { fieldErrorsTogether } from './field-errors-together.js';
import { fieldSelection } from './field-selection.js';
import { headLikeGet } from './head-like-get.js';
import { idempotencyConflict } from './idempotency-conflict.js';
import { idempotentReplay } from './idempotent-replay.js';
import { idempotentTogether } from './idempotent-together.js';
import { identifierWorks } from './identifier-works.js';
import { instructionsMarked } from './instructions-marked.js';
import { llmsTxt } from './llms-txt.js';
import { methodRefused } from './method-refused.js';
import { nextActionsLeadOn } from './next-actions-lead-on.js';
import { operationAnswers } from './operation-answers.js';
import { optionsAnswered } from './options-answered.js';
import { orderStable } from './order-stable.js';
import { pageBounds } from './page-bounds.js';
import { pollIntervalTold } from './poll-interval-told.js';
import { queryDepthBounded } from './query-depth-bounded.js';
import { quotaSignal } from './quota-signal.js';
import { retryAfter } from './retry-after.js';
import { staleWriteRefused } from './stale-write-refused.js';
import { tagChanges } from './tag-changes.js';
import { traceAnswered } from './trace-answered.js';
import { traceContext } from './trace-context.js';
import { unknownParameterTold } from './unknown-parameter-told.js';
import { unknownPropertyRefused } from './unknown-property-refused.js';
import { unknownThingRefused } from './unknown-thing-refused.js';
import { untrustedTextApart } from './untrusted-text-apart.js';
import { verbosity } from './verbosity.js';
import { workAcknowledged } from './work-acknowledged.js';
import { workCancelled } from './work-cancelled.js';
import { workResultLinked } from './work-result-linked.js';
import { workStateClear } from './work-state-clear.js';
import { workStatusLinked } from './work-status-linked.js';
import { wrongTypeRefused } from './wrong-type-refused.js';

/** Every check. */
export const checks: readonly Check[] = Object.freeze([
  operationAnswers,
  answerFitsSchema,
  identifierWorks,
  answerSize,
  deprecationHeaders,
  deprecationDescribed,
  instructionsMarked,
  nextActionsLeadOn,
  quotaSignal,
  conditionalRead,
  headLikeGet,
  optionsAnswered,
  orderStable,
  cursorPagination,
  cursorWalk,
  cursorRefused,
  cursorBound,
  pageBounds,
  fieldSelection,
  verbosity,
  wrongTypeRefused,
  closedSetEnforced,
  fieldErrorsTogether,
  unknownPropertyRefused,
  unknownParameterTold,
  unknownThingRefused,
  methodRefused,
  answerTypeNegotiated,
  bodyTypeRefused,
  queryDepthBounded,
  traceContext,
  traceAnswered,
  credentialDemanded,
  descriptionServed,
  llmsTxt,
  idempotentReplay,
  idempotentTogether,
  idempotencyConflict,
  dryRun,
  tagChanges,
  staleWriteRefused,
  cursorUnderInserts,
  batchPerItem,
  batchBounded,
  workAcknowledged,
  workStatusLinked,
  workStateClear,
  workResultLinked,
  pollIntervalTold,
  workCancelled,
  untrustedTextApart,
  descriptionOwnWords,
  errorStructured,
  errorCode,
  errorRetryable,
  errorShapeSame,
  retryAfter,
]);
