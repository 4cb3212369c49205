/** The client for agents and programs. Exports are listed explicitly. */

export type {
  ApprovalEvent,
  AuditVerdict,
  CallEvent,
  EntryEvent,
  EventTopic,
  ImportEvent,
  InboxItem,
  InboxKind,
  OmittedCalls,
  OmittedCallsEvent,
  PreviewStep,
  ReadyEvent,
  ReloadEvent,
  ServerEvent,
  SourceEvent,
  ToolsListedEvent,
  VectorsEvent,
  WebhookEvent,
} from '@dragoman/model';
export { eventTopics } from '@dragoman/model';
export type {
  AgentAuthentication,
  AgentConditions,
  AgentDocument,
  AgentOperation,
  AgentPrompt,
  AgentResource,
  AgentResourceTemplate,
  AgentSearch,
  AgentSearchResult,
  AgentSummary,
  AgentWebhook,
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
export type { AnswerMedia } from './answer-media.js';
export type { Approval, ApprovalCalls, ApprovalQuery, ApprovalState } from './approvals.js';
export type { AuditCalls, AuditConditions, AuditPage, AuditRecord, AuditSearchConditions } from './audit.js';
export type { CallSnippet, SnippetForm } from './call-snippets.js';
export { snippetForms, writeCallSnippet } from './call-snippets.js';
export type { CaptureCalls, CapturedCall, CapturedPart, CapturedPayload, CaptureState } from './captures.js';
export type {
  CatalogueOperationCalls,
  OperationFacet,
  OperationPage,
  OperationPageOptions,
  OperationQuery,
  OperationSummary,
} from './catalogue-operations.js';
export type {
  CatalogueServiceCalls,
  ServiceListOptions,
  ServiceSource,
  ServiceState,
} from './catalogue-services.js';
export type { ShapeVerdict } from './check-shape.js';
export { checkShape } from './check-shape.js';
export type { BoundDataClass, DataClassBinding, DataClassCalls, WaitingProposal } from './class-bindings.js';
export type { ClientServers, StdioCommand } from './client-servers.js';
export { readClientServers } from './client-servers.js';
export type {
  CompareDescriptions,
  ComparisonOptions,
  DescriptionChange,
  DescriptionComparison,
  DescriptionEffect,
} from './comparisons.js';
export type { ConnectionCalls, McpConnection } from './connections.js';
export type { ContentCalls, FilledPrompt, PromptMessage, ResourceContents } from './content.js';
export type { Client, ClientOptions, Readiness } from './create-client.js';
export { createClient } from './create-client.js';
export type { Credential, StaticCredential } from './credential.js';
export type {
  CredentialLoginCalls,
  LoginRequest,
  LoginTarget,
  StartedLogin,
  StoredLogin,
} from './credential-logins.js';
export type {
  AcceptedCredential,
  AgentCredential,
  AgentCredentialRequest,
  AgentCredentialSecret,
  CallableOperations,
  CredentialCalls,
  CredentialChange,
  CredentialEffect,
  ServiceCredentials,
  TokenClient,
  UrlCredential,
  UrlCredentialCalls,
} from './credentials.js';
export type { DescriptionCalls, DescriptionPlace, DescriptionText } from './descriptions.js';
export type {
  DesignAssessment,
  DesignChange,
  DesignChangeRow,
  DesignFinding,
  DesignHeader,
  DesignVersion,
  ProcedureCalls,
  ProcedureCheck,
  ProcedureRequest,
  ProcedureStep,
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
export type { EffectCalls, ForeseenEffects, OperationEffectsView } from './effects.js';
export type { StreamEvent } from './event-stream.js';
export type { EventCalls, FollowedEvent, FollowOptions } from './events.js';
export type { FederatedHit, FederatedResult, Federation, FederationMember, Finding } from './federation.js';
export { createFederation } from './federation.js';
export type { HeldText, HeldTextCalls, HeldTexts } from './held-texts.js';
export type { ImportText } from './import-text.js';
export { readImportText, splitCommandLine } from './import-text.js';
export type {
  ImportCalls,
  ImportCuration,
  ImportFinding,
  ImportItem,
  ImportOptions,
  ImportPreview,
  ImportReport,
  ImportResult,
} from './imports.js';
export type { Inbox, ReadInbox } from './inbox.js';
export { inboxCommand } from './inbox.js';
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
export type { McpClient, McpClientTarget, McpSelection, McpSubset } from './mcp-clients.js';
export { mcpClients, mcpConfiguration, mcpEndpoint, mcpOptions, mcpServerName } from './mcp-clients.js';
export type { ModelCalls, ModelEndpoint } from './model-relay.js';
export type { ChosenOperation } from './operation-of.js';
export { chooseOperation } from './operation-of.js';
export type {
  OperationInput,
  OperationProjection,
  OperationView,
  OperationViewCalls,
  ProjectionChange,
  ProjectionTarget,
} from './operation-view.js';
export { projectionTargets } from './operation-view.js';
export type {
  LongCall,
  OperationCalls,
  OperationProgress,
  OperationState,
  OperationStatus,
  WaitOptions,
} from './operations.js';
export type { AgentCredentials, CallPreparation, ClientCertificate, PreparedCall } from './prepare-call.js';
export type { Quota, QuotaOptions, ReadQuotas } from './quotas.js';
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
  ResolutionLimits,
  ResolveCalls,
  ResolvedCandidate,
  ResolvedDecision,
  ResolvedIntent,
  ResolvedStep,
  ResolveIntent,
} from './resolve.js';
export type { LargeResultPart, ResultCalls, ResultPartOptions } from './results.js';
export type { RetryPolicy } from './retry.js';
export type { SavedCalls, SavedEvaluation, SavedItem, SavedKind, SavedQuery, SavedRequest } from './saved.js';
export type {
  EffectiveSetting,
  LogConditions,
  LogPage,
  ReloadReport,
  ServerLogLine,
  ServerStatus,
  StatusCalls,
  StatusError,
  StatusPart,
  StatusRate,
  StatusShare,
} from './server-status.js';
export type {
  ServerCalls,
  ServerWriteOptions,
  StdioServer,
  StdioServerDefinition,
  StdioServerPreview,
  StdioServerRequest,
  StoredStdioServer,
} from './servers.js';
export type { ServiceRemark } from './service-remarks.js';
export { serviceRemarks } from './service-remarks.js';
export type { CallerSession, LoginSession, SessionCaller, SessionCalls, User, UserList } from './sessions.js';
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
  OfferCalls,
  OfferConditions,
  OfferFacet,
  OfferFacets,
  SimilarToolPair,
  SimilarTools,
  ToolOffer,
  ToolsetChoice,
} from './tool-offers.js';
export type {
  ForeseenToolset,
  StoredToolset,
  Toolset,
  ToolsetCalls,
  ToolsetContent,
  ToolsetDecision,
  ToolsetExport,
  ToolsetRequest,
  ToolsetSummary,
  ToolsetTool,
  ToolsetUpdate,
  ToolsetVersion,
  ToolsetWithUpdates,
  ToolsetWriteOptions,
} from './toolsets.js';
export type { ProblemExplanation, Trace, TraceCalls, TracePart, TraceStep } from './traces.js';
export { labelParts } from './traces.js';
export type { CallOptions, Fetch, TransportOptions } from './transport.js';
export type { AgentPolicy, TrustFacts, TrustRules, TrustVerdict } from './trust.js';
export { chooseAgent, evaluateTrust, trustFacts } from './trust.js';
export type { ExampleTrial } from './try-examples.js';
export { tryExamples } from './try-examples.js';
export type { ServiceUsage, UsageCalls, UsageCounts, UsageOptions, UsagePeriod, UsageTotals } from './usage.js';
export type { AgentVerification, VerificationCalls } from './verification.js';
export type { SigningKey, VerifyOptions } from './verify-response.js';
export { createVerifyingFetch, verifyResponse } from './verify-response.js';
export type {
  CreatedWebhookSubscription,
  WebhookCalls,
  WebhookDeliveryRecord,
  WebhookSignature,
  WebhookSubscription,
  WebhookSubscriptionRequest,
} from './webhooks.js';
