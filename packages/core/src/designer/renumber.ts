/**
 * Finds the version that a toolset pinned before schemas were kept. Versions were counted by what a signature could
 * express then; now every input counts, so that the same version can have a higher number, or belong to a later tool.
 */
import type { ServedTool, ToolsetTool } from '@dragoman/model';
import { compareSignatures } from '@dragoman/model';
import type { Tool, ToolVersion } from '../protocols/nact/tool-history.js';

/** The tool as the toolset shows it, with the number that its pinned version has now. */
export function renumber({ served, operationId, signature, version }: ToolsetTool, tools: readonly Tool[]): ServedTool {
  const { toolId, name } = signature;
  const isSame = (each: ToolVersion) =>
    compareSignatures(signature, { ...each.signature, toolId, name }).every(
      ({ subject, kind }) => kind === 'added' || (subject !== 'tool' && kind === 'text_changed'),
    );
  const own = tools.filter((tool) => tool.operationId === operationId);
  const pinned = own.find((tool) => tool.toolId === served.sourceToolId)?.versions[version - 1];
  if (pinned === undefined || isSame(pinned)) return served;
  const found = own.find(({ versions }) => versions.some(isSame));
  if (found === undefined) return served;
  const of = found.versions.findIndex(isSame) + 1;
  const versions = served.versions.map((each, at) => ({
    ...each,
    of: at === served.versions.length - 1 ? of : Math.min(each.of, of),
  }));
  return { ...served, sourceToolId: found.toolId, versions };
}
