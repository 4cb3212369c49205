/** The contract that all packages share. Exports are listed explicitly. */

export type {
  AuditBreak,
  AuditBreakKind,
  AuditGap,
  AuditPoint,
  AuditVerdict,
  CallPreview,
  ExampleVerdict,
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
  LocalBinding,
  McpBinding,
  NactBinding,
  WorkflowBinding,
} from './binding.js';
export type { BoundedCache, CacheLimits } from './bounded-cache.js';
export { createBoundedCache } from './bounded-cache.js';
export { classifyTextChange } from './change/classify-text.js';
export type { LimitPair, Presence, ValueDifference } from './change/classify-value.js';
export {
  classifyLimitChange,
  classifyPresenceChange,
  classifyTypeChange,
  classifyValueChanges,
} from './change/classify-value.js';
export { contentWords, singular } from './change/content-words.js';
export { firstSentence } from './change/sentence.js';
export type { CallerEffect, DiffRuleId, Direction, Verdict } from './change/verdict.js';
export type {
  LocalisedText,
  OpenSelection,
  ServedTool,
  ServedVersion,
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
export type { Authentication, Entry, EntryStatus, Origin, Protocol, Trust, Visibility } from './entry.js';
export type { FailureCode, FailureDetails, FailureRow, FieldError } from './failure.js';
export { changeFailure, Failure, failures, isFailure, toFailure } from './failure.js';
export { bareName, findByName, listNames, nearestNames, suggestNames } from './find-by-name.js';
export type { HandOver, HandOverSchema, HandOverTool } from './hand-over.js';
export { handOverLimits, handOverName, handOverTool, readHandOver } from './hand-over.js';
export type { JsonObject, JsonSchema, JsonValue } from './json.js';
export { isJsonObject } from './json.js';
export type { SignableMessage, SignatureInput, SignedComponent } from './message-signature.js';
export {
  numberParameter,
  readSignatureInputs,
  readSignatures,
  signatureBase,
  textParameter,
  writeSignatureInput,
} from './message-signature.js';
export { isNear, nearestName } from './nearest-name.js';
export type { Impact, Lifecycle, Operation, OperationError, Safety } from './operation.js';
export type { OperationExample } from './operation-example.js';
export type { PlainFailure } from './plain-failure.js';
export { fromPlainFailure, toPlainFailure } from './plain-failure.js';
export type { Problem, ProblemDetail } from './problem.js';
export type { ProcedureDocument } from './procedure.js';
export type { OperationRepairs, PageRepair, RepairName, RepairSwitches } from './repair.js';
export { repairNames } from './repair.js';
export type { FieldItem, FieldMember, FieldParameters } from './structured-field.js';
export { encodeBase64, parseDictionary, writeItem } from './structured-field.js';
export type { TeamDocument, TeamMember } from './team.js';
export type { ChangeEffect, ChangeKind, SignatureChange } from './tool-signature/change.js';
export type { CheckedInvocation, InputFault, InputProblem } from './tool-signature/check-inputs.js';
export { checkInputs, checkInvocation } from './tool-signature/check-inputs.js';
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
