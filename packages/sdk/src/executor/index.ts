/**
 * The executor: gives a model the tools of N-ACT roots, validates and invokes its calls. Exports are listed explicitly.
 */
export type { CompleteInput } from './complete-input.js';
export type {
  AskModel,
  Conversation,
  ConversationEvent,
  ConversationOptions,
  TurnEnd,
} from './conversation.js';
export { createConversation } from './conversation.js';
export type { Executor } from './create-executor.js';
export { createExecutor } from './create-executor.js';
export type { Session } from './create-session.js';
export type { TeamConnection, TeamExport, TeamOptions } from './create-team.js';
export { createTeam } from './create-team.js';
export type { EventSink, ExecutorEvent, ToolIdentity } from './executor-event.js';
export type {
  ChosenTool,
  CorrectionReport,
  CorrectionRules,
  Decision,
  DisclosureRule,
  EscalationRequest,
  EscalationRules,
  ExecutorOptions,
  SubAgent,
  ToolQuery,
  WaitingCall,
} from './executor-options.js';
export type { ToolsetExecutor, ToolsetExecutorOptions } from './from-toolset.js';
export { chosenTools, createToolsetExecutor } from './from-toolset.js';
export type { ConversationApi, ModelUsage } from './model-reply.js';
export { conversationApis } from './model-reply.js';
export type { CallPart, StreamedTurn, StreamPart, Turn } from './perform-response.js';
export type { ResultMedia } from './result-media.js';
export type { ScriptedReply } from './scripted-model.js';
export { createScriptedModel, readScript } from './scripted-model.js';
export type {
  AnthropicMessage,
  AnthropicOpening,
  AnthropicTool,
} from './shapes/anthropic.js';
export type { BedrockMessage, BedrockOpening, BedrockTool } from './shapes/bedrock.js';
export type { GoogleContent, GoogleOpening, GoogleTool } from './shapes/google.js';
export type { MessagesOf, OpeningOf, ShapeName, ToolsOf } from './shapes/index.js';
export { shapes } from './shapes/index.js';
export type {
  CompleteSchema,
  ModelShape,
  PerformCall,
  ShownProperty,
  ShownSchema,
  ShownTool,
  ToolCall,
  ToolReply,
  ToolSchema,
} from './shapes/model-shape.js';
export type { OpenAiChatMessage, OpenAiChatOpening, OpenAiChatTool } from './shapes/openai-chat.js';
export type { OpenAiResponsesItem, OpenAiResponsesOpening, OpenAiResponsesTool } from './shapes/openai-responses.js';
export type {
  VercelCallOptions,
  VercelMessage,
  VercelOpening,
  VercelSchema,
  VercelTool,
  VercelTools,
} from './shapes/vercel.js';
export type {
  ConversationTool,
  ConversationTools,
  StartedConversation,
  StartOptions,
} from './start-conversation.js';
export { startConversation } from './start-conversation.js';
export type { AnthropicAnswer } from './streams/anthropic.js';
export type { BedrockAnswer } from './streams/bedrock.js';
export type { GoogleAnswer } from './streams/google.js';
export type { OwnOf } from './streams/index.js';
export type { ModelDelta, StreamEvent } from './streams/model-stream.js';
export type { OpenAiChatAnswer } from './streams/openai-chat.js';
export type { ToolCredential, ToolSecret } from './tool-credential.js';
export type { HandOverRecord, OutcomeKind, ToolOutcome } from './tool-outcome.js';
export type { ToolConditions } from './tool-pages.js';
export type { ListFault, ReadOptions, RootInvocation, RootPorts, ToolRoot, ToolSource } from './tool-root.js';
export { createToolRoot } from './tool-root.js';
export { waitForApproval } from './wait-for-approval.js';
export type { VersionFinding } from './watch-versions.js';
