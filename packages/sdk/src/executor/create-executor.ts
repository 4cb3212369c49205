/**
 * The runtime of an agent: keeps the chosen tools of any number of N-ACT roots and starts conversations with them.
 * Pinned tools are read once; fresh ones at the start of a session, and never within one.
 */
import { clientError } from '../dragoman-error.js';
import { sleepFor } from '../transport.js';
import type { BoundTool } from './bound-tool.js';
import { bindTools } from './bound-tool.js';
import { chooseTools } from './choose-tools.js';
import type { Session } from './create-session.js';
import { createSession } from './create-session.js';
import type { EventSink } from './executor-event.js';
import type { ChosenTool, ExecutorOptions } from './executor-options.js';
import type { RetryPorts } from './invoke-with-retry.js';
import { resolveTools } from './resolve-tools.js';
import type { RootPorts, ToolRoot } from './tool-root.js';
import { createToolRoot } from './tool-root.js';
import { handOverNames } from './tool-stage.js';
import type { VersionFinding } from './watch-versions.js';
import { watchVersions } from './watch-versions.js';

/** Starts conversations with the chosen tools. */
export interface Executor {
  /** Prepares the tools and starts a conversation. */
  startSession(): Promise<Session>;
  /** The chosen tools with version, signature and alias, as JSON to store; without credentials. */
  lock(): Promise<ChosenTool[]>;
  /** Checks the servers now for newer versions and broken locks. */
  watch(): Promise<VersionFinding[]>;
}

/** Creates an executor. Nothing is sent until the first session. */
export function createExecutor(options: ExecutorOptions): Executor {
  const emit: EventSink = options.onEvent ?? (() => undefined);
  const roots = openRoots(options, emit);
  const mode = options.mode ?? 'pinned';
  const reserved = handOverNames(options.agents ?? []);
  let pinned: Promise<BoundTool[]> | undefined;
  const bindNow = async () => {
    const { tools, sources } = options;
    if (isListed(tools)) return bindTools(await resolveTools(tools, { roots, mode, emit }), reserved);
    // A query reads the current versions itself.
    const chosen = await chooseTools(tools, sources, roots);
    return bindTools(await resolveTools(chosen, { roots, mode: 'pinned', emit }), reserved);
  };
  const bind = async () => {
    if (mode === 'fresh') return bindNow();
    pinned ??= bindNow();
    try {
      return await pinned;
    } catch (error) {
      // A server that does not respond now may respond when the next session starts.
      pinned = undefined;
      throw error;
    }
  };
  return {
    async startSession() {
      // A query reads the current versions, so there is nothing to compare yet.
      const isCurrent = pinned === undefined && !isListed(options.tools);
      const tools = await bind();
      if (mode === 'pinned' && options.watchVersions !== false && !isCurrent)
        for (const found of await watchVersions(tools)) emit(found);
      emit({ type: 'session-started', tools: tools.map(({ identity }) => identity) });
      return createSession(tools, options, retryPortsOf(options, emit));
    },
    async lock() {
      return (await bind()).map(({ chosen, root, signature, identity }) => ({
        ...chosen,
        source: root.label,
        tool: signature.name,
        version: signature.version,
        signature,
        alias: identity.alias,
      }));
    },
    watch: async () => watchVersions(await bind()),
  };
}

function isListed(tools: ExecutorOptions['tools']): tools is readonly ChosenTool[] {
  return Array.isArray(tools);
}

function openRoots(options: ExecutorOptions, emit: EventSink): Map<string, ToolRoot> {
  const ports: RootPorts = { ...clockOf(options), onListFault: (fault) => emit({ type: 'list-fault', fault }) };
  const roots = new Map(options.sources.map((source) => [source.label, createToolRoot(source, ports)]));
  if (roots.size === options.sources.length) return roots;
  throw clientError('INVALID_ARGUMENT', { message: 'Two sources have the same label.' });
}

function clockOf({
  sleep,
  random,
  now,
  newId,
}: ExecutorOptions): Pick<ExecutorOptions, 'sleep' | 'random' | 'now' | 'newId'> {
  return {
    ...(sleep === undefined ? {} : { sleep }),
    ...(random === undefined ? {} : { random }),
    ...(now === undefined ? {} : { now }),
    ...(newId === undefined ? {} : { newId }),
  };
}

function retryPortsOf(options: ExecutorOptions, emit: EventSink): RetryPorts {
  return {
    sleep: options.sleep ?? sleepFor,
    random: options.random ?? Math.random,
    now: options.now ?? Date.now,
    newId: options.newId ?? (() => globalThis.crypto.randomUUID()),
    emit,
    followsProgress: options.onEvent !== undefined,
  };
}
