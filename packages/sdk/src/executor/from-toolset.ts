/**
 * An executor for a toolset: from its export, or from the toolset on its server, with the designer's names, texts and
 * pins. An open toolset can also be searched at run time; found tools are added to the next executor.
 */
import type { ToolSignature } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { ToolsetExport } from '../toolsets.js';
import type { Executor } from './create-executor.js';
import { createExecutor } from './create-executor.js';
import type { ChosenTool, ExecutorOptions } from './executor-options.js';
import type { ToolConditions } from './tool-pages.js';
import type { ToolSource } from './tool-root.js';
import { createToolRoot } from './tool-root.js';

/** Options of a toolset executor. */
export interface ToolsetExecutorOptions
  extends Omit<ExecutorOptions, 'sources' | 'tools' | 'mode'>,
    Pick<ToolSource, 'credential' | 'fetch' | 'allowInsecure' | 'timeoutMs'> {
  /** Tools found at run time in an open toolset, in addition to those chosen at design time. */
  found?: readonly ToolSignature[];
}

/** Maximum page size of a server. */
const maxPageSize = 100;

/** An executor for a toolset. */
export interface ToolsetExecutor extends Executor {
  /** The export that it was made from. */
  readonly toolset: ToolsetExport;
  /** Searches for tools at run time; rejected unless the toolset is open. At most `limit`, 50 by default. */
  search(conditions: ToolConditions, limit?: number): Promise<ToolSignature[]>;
  /** The same executor with found tools added. */
  with(found: readonly ToolSignature[]): ToolsetExecutor;
}

/** Creates an executor from an export; nothing is sent until the first session. */
export function createToolsetExecutor(toolset: ToolsetExport, options: ToolsetExecutorOptions = {}): ToolsetExecutor {
  requireExport(toolset);
  const { found = [], credential, fetch, allowInsecure, timeoutMs, ...rest } = options;
  const source: ToolSource = {
    label: toolset.id,
    root: toolset.root,
    searches: true,
    ...(credential === undefined ? {} : { credential }),
    ...(fetch === undefined ? {} : { fetch }),
    ...(allowInsecure === undefined ? {} : { allowInsecure }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  if (found.length > 0) requireOpen(toolset);
  const procedure = rest.procedure ?? readyProcedures(toolset);
  const executor = createExecutor({
    ...rest,
    ...(procedure === '' ? {} : { procedure }),
    sources: [source],
    tools: [...chosenTools(toolset), ...found.map(choose)],
  });
  return {
    ...executor,
    toolset,
    async search(conditions, limit = 50) {
      requireOpen(toolset);
      const tools: ToolSignature[] = [];
      const pageLimit = Math.min(limit, maxPageSize);
      for await (const tool of createToolRoot(source).list({ pageLimit, ...conditions })) {
        tools.push(tool);
        if (tools.length >= limit) break;
      }
      return tools;
    },
    with: (more) => createToolsetExecutor(toolset, { ...options, found: [...found, ...more] }),
  };
}

/** The tools of an export as executor options: pinned, with their signatures, so that no list must be read. */
export function chosenTools(toolset: ToolsetExport): ChosenTool[] {
  return toolset.tools.map(({ alias, signature, follow, impact, input_schema, input_map }) => ({
    source: toolset.id,
    tool: signature.toolId,
    alias,
    ...(isJsonObject(input_schema) && input_map !== undefined
      ? { input: { version: signature.version, schema: input_schema, mappings: input_map } }
      : {}),
    ...(impact === undefined ? {} : { impact }),
    // The current version of tools that follow their vendor is read when the first session starts.
    ...(follow === 'latest' ? {} : { version: signature.version, signature }),
  }));
}

/** The ready procedures of the toolset, in order. */
function readyProcedures({ procedures }: ToolsetExport): string {
  const ready = (Array.isArray(procedures) ? procedures : []).filter(
    (each): each is { text: string } => isJsonObject(each) && each.state === 'ready' && typeof each.text === 'string',
  );
  return ready.map(({ text }) => text).join('\n\n');
}

function choose(signature: ToolSignature): ChosenTool {
  return { tool: signature.toolId, version: signature.version, signature };
}

function requireOpen({ mode, id }: ToolsetExport): void {
  if (mode === 'open') return;
  const message = `The toolset ${id} is not open: its tools were chosen at design time.`;
  throw clientError('INVALID_ARGUMENT', { message });
}

function requireExport(value: unknown): void {
  const known = isJsonObject(value) && value.format === 'dragoman-toolset' && value.format_version === 1;
  if (known && typeof value.root === 'string' && Array.isArray(value.tools)) return;
  throw clientError('INVALID_ARGUMENT', { message: 'This is not an exported toolset in a supported version.' });
}
