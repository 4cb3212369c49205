/**
 * Rolls a toolset back to an earlier version: composes a new version from the earlier choices, so that no served
 * version is withdrawn.
 */
import type { ToolsetDocument, ToolsetTool } from '@dragoman/model';
import type { Composition } from './compose-toolset.js';
import { choiceOf, composeToolset } from './compose-toolset.js';
import type { DesignerPorts } from './toolset-access.js';

/** The document with the choices of `target`, and with its decisions to keep versions. */
export async function rollBack(
  ports: DesignerPorts,
  target: ToolsetDocument,
  composition: Composition,
): Promise<ToolsetDocument> {
  const { description, mode, tools, open, content, localised } = target;
  const composed = await composeToolset(
    ports,
    {
      description,
      mode,
      choices: tools.map(choiceOf),
      resolveNames: false,
      content: content ?? 'all',
      ...(open === undefined ? {} : { open }),
      ...(localised === undefined ? {} : { localised }),
    },
    composition,
  );
  return { ...composed, tools: composed.tools.map((tool) => withStay(tool, tools)) };
}

function withStay({ stayed: _, ...tool }: ToolsetTool, earlier: readonly ToolsetTool[]): ToolsetTool {
  const { agentId, sourceToolId } = tool.served;
  const same = earlier.find(({ served }) => served.agentId === agentId && served.sourceToolId === sourceToolId);
  return same?.stayed === undefined ? tool : { ...tool, stayed: same.stayed };
}
