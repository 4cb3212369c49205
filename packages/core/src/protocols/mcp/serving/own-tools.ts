/** Tools of this server that every root has after its own. */
import { contentTools } from './content-tools.js';
import type { McpExchange } from './exchange.js';
import type { RootTools } from './root.js';
import { rootTools } from './root.js';

// Keyed by the tools, so that those of an older state are collected with it.
const extended = new WeakMap<RootTools, RootTools>();
const withContent = new WeakMap<RootTools, RootTools>();

type OwnToolsContext = Pick<McpExchange, 'root' | 'request'> & { ports: Pick<McpExchange['ports'], 'ownTools'> };

/** The tools that the address of the request selects, and those of this server, except names that the root uses itself. */
export function withOwnTools(found: RootTools, { root, ports, request }: OwnToolsContext): RootTools {
  const content = request.resources === 'tools' ? contentTools(root) : [];
  const own = [...ports.ownTools, ...content];
  if (own.length === 0) return found;
  const known = content.length > 0 ? withContent : extended;
  const all = known.get(found) ?? {
    ...found,
    ...rootTools([...found.tools, ...own.filter(({ name }) => !found.byName.has(name))]),
  };
  known.set(found, all);
  return all;
}
