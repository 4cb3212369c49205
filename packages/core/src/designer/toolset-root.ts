/**
 * Serves a toolset as a platform root: the six routes of N-ACT under `/toolsets/{id}`, for callers who may see the
 * toolset.
 */
import type { RootContext, ToolRoot } from '../protocols/nact/root.js';
import { toolsetParameter } from '../transport/describe.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';
import { requireToolset } from './toolset-access.js';
import { findToolsetTool, toolsetTools } from './toolset-tools.js';

/** The N-ACT root of every toolset. */
export function createToolsetRoot(ports: DesignerPorts): ToolRoot {
  const read = ({ params, caller }: RootContext): Promise<Toolset> =>
    requireToolset(ports.store, params.id ?? '', caller);
  return {
    prefix: '/toolsets/{id}',
    operationPrefix: 'toolset_tools',
    whose: 'of one toolset, at the versions that its designer chose',
    parameters: [toolsetParameter],
    find: async (context, toolId) => findToolsetTool(ports, await read(context), toolId, context.caller),
    async *tools(context, after) {
      const { caller } = context;
      yield* toolsetTools(ports, await read(context), { caller, ...(after === undefined ? {} : { after }) });
    },
  };
}
