/** The contract that every other package shares. Each export is named by hand. */
export type {
  A2aBinding,
  AgisBinding,
  AidipBinding,
  Binding,
  HttpBinding,
  LocalBinding,
  McpBinding,
  NactBinding,
  WorkflowBinding,
} from './binding.js';
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
export { Failure, failures, isFailure, toFailure } from './failure.js';
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
export type {
  Impact,
  Lifecycle,
  Operation,
  OperationError,
  OperationExample,
  Safety,
} from './operation.js';
export type { Problem, ProblemDetail } from './problem.js';
export type { FieldItem, FieldMember, FieldParameters } from './structured-field.js';
export { encodeBase64, parseDictionary, writeItem } from './structured-field.js';
