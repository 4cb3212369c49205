/**
 * Rolls a toolset back to an earlier version: composes a new version from the earlier choices, so that no served
 * version is withdrawn.
 */
import type { ToolsetDocument } from '@dragoman/model';
import type { Composition } from './compose-toolset.js';
import { choiceOf, composeToolset } from './compose-toolset.js';
import type { DesignerPorts } from './toolset-access.js';

/** The document with the choices of `target`. */
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
