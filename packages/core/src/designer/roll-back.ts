/** Going back to an earlier version of a toolset: what it chose then, composed anew, so that no served version is taken back. */
import type { ToolsetDocument } from '@dragoman/model';
import type { Composition } from './compose-toolset.js';
import { choiceOf, composeToolset } from './compose-toolset.js';
import type { DesignerPorts } from './toolset-access.js';

/** The document that chooses what `target` chose. */
export function rollBack(
  ports: DesignerPorts,
  target: ToolsetDocument,
  composition: Composition,
): Promise<ToolsetDocument> {
  const { description, mode, tools, open, localised } = target;
  return composeToolset(
    ports,
    {
      description,
      mode,
      choices: tools.map(choiceOf),
      resolveNames: false,
      ...(open === undefined ? {} : { open }),
      ...(localised === undefined ? {} : { localised }),
    },
    composition,
  );
}
