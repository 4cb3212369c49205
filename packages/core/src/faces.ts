/** Entry point `@dragoman/core/faces`: the routes that each protocol serves and the clients that call services in it. */
export type { A2aCallerOptions } from './protocols/a2a/call.js';
export { createA2aCaller } from './protocols/a2a/call.js';
export type { ConversationIds } from './protocols/a2a/conversation-ids.js';
export { createConversationIds } from './protocols/a2a/conversation-ids.js';
export { statusOfProblem } from './protocols/a2a/grpc/status-details.js';
export type { NotificationInbox } from './protocols/a2a/notification-inbox.js';
export { createNotificationInbox } from './protocols/a2a/notification-inbox.js';
export { createA2aRoutes } from './protocols/a2a/serve.js';
export type { ResolveSkill } from './protocols/a2a/serving/choose-skill.js';
export {
  isRestPath as isA2aRestPath,
  restFailureReply as a2aRestFailureReply,
} from './protocols/a2a/serving/faults.js';
export { createWriteNotice as createWriteA2aNotice } from './protocols/a2a/serving/push-config.js';
export { createAgisCaller } from './protocols/agis/call.js';
export { showDocument } from './protocols/agis/exposure.js';
export type { GrammarCheckPorts } from './protocols/agis/grammar.js';
export { agisMethodOf, createGrammarCheck } from './protocols/agis/grammar.js';
export { createLazyValidator } from './protocols/agis/lazy-validator.js';
export type { ClassSources, RowQuery } from './protocols/agis/negotiation/class-rows.js';
export { classFunction, createClassRows } from './protocols/agis/negotiation/class-rows.js';
export { createNegotiate } from './protocols/agis/negotiation/negotiate.js';
export { createKeepEndpoint } from './protocols/agis/negotiation/persist-endpoint.js';
export type { NegotiationChecking } from './protocols/agis/negotiation/ports.js';
export { createSessionEndpoints } from './protocols/agis/negotiation/session-endpoints.js';
export { writeOwnDocument } from './protocols/agis/own-document.js';
export type { AgisPorts } from './protocols/agis/ports.js';
export { createAgisRoutes } from './protocols/agis/serve.js';
export { createAidipCaller } from './protocols/aidip/call.js';
export { createOwnCardRoute } from './protocols/aidip/own-card.js';
export { createAidipRoutes } from './protocols/aidip/serve.js';
export { createArazzoRoute } from './protocols/arazzo/serve.js';
export { createAgentTextRoute } from './protocols/llms-txt/serve.js';
export type { ChildLinks } from './protocols/mcp/call.js';
export { createMcpCaller } from './protocols/mcp/call.js';
export { createMcpSuccession } from './protocols/mcp/check-succession.js';
export { connectServer } from './protocols/mcp/client/connect-server.js';
export type { SharedSessions } from './protocols/mcp/client/connections.js';
export { isListChange, listenForChanges } from './protocols/mcp/client/listen-changes.js';
export { createLiveHost, createLiveSend, liveServer } from './protocols/mcp/client/live-host.js';
export type {
  Era,
  LinkAnswer,
  LinkRequest,
  McpLink,
  OpenWatch,
  Question,
  Questions,
  ResourceWatcher,
} from './protocols/mcp/client/mcp-link.js';
export {
  answerOf,
  answerServer,
  askedOf,
  paramsFor,
  requireShape,
  severalCalls,
} from './protocols/mcp/client/mcp-link.js';
export { readLiveServer } from './protocols/mcp/client/read-live-server.js';
export { failureOf } from './protocols/mcp/client/read-result.js';
export { coalesceUpdates } from './protocols/mcp/coalesce-updates.js';
export { createToolListRoute } from './protocols/mcp/serve.js';
export { createContentRoutes } from './protocols/mcp/serve-content.js';
export { createAgentMcpRoot } from './protocols/mcp/serving/agent-root.js';
export { createCatalogueContent } from './protocols/mcp/serving/catalogue-content.js';
export { createCatalogueMcpRoot } from './protocols/mcp/serving/catalogue-root.js';
export { createFindTools, createRankTools } from './protocols/mcp/serving/find-tools.js';
export { createKeptSubscriptions } from './protocols/mcp/serving/kept-subscriptions.js';
export { createMailbox } from './protocols/mcp/serving/mailbox.js';
export { createParkedCalls } from './protocols/mcp/serving/parked-calls.js';
export type { McpPorts, ToolListing } from './protocols/mcp/serving/ports.js';
export type { WatchCounts } from './protocols/mcp/serving/resource-watches.js';
export { createResourceWatches } from './protocols/mcp/serving/resource-watches.js';
export { createResultTool } from './protocols/mcp/serving/result-tool.js';
export { createResumableStreams } from './protocols/mcp/serving/resumable-streams.js';
export { createMcpRoutes } from './protocols/mcp/serving/routes.js';
export { createSessionQuestions } from './protocols/mcp/serving/session-questions.js';
export type { SessionNews, SessionPeers } from './protocols/mcp/serving/sessions.js';
export { createSessions } from './protocols/mcp/serving/sessions.js';
export type {
  JournalPage,
  StreamJournal,
  StreamOrigin,
} from './protocols/mcp/serving/stream-journal.js';
export type { TaskQuestions } from './protocols/mcp/serving/task-questions.js';
export { createTaskQuestions } from './protocols/mcp/serving/task-questions.js';
export { createConfirmTool, createWaitingCalls } from './protocols/mcp/serving/waiting-calls.js';
export { logSeverity } from './protocols/mcp/wire.js';
export { writeNamedTools } from './protocols/mcp/write.js';
export { createNactCaller } from './protocols/nact/call.js';
export { checkNactSuccession } from './protocols/nact/check-succession.js';
export { isKept } from './protocols/nact/list-request.js';
export type { NactPorts } from './protocols/nact/ports.js';
export { searchTools } from './protocols/nact/search-tools.js';
export { createNactRoutes, createToolRoutes } from './protocols/nact/serve.js';
export type { ToolCache } from './protocols/nact/tool-cache.js';
export { createToolCache } from './protocols/nact/tool-cache.js';
export type { Tool } from './protocols/nact/tool-history.js';
export { currentVersion, servedSignature } from './protocols/nact/tool-history.js';
export { listAddress } from './protocols/nact/wire.js';
export { createHttpCaller } from './protocols/openapi/call.js';
export { createOpenApiRoutes } from './protocols/openapi/serve.js';
export { writeOpenApi } from './protocols/openapi/write.js';
