/** The engine's public surface. Each export is named by hand, in the order of the folders. */

export type { Authenticate, AuthenticatePorts } from './access/authenticate.js';
export { createAuthenticate, readCredential } from './access/authenticate.js';
export type { Authenticator } from './access/authenticator.js';
export type { Caller, CallerKind, EntryAccess, Scope } from './access/caller.js';
export { anonymous, canChange, canSee, hasScope, local, scopes } from './access/caller.js';
export type { PagePlace } from './access/cursor.js';
export { readCursor, writeCursor } from './access/cursor.js';
export type { HeldKeys } from './access/held-keys.js';
export { holdKeys } from './access/held-keys.js';
export type { HeldKey, KeyAuthenticatorPorts, KeyFinder } from './access/key-authenticator.js';
export { createKeyAuthenticator } from './access/key-authenticator.js';
export type { KeyParts, KeyValidity, NewKey } from './access/keys.js';
export { isUsableKey, makeKey } from './access/keys.js';
export { addressGroup, isLoopbackHost } from './access/loopback.js';
export type { OpenDoor, OpenDoorPorts } from './access/open-door.js';
export { createOpenDoor } from './access/open-door.js';
export type {
  Allowance,
  Counted,
  MemoryRateLimiter,
  MemoryRateLimiterOptions,
  RateLimiter,
  ToldAllowance,
  Verdict,
} from './access/rate-limit.js';
export { allowPerMinute, createMemoryRateLimiter, createRateLimitHeaders, verdictOf } from './access/rate-limit.js';
export type { AppliedDecision, DecisionTarget } from './catalogue/apply-decision.js';
export { applyDecision } from './catalogue/apply-decision.js';
export type { AuditDraft, AuditPoint, AuditQuery, AuditRecord, AuditStore } from './catalogue/audit.js';
export { chainRecord, genesis, isAlike, LostPoint } from './catalogue/audit.js';
export type { Spare } from './catalogue/backlog.js';
export type { BrowsePorts, FoundEntry } from './catalogue/browse.js';
export { listVersions, readEntry, readHits, readVersion } from './catalogue/browse.js';
export type { ChangedEntry } from './catalogue/change-entry.js';
export { changeEntry } from './catalogue/change-entry.js';
export type { ConductPlace, ConductRecord, ConductStore, ConductSums } from './catalogue/conduct.js';
export { addConduct, conductOfCall, followConduct } from './catalogue/conduct.js';
export type { CredentialKind, CredentialRecord, CredentialStore } from './catalogue/credentials.js';
export type {
  AppliedDesign,
  DecideDesign,
  Design,
  DesignAction,
  DesignDecision,
  DesignKind,
  DesignStore,
  DesignTarget,
  DesignVersion,
} from './catalogue/designs.js';
export { applyDesign } from './catalogue/designs.js';
export type { FeedbackRecord, FeedbackStore, FeedbackSummary } from './catalogue/feedback.js';
export { mostOpinions, summariseFeedback } from './catalogue/feedback.js';
export type { Follower, FollowPorts } from './catalogue/follow.js';
export { follow } from './catalogue/follow.js';
export type { ImportItem, ImportOptions, ImportPorts, ImportResult } from './catalogue/import.js';
export { importDocuments, parseFetched } from './catalogue/import.js';
export type {
  Condition,
  EntryIndex,
  EntrySummary,
  FacetField,
  FindQuery,
  FindResult,
  Hit,
  Meaning,
  NamePlace,
  OperationFinder,
  OperationHit,
  OperationQuery,
} from './catalogue/index-port.js';
export { fieldPath } from './catalogue/invalid-description.js';
export type { LedgerAnswer, LedgerBegin, LedgerRow, LedgerStore } from './catalogue/ledger.js';
export type { LookAlikePolicy, ReviewEntry, Reviewed } from './catalogue/look-alikes/find-look-alikes.js';
export { acceptFindings, createReview, lookAlikesOf } from './catalogue/look-alikes/find-look-alikes.js';
export { lookAgain } from './catalogue/look-alikes/look-again.js';
export type { NamedEntry, NameIndex } from './catalogue/look-alikes/name-index.js';
export { createNameIndex } from './catalogue/look-alikes/name-index.js';
export { inSpareTime, withNames } from './catalogue/look-alikes/named-index.js';
export { createMemoryStore } from './catalogue/memory-store.js';
export type {
  ChangeRequest,
  EntryCheck,
  Precondition,
  Published,
  PublishPorts,
  PublishRequest,
  SuccessionCheck,
} from './catalogue/publish.js';
export { publish } from './catalogue/publish.js';
export type { CardResult, CardsRequest, Claims } from './catalogue/publish-cards.js';
export { createClaims, publishCards } from './catalogue/publish-cards.js';
export { rehearse, rehearseDesigns } from './catalogue/rehearse.js';
export type { RunRecord, RunState, RunStore, RunWebhook } from './catalogue/runs.js';
export { endStates, webhookDueAt } from './catalogue/runs.js';
export type { DecideSession, SessionRecord, SessionStore } from './catalogue/sessions.js';
export type {
  ChangeContext,
  Changed,
  Decide,
  Decision,
  EntryAction,
  EntryStore,
  EntryVersion,
  HeldChange,
  KeptLook,
  KeyRecord,
  KeyStore,
  SourceLook,
  SourceRecord,
  SourceStore,
  Store,
  StoredEntry,
} from './catalogue/store.js';
export { mostLooks } from './catalogue/store.js';
export type { KeptVector, NearestQuestion, VectorComparer, VectorStore } from './catalogue/vectors.js';
export type { AuditBreak, AuditBreakKind, AuditVerdict, VerifyAuditOptions } from './catalogue/verify-audit.js';
export { verifyAudit } from './catalogue/verify-audit.js';
export { restore, withdraw } from './catalogue/withdraw.js';
export type { Conversion, ConversionOptions, ConversionTarget } from './conversion/convert-description.js';
export { convertDescription } from './conversion/convert-description.js';
export type { OperationChange } from './designer/compare-entries.js';
export { compareEntries } from './designer/compare-entries.js';
export type { ToolsetChange, ToolsetChangeKind } from './designer/compare-toolsets.js';
export { compareToolsets } from './designer/compare-toolsets.js';
export type { Composition } from './designer/compose-toolset.js';
export { choiceOf, composeToolset } from './designer/compose-toolset.js';
export type { UpdateDecision } from './designer/decide-updates.js';
export { decideUpdates } from './designer/decide-updates.js';
export type { ExportContext, ExportedProcedure, ProcedureExport } from './designer/export-procedure.js';
export { exportProcedure, exportProcedures, exportSkill } from './designer/export-procedure.js';
export type { ExportedTool, ToolsetExport } from './designer/export-toolset.js';
export { exportToolset, storedSignature } from './designer/export-toolset.js';
export type { Procedure, ProcedureDraft, ProcedureJudgement } from './designer/judge-procedure.js';
export { judgeProcedure, toProcedure } from './designer/judge-procedure.js';
export type { ExportedMember, Team, TeamExport } from './designer/judge-team.js';
export { exportTeam, judgeTeam, toTeam } from './designer/judge-team.js';
export { rollBack } from './designer/roll-back.js';
export type { DesignTargeting, DesignWriting, WrittenDesign } from './designer/save-design.js';
export { deleteDesign, saveDesign } from './designer/save-design.js';
export type { DesignHeader, ToolsetWriting, WrittenToolset } from './designer/save-toolset.js';
export { deleteToolset, saveToolset } from './designer/save-toolset.js';
export type { ToolSelection } from './designer/select-tools.js';
export { selectTools, wordsOf } from './designer/select-tools.js';
export type { DesignerPorts, Toolset } from './designer/toolset-access.js';
export { noSuchDesign, requireDesign, requireToolset, toToolset } from './designer/toolset-access.js';
export { createToolsetMcpRoot } from './designer/toolset-mcp-root.js';
export type { ToolsetOperation } from './designer/toolset-operations.js';
export type { ToolChoice, ToolsetRequest } from './designer/toolset-request.js';
export { mostTools } from './designer/toolset-request.js';
export { createToolsetRoot } from './designer/toolset-root.js';
export type { ToolUpdate, UpdateKind } from './designer/toolset-updates.js';
export { findUpdates } from './designer/toolset-updates.js';
export type { DiscoveryIndex, DiscoveryIndexOptions } from './discovery/discovery-index.js';
export { createDiscoveryIndex } from './discovery/discovery-index.js';
export type { Embedder, EmbedderTrouble } from './discovery/embedder.js';
export { EmbedderUnavailable } from './discovery/embedder.js';
export type { Abstention, EvaluationCase } from './discovery/evaluation/case-results.js';
export { bareName, chosenNames } from './discovery/evaluation/case-results.js';
export type { Chooser, ChooserFor, Evaluation } from './discovery/evaluation/evaluate.js';
export { ChoiceFailed, evaluateChooser, evaluateDescriptions } from './discovery/evaluation/evaluate.js';
export { createSearchChoosers } from './discovery/evaluation/search-choosers.js';
export { meaningShareOf } from './discovery/fuse.js';
export type { LexicalIndexOptions } from './discovery/lexical-index.js';
export { createLexicalIndex } from './discovery/lexical-index.js';
export type { MeaningReader, MeaningReaderPorts, MeaningReading, MeaningScope } from './discovery/meaning-reader.js';
export { createMeaningReader } from './discovery/meaning-reader.js';
export type { NearMeaningPorts } from './discovery/near-meaning.js';
export { createFindNearMeaning } from './discovery/near-meaning.js';
export type {
  Exclusion,
  ExclusionLine,
  Reasons,
  Resolution,
  ResolveContext,
  ResolvePolicy,
  ResolveRequest,
} from './discovery/resolve/resolution.js';
export type { Resolver, ResolverPorts } from './discovery/resolve/resolve.js';
export { createResolver } from './discovery/resolve/resolve.js';
export type { Conduct, StandingBook } from './discovery/resolve/standing.js';
export { nameWords, plainText, toolText } from './discovery/tool-text.js';
export { packVector } from './discovery/vectors/packed-vector.js';
export type { VectorFeed, VectorFeedPorts } from './discovery/vectors/vector-feed.js';
export { createVectorFeed } from './discovery/vectors/vector-feed.js';
export type { VectorQuery, VectorTable, VectorTableOptions } from './discovery/vectors/vector-table.js';
export { createVectorTable } from './discovery/vectors/vector-table.js';
export type { AddressPolicy, Target } from './documents/address-policy.js';
export { createAddressPolicy, literalAddress } from './documents/address-policy.js';
export type { ParsedArazzo } from './documents/arazzo/parse-arazzo.js';
export { parseArazzo } from './documents/arazzo/parse-arazzo.js';
export type { ArazzoReading } from './documents/arazzo/read-arazzo.js';
export type { ScaffoldOperation, ScaffoldOptions } from './documents/arazzo/scaffold.js';
export { scaffoldArazzo, writeYaml } from './documents/arazzo/scaffold.js';
export type {
  ArazzoAgent,
  ArazzoDocument,
  CallParameter,
  Criterion,
  DescribedWorkflow,
  StepAction,
  Workflow,
  WorkflowCall,
  WorkflowStep,
} from './documents/arazzo/workflow.js';
export type { Awaitable } from './documents/awaitable.js';
export type { AddressGuard } from './documents/callable-address.js';
export { admitsConnection, longestAddress, parseAddress, requireCallable } from './documents/callable-address.js';
export type { Curation } from './documents/curation.js';
export { curationLimits, isEntryId, patternFault } from './documents/curation.js';
export type { DnsLookup } from './documents/guarded-lookup.js';
export { createGuardedLookup } from './documents/guarded-lookup.js';
export type { Clock, DocumentHost, FetchCredential, Fetched, FetchRequest, FetchValidators } from './documents/host.js';
export { systemClock, timestamp } from './documents/host.js';
export { lendSignal } from './documents/lazy-member.js';
export type { LocatedDocument, Span, TextLimits, TextReading } from './documents/located-document.js';
export { createLineFinder } from './documents/located-document.js';
export type { DescriptionLimits } from './documents/parse-description.js';
export { descriptionLimits, parseDescription } from './documents/parse-description.js';
export { locateJson, parseLocatedJson } from './documents/parse-located-json.js';
export { parseYaml } from './documents/parse-yaml.js';
export { childPointer, getPointer, parsePointer } from './documents/pointer.js';
export type { CompleteDocument, EntryDraft, ReadContext, Reader } from './documents/reader.js';
export type {
  LockComparison,
  LockedSignature,
  LockFinding,
  ReadLock,
  SignatureLock,
} from './documents/signature-lock.js';
export { compareWithLock, emptyLock, extendLock, readSignatureLock } from './documents/signature-lock.js';
export type {
  AnswerOutcome,
  BindingCaller,
  Call,
  CallFacts,
  GatewayStep,
  Outcome,
  Patience,
  PreparedCall,
  Preview,
  PreviewStep,
  StreamOutcome,
  Target as CallTarget,
  TargetedCall,
  Unpacked,
  UpstreamLine,
  Within,
  WorkflowBudget,
  WorkflowPlan,
} from './gateway/call.js';
export type { CallEnd, CallLog, NoteCall } from './gateway/call-log.js';
export type { OperationPath } from './gateway/deprecation.js';
export { deprecationHeaders } from './gateway/deprecation.js';
export type { Gateway } from './gateway/invoke.js';
export { createGateway } from './gateway/invoke.js';
export { replayedHeader, throwKept, toFailedAnswer } from './gateway/kept-answer.js';
export type { Hold, KeyedCall, KeyedCallPorts, TakeKey, Taken } from './gateway/keyed-calls.js';
export { checkKey, createTakeKey } from './gateway/keyed-calls.js';
export type { ConfirmDemand, ConfirmRule, GatewayPorts, GatewaySettings, MayInvoke } from './gateway/ports.js';
export { repairs } from './gateway/repair/index.js';
export type { Repair, RepairMode } from './gateway/repair/repair.js';
export { isSwitchedOn, repairsAtWork, upstreamEntry } from './gateway/repair/repair-operation.js';
export type { SwitchRequest } from './gateway/repair/switch-repairs.js';
export { repairPort, switchRepairs } from './gateway/repair/switch-repairs.js';
export type { AcceptRun, AcceptRunPorts } from './gateway/runs/accept-run.js';
export { createAcceptRun } from './gateway/runs/accept-run.js';
export type { CancelledBy, CancelRunPorts } from './gateway/runs/cancel-run.js';
export { cancelRun } from './gateway/runs/cancel-run.js';
export { pollSeconds, runLinks, writeWebhook } from './gateway/runs/run-answer.js';
export type { Runner, RunnerPorts, RunSettings } from './gateway/runs/runner.js';
export { createRunner } from './gateway/runs/runner.js';
export type { TellEndPorts, ToldRun, WebhookDelivery, WebhookMessage } from './gateway/runs/tell-end.js';
export { tellEnd } from './gateway/runs/tell-end.js';
export type { TellEndsPorts } from './gateway/runs/tell-ends.js';
export { createTellEnds } from './gateway/runs/tell-ends.js';
export type { ReceivedWebhook, WebhookHeaders } from './gateway/runs/webhook-signature.js';
export { signWebhook, verifyWebhook, webhookSecret } from './gateway/runs/webhook-signature.js';
export type { LocalFunction } from './gateway/steps/answer-locally.js';
export type { DeduplicatePorts } from './gateway/steps/deduplicate.js';
export { createDeduplicate } from './gateway/steps/deduplicate.js';
export { checkEntryText, inspectText } from './gateway/untrusted-text.js';
export type { Upstream, UpstreamCredential, UpstreamRequest, UpstreamResponse } from './gateway/upstream.js';
export type { VerificationPorts } from './gateway/verification/verify-agent.js';
export { verificationOf, verifyAgent, withdrawVerification } from './gateway/verification/verify-agent.js';
export type { FixedText } from './idl/apply-fixes.js';
export { applyFixes } from './idl/apply-fixes.js';
export { agisDocumentSchema } from './idl/document-schema.js';
export type { ExplainedFinding, ExplainedRule } from './idl/explain-rule.js';
export { explainRule, listRules } from './idl/explain-rule.js';
export type { Finding } from './idl/finding.js';
export { formatAgis } from './idl/format-agis.js';
export { thresholdOf } from './idl/matching/confidence.js';
export type { Question } from './idl/matching/fill-parameters.js';
export type {
  Candidate,
  Match,
  MatchDecision,
  Matcher,
  MatcherPorts,
  MatchStep,
} from './idl/matching/match-instruction.js';
export { createMatcher } from './idl/matching/match-instruction.js';
export type { DataClass, MappedEndpoint, MappedService, ServiceMap } from './idl/matching/service-map.js';
export { indexVocabulary, mapService } from './idl/matching/service-map.js';
export type { AgisReading, ParsedAgis } from './idl/parse-agis.js';
export { parseAgis } from './idl/parse-agis.js';
export type { Pass, Similarity, ValidationOptions } from './idl/pass.js';
export { defaultValidation } from './idl/pass.js';
export { passes as agisPasses } from './idl/passes/index.js';
export type { PrintedSyntax } from './idl/print/print-agis.js';
export { printAgis } from './idl/print/print-agis.js';
export type { AgisReport } from './idl/report.js';
export type { AgisSource, AgisSyntax } from './idl/source.js';
export type { StarterOptions } from './idl/starter.js';
export { writeStarter } from './idl/starter.js';
export type { AgisValidator } from './idl/validate.js';
export { createAgisValidator, createPassContext } from './idl/validate.js';
export type { TransitionVerdict, VerifiedTransition } from './idl/verify-transitions.js';
export { verifyTransitions } from './idl/verify-transitions.js';
export type { OwnWords } from './idl/words/create-words.js';
export { createWords } from './idl/words/create-words.js';
export { checkProcedure } from './procedures/check-procedure.js';
export { compareTexts } from './procedures/compare-texts.js';
export { procedureDiagnostics } from './procedures/diagnostics.js';
export { draftProcedure } from './procedures/draft-procedure.js';
export { procedureLimits } from './procedures/limits.js';
export { packSkill } from './procedures/pack-skill.js';
export { placeMention } from './procedures/place-mention.js';
export type { ProcedureTool } from './procedures/procedure-tools.js';
export { readProcedure } from './procedures/read-procedure.js';
export type { Step } from './procedures/step-path.js';
export type { Skill } from './procedures/write-skill.js';
export { writeSkill } from './procedures/write-skill.js';
export type { A2aCallerOptions } from './protocols/a2a/call.js';
export { createA2aCaller } from './protocols/a2a/call.js';
export type { NoticeDesk } from './protocols/a2a/notice-desk.js';
export { createNoticeDesk } from './protocols/a2a/notice-desk.js';
export type { A2aPorts } from './protocols/a2a/ports.js';
export { createA2aRoutes } from './protocols/a2a/serve.js';
export { writeNotice as writeA2aNotice } from './protocols/a2a/serving/push-config.js';
export type { CardKey } from './protocols/a2a/signature.js';
export type { WriteCardOptions, WrittenCard } from './protocols/a2a/write.js';
export { writeCard } from './protocols/a2a/write.js';
export type { AgisCallerOptions } from './protocols/agis/call.js';
export { createAgisCaller } from './protocols/agis/call.js';
export { checkSummary, isSummary } from './protocols/agis/check-summary.js';
export type { GrammarCheckPorts, GrammarRequest } from './protocols/agis/grammar.js';
export { agisMethodOf, checkGrammar } from './protocols/agis/grammar.js';
export { holdValidator } from './protocols/agis/hold-validator.js';
export type { ClassBinding, ClassSource } from './protocols/agis/negotiation/class-binding.js';
export type { ClassSources, RowQuery } from './protocols/agis/negotiation/class-rows.js';
export { classFunction, createClassRows } from './protocols/agis/negotiation/class-rows.js';
export type { NegotiatePorts } from './protocols/agis/negotiation/negotiate.js';
export { createNegotiate } from './protocols/agis/negotiation/negotiate.js';
export { createKeepEndpoint } from './protocols/agis/negotiation/persist-endpoint.js';
export type { SessionEndpoints } from './protocols/agis/negotiation/session-endpoints.js';
export { createSessionEndpoints } from './protocols/agis/negotiation/session-endpoints.js';
export type { AgisPorts, Negotiate } from './protocols/agis/ports.js';
export { createAgisRoutes } from './protocols/agis/serve.js';
export type { SummaryFacts } from './protocols/agis/summary.js';
export { writeSummary } from './protocols/agis/summary.js';
export { agisType, headerNames as grammarHeaders } from './protocols/agis/wire.js';
export type { AgisWritable, PlannedEndpoint, WriteAgisOptions, WrittenAgis } from './protocols/agis/write.js';
export { writeAgis } from './protocols/agis/write.js';
export type { AidipCallerOptions } from './protocols/aidip/call.js';
export { createAidipCaller } from './protocols/aidip/call.js';
export type { OwnCardFacts } from './protocols/aidip/own-card.js';
export { createOwnCardRoute } from './protocols/aidip/own-card.js';
export type { AidipPorts, AidipSettings } from './protocols/aidip/ports.js';
export { createAidipRoutes } from './protocols/aidip/serve.js';
export type { FetchedPlace, ProtocolFolder } from './protocols/index.js';
export { completeDescription, createAgentTextRoute, protocols, readDescription } from './protocols/index.js';
export type { AgentTextPorts } from './protocols/llms-txt/serve.js';
export { writeApiText } from './protocols/llms-txt/write-api.js';
export type { ChildLinks, McpCallerOptions } from './protocols/mcp/call.js';
export { createMcpCaller } from './protocols/mcp/call.js';
export type { ChangePolicy, ToolChange } from './protocols/mcp/check-succession.js';
export { createMcpSuccession } from './protocols/mcp/check-succession.js';
export { listenForChanges } from './protocols/mcp/client/listen-changes.js';
export type { LiveHostPorts } from './protocols/mcp/client/live-host.js';
export { createLiveHost, createLiveSend, liveServer } from './protocols/mcp/client/live-host.js';
export type { Era, LinkAnswer, LinkRequest, McpLink } from './protocols/mcp/client/mcp-link.js';
export { answerOf, answerServer, paramsFor, requireShape } from './protocols/mcp/client/mcp-link.js';
export { createToolListRoute } from './protocols/mcp/serve.js';
export { createAgentMcpRoot } from './protocols/mcp/serving/agent-root.js';
export type { CatalogueRootPorts } from './protocols/mcp/serving/catalogue-root.js';
export { createCatalogueMcpRoot } from './protocols/mcp/serving/catalogue-root.js';
export type { FindTools, ToolQuery } from './protocols/mcp/serving/find-tools.js';
export { createFindTools } from './protocols/mcp/serving/find-tools.js';
export type { McpPorts } from './protocols/mcp/serving/ports.js';
export type { McpRoot, McpRootContext, McpTool } from './protocols/mcp/serving/root.js';
export { createMcpRoutes } from './protocols/mcp/serving/routes.js';
export type { SessionNews, SessionPeers, SessionPorts, Sessions } from './protocols/mcp/serving/sessions.js';
export { createSessions } from './protocols/mcp/serving/sessions.js';
export type { WriteToolsOptions, WrittenTools } from './protocols/mcp/write.js';
export { writeMcpTools, writeNamedTools } from './protocols/mcp/write.js';
export type { NactCallerOptions } from './protocols/nact/call.js';
export { createNactCaller } from './protocols/nact/call.js';
export { checkNactSuccession } from './protocols/nact/check-succession.js';
export type { NactPorts } from './protocols/nact/ports.js';
export type { ReadRoot, ReadRootOptions } from './protocols/nact/read-root.js';
export type { PlacedTool, RootContext, ToolRoot } from './protocols/nact/root.js';
export { createNactRoutes, createToolRoutes } from './protocols/nact/serve.js';
export type { EntryTools, Tool, ToolVersion } from './protocols/nact/tool-history.js';
export { currentVersion, servedSignature } from './protocols/nact/tool-history.js';
export type { FoundTool, ToolShelf } from './protocols/nact/tool-shelf.js';
export { createToolShelf } from './protocols/nact/tool-shelf.js';
export { listAddress } from './protocols/nact/wire.js';
export type { ToolContract } from './protocols/nact/write.js';
export { checkToolProjection } from './protocols/nact/write.js';
export type {
  Bundled,
  BundleLimits,
  FetchDocument,
  ReferencePolicy,
  RefusedDocument,
} from './protocols/openapi/bundle.js';
export { bundleDocuments, bundledPlace, parseReferenced, refusedOf, withRefused } from './protocols/openapi/bundle.js';
export type { HttpCallerOptions } from './protocols/openapi/call.js';
export { createHttpCaller } from './protocols/openapi/call.js';
export { readOpenApi } from './protocols/openapi/read.js';
export type { OpenApiPorts } from './protocols/openapi/serve.js';
export { createOpenApiRoutes } from './protocols/openapi/serve.js';
export type { ConvertedSwagger } from './protocols/openapi/swagger/convert-swagger.js';
export { convertSwagger, isSwagger } from './protocols/openapi/swagger/convert-swagger.js';
export type { WritableEntry, WriteOpenApiOptions } from './protocols/openapi/write.js';
export { writeOpenApi } from './protocols/openapi/write.js';
export type { CompiledSchema, SchemaProblem } from './schema/compile-schema.js';
export { compileSchema } from './schema/compile-schema.js';
export type { TeamGround } from './teams/check-team.js';
export type { TeamCode } from './teams/diagnostics.js';
export { teamDiagnostics } from './teams/diagnostics.js';
export { originHeader, trustHeader } from './transport/call-answer.js';
export type { Validators, View, WrittenState } from './transport/conditional.js';
export {
  designTag,
  designValidators,
  entryValidators,
  isUnchanged,
  judgedValidators,
  notModified,
  validatorHeaders,
  writeCondition,
  writePrecondition,
} from './transport/conditional.js';
export {
  agentParameter,
  changedAnswer,
  cursorParameter,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  dryRunSchema,
  etagHeader,
  idParameter,
  ifMatchParameter,
  ifNoneMatchParameter,
  jsonAnswer,
  locationHeader,
  nextLinkHeader,
  pageSchema,
  pathParameter,
  stateHeaders,
  toolsetParameter,
  unchangedResponse,
  versionParameter,
} from './transport/describe.js';
export { fieldsParameter, parseFields, pickFields, readFields } from './transport/field-selection.js';
export type { BodyLimits } from './transport/json-body.js';
export { isYamlType, readBodyBytes, readJsonBody } from './transport/json-body.js';
export { jsonResponse } from './transport/json-response.js';
export { readRpc, rpcCodes, rpcNotification, rpcRequest } from './transport/json-rpc.js';
export { addressWith, linkHeader, pathTo } from './transport/links.js';
export { nearestName } from './transport/nearest-name.js';
export { negotiate } from './transport/negotiate.js';
export { problemAddress, problemBody, problemResponse, problemType } from './transport/problem.js';
export { flag, invalidParameters, readParameters, splitValues, wholeNumber } from './transport/query-string.js';
export type { HeaderView, Reply, ReplyContext, RequestView } from './transport/reply.js';
export { isReply, toResponse } from './transport/reply.js';
export type {
  Budget,
  ContentDescription,
  ExampleDescription,
  Method,
  ParameterDescription,
  ResponseDescription,
  Route,
  RouteContext,
  RouteDescription,
} from './transport/route.js';
export type { TraceContext } from './transport/trace-context.js';
export {
  continueTrace,
  createContinueTrace,
  formatTraceparent,
  newTraceId,
  noTrace,
} from './transport/trace-context.js';
