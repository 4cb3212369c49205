/** Starts a conversation with the tools of a toolset, of a team or of a service of a registry. */
import { isJsonObject } from '@dragoman/model';
import type { ToolsetExport } from '../toolsets.js';
import type { AskModel, Conversation } from './conversation.js';
import { createConversation } from './conversation.js';
import { createExecutor } from './create-executor.js';
import { createTeam } from './create-team.js';
import type { ToolIdentity } from './executor-event.js';
import type { EscalationRules } from './executor-options.js';
import { createToolsetExecutor } from './from-toolset.js';
import type { ConversationApi } from './model-reply.js';
import type { ToolSource } from './tool-root.js';

/** The tools: an exported toolset, an exported team as the registry returns it, or the id of a service. */
export type ConversationTools = { toolset: ToolsetExport } | { team: unknown } | { service: string };

/** Options of a conversation. */
export interface StartOptions extends Pick<ToolSource, 'credential' | 'fetch' | 'allowInsecure'> {
  /** Base URL of the registry, at which the tools are called whatever URL the export names. */
  baseUrl: string;
  api: ConversationApi;
  ask: AskModel;
  /** Asked before calls that the registry executes only with a confirmation. */
  confirm?: EscalationRules['ask'];
  /** Waits for other people who decide about a call. */
  wait?: NonNullable<EscalationRules['wait']>;
  /** Instructions for the model; the ready procedures of a toolset by default. */
  procedure?: string;
  maxRounds?: number;
}

/** A tool of a conversation: the name that the model sees, and where it comes from. */
export interface ConversationTool {
  alias: string;
  agent: string;
  /** Name of the operation in the service. */
  name: string;
}

/** A conversation and its tools. */
export interface StartedConversation extends Conversation {
  tools: readonly ConversationTool[];
}

/** Most tools of a service that a model is shown; APIs accept not many more. */
const mostTools = 128;

/** Reads the tools and starts the conversation. */
export async function startConversation(tools: ConversationTools, options: StartOptions): Promise<StartedConversation> {
  const { baseUrl, api, ask, confirm, wait, procedure, maxRounds, ...connection } = options;
  const shared = {
    ...(procedure === undefined ? {} : { procedure }),
    ...(confirm === undefined ? {} : { escalate: { ask: confirm, ...(wait === undefined ? {} : { wait }) } }),
    watchVersions: false,
  };
  const session = await executorOf(tools, baseUrl, { ...connection, ...shared }).startSession();
  const limit = maxRounds === undefined ? {} : { maxRounds };
  const origins = session.aliases.map((identity) => originOf(identity, tools));
  return { ...createConversation({ session, api, ask, ...limit }), tools: origins };
}

function originOf({ alias, name }: ToolIdentity, tools: ConversationTools): ConversationTool {
  if ('service' in tools) return { alias, agent: tools.service, name };
  const toolsets = 'team' in tools ? toolsetsOf(tools.team) : [tools.toolset];
  const chosen = toolsets.flatMap((toolset) => toolset.tools).find((tool) => tool.alias === alias);
  return { alias, agent: chosen?.agent_id ?? '', name: chosen?.operation ?? name };
}

function executorOf(
  tools: ConversationTools,
  baseUrl: string,
  { credential, fetch, allowInsecure, ...shared }: Parameters<typeof createToolsetExecutor>[1] & object,
) {
  const connection = {
    ...(credential === undefined ? {} : { credential }),
    ...(fetch === undefined ? {} : { fetch }),
    ...(allowInsecure === undefined ? {} : { allowInsecure }),
  };
  if ('toolset' in tools) {
    const { toolset } = tools;
    return createToolsetExecutor({ ...toolset, root: rootAt(toolset, baseUrl) }, { ...connection, ...shared });
  }
  if ('team' in tools) {
    const toolsets = toolsetsOf(tools.team).map((toolset) => ({ ...toolset, root: rootAt(toolset, baseUrl) }));
    return createTeam({ ...(tools.team as object), toolsets }, { connection, ...shared });
  }
  const root = new URL(`agents/${encodeURIComponent(tools.service)}`, baseUrl).href;
  const source = { label: tools.service, root, searches: true, ...connection };
  return createExecutor({ ...shared, sources: [source], tools: { limit: mostTools } });
}

function rootAt({ root }: ToolsetExport, baseUrl: string): string {
  return new URL(new URL(root).pathname, baseUrl).href;
}

/** The toolsets of an exported team; none when it is not one, which `createTeam` reports. */
function toolsetsOf(team: unknown): readonly ToolsetExport[] {
  const toolsets = isJsonObject(team) ? team.toolsets : undefined;
  return Array.isArray(toolsets) ? (toolsets as unknown as ToolsetExport[]) : [];
}
