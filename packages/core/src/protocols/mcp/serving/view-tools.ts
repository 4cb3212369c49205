/** The tools of a root as one client wants them; computed once per state of the root and view. */
import type { Awaitable } from '../../../documents/awaitable.js';
import { createYieldWhenDue } from '../../../documents/yield-when-due.js';
import type { ToolView } from './present-tool.js';
import { presentTool } from './present-tool.js';
import type { McpTool, RootTools } from './root.js';
import { rootTools } from './root.js';

// Keyed by the tools, so that the views of an older state are collected with it.
const views = new WeakMap<RootTools, Map<string, Awaitable<RootTools>>>();

/** The tools in a view; those of a large root are written in portions. */
export function viewTools(found: RootTools, view: ToolView): Awaitable<RootTools> {
  const { api, isWhole = false, outputs = 'small' } = view;
  if (api === undefined && !isWhole && outputs === 'small') return found;
  const key = `${api ?? ''} ${isWhole} ${outputs}`;
  const known = views.get(found) ?? new Map<string, Awaitable<RootTools>>();
  views.set(found, known);
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const written = present(found, view).then((tools) => {
    known.set(key, tools);
    return tools;
  });
  known.set(key, written);
  return written;
}

async function present(found: RootTools, view: ToolView): Promise<RootTools> {
  const yieldWhenDue = createYieldWhenDue();
  const tools: McpTool[] = [];
  for (const tool of found.tools) {
    await yieldWhenDue();
    tools.push(tool.whole === undefined || tool.aim === undefined ? tool : presentTool(tool.whole, tool.aim, view));
  }
  return { ...found, ...rootTools(tools) };
}
