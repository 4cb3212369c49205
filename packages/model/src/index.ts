/** The contract that all packages share. Exports are listed explicitly. */

export type {
  AuditBreak,
  AuditBreakKind,
  AuditGap,
  AuditPoint,
  AuditVerdict,
  CallPreview,
  ExampleVerdict,
  PreviewRequest,
  PreviewStep,
  ResolutionQuestion,
  RunState,
} from './api-results.js';
export type {
  A2aBinding,
  AgisBinding,
  AidipBinding,
  Binding,
  HttpBinding,
  HttpBody,
  HttpCredentialDemand,
  HttpParameter,
  HttpPart,
  HttpStyle,
  HttpXml,
  HttpXmlNode,
  LocalBinding,
  LoginAddresses,
  McpBinding,
  McpContentMethod,
  NactBinding,
  WorkflowBinding,
} from './binding.js';
export type { BoundedCache, CacheLimits } from './bounded-cache.js';
export { createBoundedCache } from './bounded-cache.js';
export type { CallPart, CallPartKind } from './call-part.js';
export { callParts } from './call-part.js';
export { classifyTextChange } from './change/classify-text.js';
export type { Presence } from './change/classify-value.js';
export { classifyPresenceChange } from './change/classify-value.js';
export { contentWords, singular } from './change/content-words.js';
export { firstSentence } from './change/sentence.js';
export type { CallerEffect, DiffRuleId, Direction, Verdict } from './change/verdict.js';
export type { ContentTexts, Prompt, PromptArgument, Resource, ResourceTemplate, ServiceContent } from './content.js';
export { countProblems } from './count-problems.js';
export type {
  LocalisedText,
  OpenSelection,
  ServedTool,
  ServedVersion,
  ToolsetContent,
  ToolsetDocument,
  ToolsetTool,
  VendorTool,
} from './design.js';
export type {
  Checked,
  Diagnostic,
  DiagnosticRow,
  DiagnosticTable,
  Fix,
  Location,
  Position,
  Severity,
} from './diagnostic.js';
export { diagnose, hasErrors } from './diagnostic.js';
export type {
  Authentication,
  Entry,
  EntryStatus,
  Origin,
  Protocol,
  ReleasedText,
  Trust,
  Visibility,
} from './entry.js';
export { estimateTokens } from './estimate-tokens.js';
export type { FailureDetails, FieldError } from './failure.js';
export { changeFailure, Failure, isFailure, toFailure } from './failure.js';
export type { FailureFixer } from './failure-fixer.js';
export { failureFixers, fixerOf } from './failure-fixer.js';
export type { FailureCode, FailureRow } from './failure-table.js';
export { failures } from './failure-table.js';
export type { FailureFacts } from './failure-text.js';
export {
  endSentence,
  factsOf,
  failureDetail,
  failureLine,
  failureText,
  lineForPeople,
  thirdPartyMark,
} from './failure-text.js';
export { bareName, findByName, listNames, nearestNames, suggestNames } from './find-by-name.js';
export type { HandOver, HandOverSchema, HandOverTool } from './hand-over.js';
export { handOverLimits, handOverName, handOverTool, readHandOver } from './hand-over.js';
export type { InboxItem, InboxKind, InboxSeverity } from './inbox.js';
export { inboxKinds } from './inbox.js';
export { isDerivedId, isUuid } from './is-uuid.js';
export { findItemMedia, readItemMediaTypes, writeItemMediaTypes } from './item-media-types.js';
export type { JsonObject, JsonSchema, JsonValue } from './json.js';
export { isJsonObject } from './json.js';
export type { MirroredInput } from './mcp-headers.js';
export {
  findMirroredInputs,
  fromMcpHeaderValue,
  isMcpHeaderName,
  mcpHeaderMember,
  mcpHeaderMismatch,
  mcpHeaders,
  mcpNamedBy,
  parameterHeader,
  toMcpHeaderValue,
  writeParameterHeaders,
} from './mcp-headers.js';
export type { FoundMedia, Media, MediaCheck } from './media.js';
export {
  anyMediaType,
  base64Bytes,
  checkMediaType,
  describeMedia,
  findMedia,
  isKnownMedia,
  isModelImage,
} from './media.js';
export type { SignableMessage, SignatureInput, SignedComponent } from './message-signature.js';
export {
  numberParameter,
  readSignatureInputs,
  readSignatures,
  signatureBase,
  textParameter,
  writeSignatureInput,
} from './message-signature.js';
export type { Loosening } from './model-api/project-schema.js';
export type { PlainTool, ProjectedTool } from './model-api/project-tool.js';
export { projectForAnyApi, projectTool, restoreNames } from './model-api/project-tool.js';
export type { ModelApi, ModelApiRule, ModelApiRules } from './model-api/rules.js';
export { modelApiNames, modelApis } from './model-api/rules.js';
export { writeToolDefinition } from './model-api/write-tool.js';
export { isNear, nearestName } from './nearest-name.js';
export type {
  ChosenEffects,
  Impact,
  Lifecycle,
  Operation,
  OperationEffects,
  OperationError,
  Safety,
} from './operation.js';
export type { OperationExample } from './operation-example.js';
export type { PlainFailure } from './plain-failure.js';
export { fromPlainFailure, toPlainFailure } from './plain-failure.js';
export { toPlainText } from './plain-text.js';
export type { Problem, ProblemDetail } from './problem.js';
export type { ProcedureDocument } from './procedure.js';
export type { OperationRepairs, PageRepair, RepairName, RepairSwitches } from './repair.js';
export { repairNames } from './repair.js';
export type { PartRequest, ResultPart } from './result-part.js';
export { describeValue, jsonLength, mainPointer, outlineValue, partTitle, readPart, valueAt } from './result-part.js';
export type { UndeclaredMember } from './schema-outline.js';
export { declaredMembers, outlineSchema, schemaPart, undeclaredMembers } from './schema-outline.js';
export type {
  ApprovalEvent,
  CallEvent,
  EntryEvent,
  EventTopic,
  HeartbeatEvent,
  ImportEvent,
  LiveEvent,
  OmittedCalls,
  OmittedCallsEvent,
  ReadyEvent,
  ReloadEvent,
  ServerEvent,
  SourceEvent,
  StreamedEvent,
  ToolsListedEvent,
  VectorsEvent,
  WebhookEvent,
} from './server-event.js';
export { eventTopics, topicOf } from './server-event.js';
export type { FieldItem, FieldMember, FieldParameters } from './structured-field.js';
export { encodeBase64, parseDictionary, writeItem } from './structured-field.js';
export type { TeamDocument, TeamMember } from './team.js';
export type { ChangeEffect, ChangeKind, SignatureChange } from './tool-signature/change.js';
export type { CheckedInvocation, InputFault, InputProblem } from './tool-signature/check-inputs.js';
export { checkInputs, checkInvocation } from './tool-signature/check-inputs.js';
export { mostParameters } from './tool-signature/check-parameters.js';
export type { ResultFault, ResultProblem } from './tool-signature/check-result.js';
export { checkResult } from './tool-signature/check-result.js';
export type { SignatureCheck } from './tool-signature/check-signature.js';
export { checkSignature } from './tool-signature/check-signature.js';
export { compareSignatures, refusedChanges } from './tool-signature/compare-signatures.js';
export type { SignatureCode } from './tool-signature/diagnostics.js';
export { signatureDiagnostics } from './tool-signature/diagnostics.js';
export type { InputForm, InputMapping, WrittenArguments } from './tool-signature/input-mapping.js';
export { writeArguments } from './tool-signature/input-mapping.js';
export type { SignatureAdviceCode } from './tool-signature/lint-signature.js';
export { lintSignature, signatureAdvice } from './tool-signature/lint-signature.js';
export { lockedForm } from './tool-signature/locked-form.js';
export type {
  AllowedValue,
  ToolArgument,
  ToolInput,
  ToolInputType,
  ToolInvocation,
  ToolMedia,
  ToolOutput,
  ToolOutputType,
  ToolResult,
  ToolSignature,
} from './tool-signature/signature.js';
export {
  countCharacters,
  defaultMaximum,
  isRequired,
  lockFileName,
  maximumOf,
  parameterType,
  signatureMembers,
  valueNamePattern,
} from './tool-signature/signature.js';
export type { Unnamed } from './tool-signature/tool-names.js';
export { isLegalName, legalName, longestName, nameParameters, nameTools } from './tool-signature/tool-names.js';
export { schemaProperties, schemaTypes, typeText } from './type-text.js';
export type { UpstreamStatusRow } from './upstream-status.js';
export { meaningOfStatus, upstreamCode, upstreamStatuses } from './upstream-status.js';
export { escapeJson, visibleText, withoutHidden } from './visible-text.js';
export type { Webhook } from './webhook.js';
