/** Entry point `@dragoman/core/conversion`: reads a description in any protocol into an entry and writes it in another. */
export { findReferences, readCards, readDescriptions } from './catalogue/read-descriptions.js';
export type { Conversion, ConversionTarget } from './conversion/convert-description.js';
export { convertDescription } from './conversion/convert-description.js';
export { descriptionReaders } from './conversion/description-readers.js';
export type { Projection, ProjectionInput } from './conversion/project-operation.js';
export { projectOperation } from './conversion/project-operation.js';
export { compareOperationPair, compareToolPair } from './designer/version-comparing.js';
export type { ParsedArazzo } from './documents/arazzo/parse-arazzo.js';
export { parseArazzo } from './documents/arazzo/parse-arazzo.js';
export type { ArazzoDocument, WorkflowCall } from './documents/arazzo/workflow.js';
export type { Curation } from './documents/curation.js';
export { curationLimits, isEntryId, mediaTypeFault, patternFault } from './documents/curation.js';
export { deriveConduct } from './documents/derive-conduct.js';
export type {
  CardRead,
  CardsRead,
  DescriptionReading,
  FetchedDocument,
  ReadFor,
  ReadOptions,
  ReadOutcome,
  ReadRequest,
  ReferencePolicy,
} from './documents/description-reading.js';
export { toSlug } from './documents/identifier.js';
export type { ReadContext } from './documents/reader.js';
export type { LockFinding, ReadLock } from './documents/signature-lock.js';
export { compareWithLock, emptyLock, extendLock, readSignatureLock } from './documents/signature-lock.js';
export { createYieldWhenDue } from './documents/yield-when-due.js';
export type { ValidationInput } from './gateway/validate-value.js';
export { createValidateValue } from './gateway/validate-value.js';
export { checkProcedure } from './procedures/check-procedure.js';
export { draftProcedure } from './procedures/draft-procedure.js';
export { insertMention } from './procedures/insert-mention.js';
export { checkProcedureText, findProcedureNames } from './procedures/procedure-checking.js';
export { readProcedure } from './procedures/read-procedure.js';
export type { CardWriting, UnsignedCard, WriteUnsignedCard } from './protocols/a2a/card-text.js';
export { writeUnsignedCard } from './protocols/a2a/card-text.js';
export { createLazyValidator } from './protocols/agis/lazy-validator.js';
export { readClassBinding } from './protocols/agis/negotiation/class-binding.js';
export type { Objection, ProposedEndpoint } from './protocols/agis/negotiation/evaluate-proposal.js';
export { evaluateProposal } from './protocols/agis/negotiation/evaluate-proposal.js';
export type { WriteAgisDocument } from './protocols/agis/ports.js';
export type { WrittenAgis } from './protocols/agis/write.js';
export { writeAgis } from './protocols/agis/write.js';
export type { AgentWriting, WriteAgentText } from './protocols/aidip/agent-text.js';
export { withoutUnusedOperations, writeAgentText } from './protocols/aidip/agent-text.js';
export { readDescription } from './protocols/index.js';
export type { WriteMcpTool } from './protocols/mcp/serving/operation-tools.js';
export type { ToolPlan, WrittenTool } from './protocols/mcp/write.js';
export { writeTool as writeMcpTool } from './protocols/mcp/write.js';
export type { WriteContract } from './protocols/nact/tool-history.js';
export type { ToolContract, ToolOwner } from './protocols/nact/write.js';
export { writeTool as writeContract } from './protocols/nact/write.js';
export type { WriteOpenApiText } from './protocols/openapi/document-cache.js';
export { writeOpenApiText } from './protocols/openapi/document-cache.js';
export { readOpenApi } from './protocols/openapi/read.js';
