/** Entry point `@dragoman/core/engine`: the parts of a server: access, catalogue, discovery, gateway and designs. */

export type { ArgumentCondition } from './access/argument-conditions.js';
export type { Authenticate } from './access/authenticate.js';
export { createAuthenticate, readCredential } from './access/authenticate.js';
export type { Authenticator } from './access/authenticator.js';
export type { CachedKeys } from './access/cached-keys.js';
export { cacheKeys } from './access/cached-keys.js';
export type { Caller, EntryAccess, Scope } from './access/caller.js';
export { accountOf, anonymous, canChange, canSee, hasScope, local, scopes } from './access/caller.js';
export { createKeyAuthenticator } from './access/key-authenticator.js';
export { isUsableKey, makeKey, parseKey } from './access/keys.js';
export type { OpenAccessMode } from './access/open-access-mode.js';
export { createOpenAccessMode } from './access/open-access-mode.js';
export type { Policy, PolicyDecision, PolicyEngine } from './access/policy.js';
export { createPolicyEngine } from './access/policy.js';
export { requireScope } from './access/require-scope.js';
export { roleScopes } from './access/roles.js';
export { groupPrefix } from './access/selection.js';
export { applyDecision } from './catalogue/apply-decision.js';
export type { ApprovalRecord, ApprovalState, ApprovalStore } from './catalogue/approvals.js';
export { approvalStates, stateAt } from './catalogue/approvals.js';
export type {
  AuditDraft,
  AuditOutcome,
  AuditPage,
  AuditQuery,
  AuditRecord,
  AuditSearch,
  AuditStore,
} from './catalogue/audit.js';
export {
  chainRecord,
  clockTolerance,
  isAlike,
  MissingAuditHead,
  maxExamined,
  operationMark,
} from './catalogue/audit.js';
export type { ScheduleIdle } from './catalogue/backlog.js';
export type { BrowsePorts } from './catalogue/browse.js';
export { readEntry } from './catalogue/browse.js';
export { createCachedEntries } from './catalogue/cached-entries.js';
export type { CallStatsRecord, CallStatsStore, CallStatsSums } from './catalogue/call-stats.js';
export { addCallStats, appendCallStats, statsOfCall } from './catalogue/call-stats.js';
export type { ChangeContext } from './catalogue/change-context.js';
export { changeEntry } from './catalogue/change-entry.js';
export type { ChangeFeed } from './catalogue/changes.js';
export { chooseEffects } from './catalogue/choose-effects.js';
export type { CredentialKind, CredentialRecord, CredentialStore, UsableCredential } from './catalogue/credentials.js';
export type { Design, DesignKind, DesignStore, DesignVersion } from './catalogue/designs.js';
export { applyDesign } from './catalogue/designs.js';
export type { EntryFacts } from './catalogue/entry-facts.js';
export { operationAuthentication } from './catalogue/entry-facts.js';
export type { FeedbackRecord, FeedbackStore, FeedbackSummary } from './catalogue/feedback.js';
export { maxOpinions, summarizeFeedback } from './catalogue/feedback.js';
export type { Follower } from './catalogue/follow.js';
export { follow } from './catalogue/follow.js';
export type { ImportPorts, ImportResult, ImportStage } from './catalogue/import.js';
export { importDocuments } from './catalogue/import.js';
export type {
  AcceptedOperations,
  AppliedChange,
  Condition as OperationCondition,
  EntryIndex,
  FacetField,
  FindQuery,
  FindResult,
  Hit,
  IndexedEntry,
  Meaning,
  OperationHit,
  OperationList,
  OperationLister,
  OperationListQuery,
  OperationPosition,
  OperationQuery,
} from './catalogue/index-port.js';
export { maxListedPages, operationsOf } from './catalogue/index-port.js';
export type { Intent, IntentStore } from './catalogue/intents.js';
export { abandonedRecord } from './catalogue/intents.js';
export type { LoginRecord, LoginStore, UserFacts, UserRecord } from './catalogue/logins.js';
export { userAfterLogin } from './catalogue/logins.js';
export type { LookAlikePolicy } from './catalogue/look-alikes/find-look-alikes.js';
export { acceptFindings, createReview, lookAlikesOf, lookedUpKeys } from './catalogue/look-alikes/find-look-alikes.js';
export type {
  KnownNames,
  NameIndex,
  NameSource,
  SavedNames,
} from './catalogue/look-alikes/name-index.js';
export { createNameIndex, nameEntry, nameKeysOf, openNames, writeNames } from './catalogue/look-alikes/name-index.js';
export { whenIdle, withNames } from './catalogue/look-alikes/named-index.js';
export { recheckSimilarity } from './catalogue/look-alikes/recheck-similarity.js';
export { plainId } from './catalogue/look-alikes/skeleton.js';
export { tooManyPending } from './catalogue/memory-approvals.js';
export { createMemoryStore } from './catalogue/memory-store.js';
export type { NodeRecord, NodeStore } from './catalogue/nodes.js';
export type { PublishPorts, SuccessionCheck } from './catalogue/publish.js';
export { idTaken, publish, requireAvailable } from './catalogue/publish.js';
export type { CardResult } from './catalogue/publish-cards.js';
export { createClaims, publishCards } from './catalogue/publish-cards.js';
export { readFetched } from './catalogue/read-fetched.js';
export { rehearse, rehearseDesigns } from './catalogue/rehearse.js';
export type { SavedKind, SavedRecord, SavedStore } from './catalogue/saved.js';
export { savedKinds } from './catalogue/saved.js';
export type { SecretStore } from './catalogue/secrets.js';
export { newSecret, storedSecret } from './catalogue/secrets.js';
export type { SessionRecord, SessionStore } from './catalogue/sessions.js';
export type {
  Changed,
  Decide,
  EntryAction,
  EntryStore,
  EntryVersion,
  KeyRecord,
  KeyStore,
  PendingChange,
  SourcePoll,
  SourceRecord,
  SourceStore,
  Store,
  StoredEntry,
  StoredPoll,
} from './catalogue/store.js';
export { maxPolls } from './catalogue/store.js';
export type {
  AdvancedSearch,
  SetAsideEntry,
  StoredSearch,
  StoredSearchCounts,
  WaitingVectorText,
} from './catalogue/stored-search.js';
export type { UsagePoint, UsageStep, UsageStore } from './catalogue/usage.js';
export { addUsage, durationClass, noUsage, startOfPeriod, usageBounds, usageQuantile } from './catalogue/usage.js';
export type { NearestQuestion, StoredVector, VectorComparer, VectorStore } from './catalogue/vectors.js';
export type { NotedHead } from './catalogue/verify-audit.js';
export { verifyAudit } from './catalogue/verify-audit.js';
export { explainImpact } from './conversion/explain-impact.js';
export type { Projection, ProjectionInput, ProjectionTarget } from './conversion/project-operation.js';
export { projectionTargets } from './conversion/project-operation.js';
export { listWireInputs } from './conversion/wire-inputs.js';
export type { AffectedDesigns } from './designer/affected-designs.js';
export { createAffectedSearch } from './designer/affected-designs.js';
export type { OperationChange } from './designer/compare-entries.js';
export { compareEntries } from './designer/compare-entries.js';
export type { ToolsetChange } from './designer/compare-toolsets.js';
export { compareToolsets } from './designer/compare-toolsets.js';
export { choiceOf, composeToolset } from './designer/compose-toolset.js';
export type { UpdateDecision } from './designer/decide-updates.js';
export { decideUpdates } from './designer/decide-updates.js';
export { evaluateProcedure, toProcedure } from './designer/evaluate-procedure.js';
export type { TeamExport } from './designer/evaluate-team.js';
export { evaluateTeam, exportTeam, toTeam } from './designer/evaluate-team.js';
export type { ExportedProcedure, ProcedureExport } from './designer/export-procedure.js';
export { exportProcedure, exportProcedures, exportSkill } from './designer/export-procedure.js';
export type { ToolsetExport } from './designer/export-toolset.js';
export { exportToolset, storedSignature } from './designer/export-toolset.js';
export { rollBack } from './designer/roll-back.js';
export { deleteDesign, saveDesign, type WrittenDesign } from './designer/save-design.js';
export type { ToolsetWriting } from './designer/save-toolset.js';
export { deleteToolset, saveToolset } from './designer/save-toolset.js';
export type { ToolSelection } from './designer/select-tools.js';
export { selectTools } from './designer/select-tools.js';
export { shownSchemas } from './designer/stored-schemas.js';
export type { DesignerPorts, Toolset } from './designer/toolset-access.js';
export { noSuchDesign, requireDesign, requireToolset, toToolset } from './designer/toolset-access.js';
export { maxToolsetContent } from './designer/toolset-content.js';
export { createToolsetMcpRoot } from './designer/toolset-mcp-root.js';
export type { ToolChoice, ToolsetRequest } from './designer/toolset-request.js';
export { maxToolsetTools } from './designer/toolset-request.js';
export { createToolsetRoot } from './designer/toolset-root.js';
export type { ToolUpdate } from './designer/toolset-updates.js';
export { findUpdates } from './designer/toolset-updates.js';
export type { UpdateClass } from './designer/update-class.js';
export { classOf, updateClasses } from './designer/update-class.js';
export type { CompareOperations, CompareTools } from './designer/version-comparing.js';
export { differenceOfFailure } from './designer/version-comparing.js';
export type { DiscoveryIndex, SavedIndex, SearchIndex } from './discovery/discovery-index.js';
export { createDiscoveryIndex } from './discovery/discovery-index.js';
export { describeEntry, nameKey } from './discovery/entry-rows.js';
export type { EvaluationCase } from './discovery/evaluation/case-results.js';
export { chosenNames } from './discovery/evaluation/case-results.js';
export type { Chooser, ChooserFor, Evaluation } from './discovery/evaluation/evaluate.js';
export { ChoiceFailed, evaluateChooser, evaluateDescriptions } from './discovery/evaluation/evaluate.js';
export { createSearchChoosers } from './discovery/evaluation/search-choosers.js';
export { fieldKey, fieldPrefix } from './discovery/facets.js';
export { meaningShareOf } from './discovery/fuse.js';
export { createLexicalIndex } from './discovery/lexical-index.js';
export type { MeaningReader, MeaningReading, MeaningScope } from './discovery/meaning-reader.js';
export { createMeaningReader } from './discovery/meaning-reader.js';
export { createFindNearMeaning } from './discovery/near-meaning.js';
export type { AgentStats, OperationStats } from './discovery/resolve/agent-stats.js';
export type { RankerPorts } from './discovery/resolve/find-operations.js';
export type { RankedOperation, RankOperations } from './discovery/resolve/rank-operations.js';
export { createRankOperations, maxRanked as maxRankedOperations } from './discovery/resolve/rank-operations.js';
export type { Resolution } from './discovery/resolve/resolution.js';
export type { Resolver } from './discovery/resolve/resolve.js';
export { createResolver } from './discovery/resolve/resolve.js';
export type { AnalyzedRow } from './discovery/stored/analyze-entry.js';
export { createEntryAnalysis, embeddedTexts, readersOf } from './discovery/stored/analyze-entry.js';
export { embedWaitingTexts } from './discovery/stored/embed-waiting-texts.js';
export type { EntryCandidate, StoredTerm, WordScale } from './discovery/stored/rank-stored.js';
export {
  createWordScale,
  qualityOf,
  rankStoredEntries,
  rankStoredOperations,
  storedFloor,
} from './discovery/stored/rank-stored.js';
export type { StoredQuery } from './discovery/stored/stored-query.js';
export { createStoredQueryReader } from './discovery/stored/stored-query.js';
export { packVector } from './discovery/vectors/packed-vector.js';
export type { VectorFeed } from './discovery/vectors/vector-feed.js';
export { createVectorFeed } from './discovery/vectors/vector-feed.js';
export { createVectorTable } from './discovery/vectors/vector-table.js';
export type { ApprovalDecision, Approvals } from './gateway/approvals.js';
export { createApprovals, mayDecide, maySeeApproval, requireDecidable, unknownApproval } from './gateway/approvals.js';
export type { Call, Cancellation, Target as CallTarget, TargetedCall } from './gateway/call.js';
export type { CallEnd, CallListener, CallLog, NoteCall } from './gateway/call-log.js';
export { withListeners } from './gateway/call-log.js';
export type { CapturedCall, CapturedPart, CapturePort } from './gateway/captured-call.js';
export { chooseOperation } from './gateway/choose-operation.js';
export type { ConfirmPolicy } from './gateway/confirm-requirement.js';
export { requirementFor } from './gateway/confirm-requirement.js';
export type { TextDecision } from './gateway/decide-held-texts.js';
export { decideHeldTexts, releaseLimits } from './gateway/decide-held-texts.js';
export type { HeldText } from './gateway/held-texts.js';
export { heldTextsInTurns } from './gateway/held-texts.js';
export type { Gateway } from './gateway/invoke.js';
export { createGateway } from './gateway/invoke.js';
export { keepParts } from './gateway/keep-parts.js';
export type { KeptPart, KeptResults, ResultSettings } from './gateway/kept-results.js';
export { createKeptResults } from './gateway/kept-results.js';
export type { ValueValidator } from './gateway/operation-schemas.js';
export { createSchemaValidator } from './gateway/operation-schemas.js';
export type { GatewayPorts, GatewaySettings } from './gateway/ports.js';
export { redactValue, withheldSecret } from './gateway/redact-text.js';
export { repairs } from './gateway/repair/index.js';
export { isSwitchedOn, repairsAtWork, upstreamEntry } from './gateway/repair/repair-operation.js';
export { repairPort, switchRepairs } from './gateway/repair/switch-repairs.js';
export { createAcceptRun } from './gateway/runs/accept-run.js';
export { cancelRun } from './gateway/runs/cancel-run.js';
export { createNotifyEnds } from './gateway/runs/notify-ends.js';
export type { Runner, RunnerPorts, RunSettings } from './gateway/runs/runner.js';
export { createRunner } from './gateway/runs/runner.js';
export type { OpenSpan, SpanAttributes, SpanDescription, Spans } from './gateway/spans.js';
export { inSpan } from './gateway/spans.js';
export { createDeduplicate } from './gateway/steps/deduplicate.js';
export { readTimeline } from './gateway/timeline.js';
export type {
  BreakerState,
  Upstream,
  UpstreamCredential,
  UpstreamRequest,
  UpstreamResponse,
} from './gateway/upstream.js';
export type { VerificationPorts } from './gateway/verification/verify-agent.js';
export { verificationOf, verifyAgent, withdrawVerification } from './gateway/verification/verify-agent.js';
export { compareTexts } from './procedures/compare-texts.js';
export { procedureLimits } from './procedures/limits.js';
export { packSkill } from './procedures/pack-skill.js';
export type { ProcedureChecking } from './procedures/procedure-checking.js';
export type { ProcedureTool } from './procedures/procedure-tools.js';
export type { Skill } from './procedures/write-skill.js';
