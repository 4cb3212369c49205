/**
 * The executor: gives a model the tools of N-ACT roots, validates and invokes its calls. Exports are listed explicitly.
 */
export type { CompleteInput } from './complete-input.js';
export type { Executor } from './create-executor.js';
export { createExecutor } from './create-executor.js';
export type { Session, Turn } from './create-session.js';
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
} from './executor-options.js';
export type { ToolsetExecutor, ToolsetExecutorOptions } from './from-toolset.js';
export { chosenTools, createToolsetExecutor } from './from-toolset.js';
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
  ShownProperty,
  ShownSchema,
  ShownTool,
  ToolCall,
  ToolReply,
  ToolSchema,
} from './shapes/model-shape.js';
export type { OpenAiChatMessage, OpenAiChatOpening, OpenAiChatTool } from './shapes/openai-chat.js';
export type { OpenAiResponsesItem, OpenAiResponsesOpening, OpenAiResponsesTool } from './shapes/openai-responses.js';
export type { VercelMessage, VercelOpening, VercelSchema, VercelTools } from './shapes/vercel.js';
export type { ToolCredential, ToolSecret } from './tool-credential.js';
export type { HandOverRecord, OutcomeKind, ToolOutcome } from './tool-outcome.js';
export type { ToolConditions } from './tool-pages.js';
export type { ListFault, ReadOptions, RootInvocation, RootPorts, ToolRoot, ToolSource } from './tool-root.js';
export { createToolRoot } from './tool-root.js';
export type { VersionFinding } from './watch-versions.js';
