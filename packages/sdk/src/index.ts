/** The client for agents and programs. Exports are listed explicitly. */

export type { AuditVerdict, PreviewStep } from '@dragoman/model';
export type {
  AgentAuthentication,
  AgentConditions,
  AgentDocument,
  AgentOperation,
  AgentSearch,
  AgentSearchResult,
  AgentSummary,
  RegisteredAgent,
} from './agent-document.js';
export type {
  AgentCalls,
  AgentFindings,
  AgentReading,
  AgentVersion,
  ChangeOptions,
  ListOptions,
  Registration,
  StoredAgent,
  VersionContent,
} from './agents.js';
export type { AuditCalls, AuditConditions, AuditRecord } from './audit.js';
export type { ShapeVerdict } from './check-shape.js';
export { checkShape } from './check-shape.js';
export type { BoundDataClass, DataClassBinding, DataClassCalls, WaitingProposal } from './class-bindings.js';
export type { Client, ClientOptions, Readiness } from './create-client.js';
export { createClient } from './create-client.js';
export type { Credential, StaticCredential } from './credential.js';
export type {
  AgentCredential,
  AgentCredentialRequest,
  AgentCredentialSecret,
  CredentialCalls,
  TokenClient,
} from './credentials.js';
export type {
  DesignAssessment,
  DesignChange,
  DesignFinding,
  DesignHeader,
  ProcedureCalls,
  ProcedureRequest,
  ProcedureSummary,
  ProcedureView,
  SkillFiles,
  TeamCalls,
  TeamMemberRequest,
  TeamRequest,
  TeamSummary,
  TeamView,
} from './design-calls.js';
export type {
  Candidate,
  CandidatePolicy,
  DiscoverPorts,
  Task,
  TaskCall,
  TaskResult,
  UseEntry,
} from './discover-and-call.js';
export { discoverAndCall } from './discover-and-call.js';
export type { ClientFailureCode, ClientFailureRow, ErrorCode, ErrorDetails } from './dragoman-error.js';
export { clientFailures, DragomanError, isDragomanError } from './dragoman-error.js';
export type { StreamEvent } from './event-stream.js';
export type { FederatedHit, FederatedResult, Federation, FederationMember, Finding } from './federation.js';
export { createFederation } from './federation.js';
export type {
  ImportCalls,
  ImportCuration,
  ImportFinding,
  ImportItem,
  ImportOptions,
  ImportReport,
  ImportResult,
} from './imports.js';
export type {
  BatchAnswer,
  BatchItem,
  CallAnswer,
  CallPreview,
  CallStream,
  InvokeOptions,
  OutputFinding,
  OutputVerdict,
  Provenance,
} from './invocation.js';
export type { Invoke, InvokeBatch } from './invoke.js';
export type { CertificateFetch } from './invoke-direct.js';
export type { ApiKey, ApiKeyRequest, IssuedApiKey, KeyCalls } from './keys.js';
export type { ChosenOperation } from './operation-of.js';
export { chooseOperation } from './operation-of.js';
export type { LongCall, OperationCalls, OperationState, OperationStatus, WaitOptions } from './operations.js';
export type { AgentCredentials, CallPreparation, ClientCertificate, PreparedCall } from './prepare-call.js';
export type { WebhookCheck, WebhookDelivery, WebhookMessage } from './read-webhook.js';
export { readWebhook } from './read-webhook.js';
export type {
  AgentProfile,
  AgentProfileRule,
  AgentRepair,
  AgentRepairs,
  ConditionVerdict,
  RepairCalls,
  RepairsReading,
} from './repairs.js';
export type {
  AgentFeedback,
  AgentRatings,
  ResolveCalls,
  ResolvedCandidate,
  ResolvedDecision,
  ResolvedIntent,
  ResolvedStep,
  ResolveIntent,
} from './resolve.js';
export type { RetryPolicy } from './retry.js';
export type {
  HeldChanges,
  HeldDecision,
  Source,
  SourceCalls,
  SourceCreation,
  SourceOptions,
  SourcePoll,
} from './sources.js';
export type {
  OfferConditions,
  StoredToolset,
  ToolOffer,
  Toolset,
  ToolsetCalls,
  ToolsetChoice,
  ToolsetDecision,
  ToolsetExport,
  ToolsetRequest,
  ToolsetSummary,
  ToolsetTool,
  ToolsetUpdate,
  ToolsetVersion,
  ToolsetWriteOptions,
} from './toolsets.js';
export type { CallOptions, Fetch, TransportOptions } from './transport.js';
export type { AgentPolicy, TrustFacts, TrustRules, TrustVerdict } from './trust.js';
export { chooseAgent, evaluateTrust, trustFacts } from './trust.js';
export type { AgentVerification, VerificationCalls } from './verification.js';
export type { SigningKey, VerifyOptions } from './verify-response.js';
export { createVerifyingFetch, verifyResponse } from './verify-response.js';
