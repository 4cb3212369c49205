/** Tools of this server that every root has after its own. */
import type { McpTool, RootTools } from './root.js';
import { rootTools } from './root.js';

// Keyed by the tools, so that those of an older state are collected with it.
const extended = new WeakMap<RootTools, RootTools>();

/** The tools of a root and those of this server, except names that the root uses itself. */
export function withOwnTools(found: RootTools, own: readonly McpTool[]): RootTools {
  if (own.length === 0) return found;
  const known = extended.get(found);
  if (known !== undefined) return known;
  const all = { ...found, ...rootTools([...found.tools, ...own.filter(({ name }) => !found.byName.has(name))]) };
  extended.set(found, all);
  return all;
}
