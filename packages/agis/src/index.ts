/** Public API of `@dragoman/agis`. Every export is named by hand. */
export { applyFixes } from './apply-fixes.js';
export { agisDocumentSchema } from './document-schema.js';
export { evaluateEndpoint, evaluateMethod } from './evaluate-endpoint.js';
export type { ExplainedFinding, ExplainedRule } from './explain-rule.js';
export { explainRule, listRules } from './explain-rule.js';
export { capabilities, genericErrors, semanticFields } from './fields.js';
export type { Finding } from './finding.js';
export { formatAgis } from './format-agis.js';
export { agisLimits } from './limits.js';
export { thresholdOf } from './matching/confidence.js';
export { fillParameters } from './matching/fill-parameters.js';
export type { Match } from './matching/match.js';
export type { MatchOptions } from './matching/match-instruction.js';
export { createMatcher } from './matching/match-instruction.js';
export { readSlots } from './matching/parameter-slots.js';
export type { Instruction } from './matching/read-instruction.js';
export { readInstruction } from './matching/read-instruction.js';
export type { MappedEndpoint, ServiceMap } from './matching/service-map.js';
export { indexVocabulary, mapService } from './matching/service-map.js';
export { splitSteps } from './matching/split-steps.js';
export type { Synonyms } from './matching/synonyms.js';
export { createSynonyms } from './matching/synonyms.js';
export { dayIn } from './matching/time-zone.js';
export { explainLanguage, findForeignLanguage } from './mood/foreign-language.js';
export type { Effect, Mood } from './mood/mood.js';
export { explainMood, mayCall, moodKinds } from './mood/mood.js';
export { readMood } from './mood/read-mood.js';
export type { ParsedAgis } from './parse-agis.js';
export { parseAgis } from './parse-agis.js';
export type { Similarity, ValidationOptions } from './pass.js';
export { defaultValidation } from './pass.js';
export { passes as agisPasses } from './passes/index.js';
export { findInstruction } from './passes/instruction-tokens.js';
export { findContents, findDetails } from './passes/manifest-exposure.js';
export type { PrintedSyntax } from './print/print-agis.js';
export { printAgis } from './print/print-agis.js';
export type { AgisReport } from './report.js';
export type { AgisSource } from './source.js';
export { writeStarter } from './starter.js';
export { checkSummary, isSummary } from './summary/check-summary.js';
export { writeSummary } from './summary/summary.js';
export type { AgisValidator } from './validate.js';
export { createAgisValidator, createPassContext } from './validate.js';
export type { VerifiedTransition } from './verify-transitions.js';
export { verifyTransitions } from './verify-transitions.js';
export {
  agisExtra,
  agisHeaders,
  agisType,
  agisVersion,
  blankPath,
  defined,
  endpointLabel,
  extraMember,
  face,
  grammar,
  memberOf,
  namespaceMember,
  ownMembers,
  textOf,
  verbsMember,
  without,
} from './wire.js';
export { createWords } from './words/create-words.js';
export { prohibitedMethods } from './words/word-lists.js';
export type { VerbFamily, Words } from './words/words.js';
