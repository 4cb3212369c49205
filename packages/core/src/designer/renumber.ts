/**
 * Finds the version that a toolset pinned before schemas were kept. Versions were counted by what a signature could
 * express then; now every input counts, so that the same version can have a higher number, or belong to a later tool.
 */
import type { ServedTool, ToolsetTool } from '@dragoman/model';
import { compareSignatures } from '@dragoman/model';
import type { Tool, ToolVersion } from '../protocols/nact/tool-history.js';

/** The choice with the number that its pinned version has now; unchanged if its schemas were kept. */
export function renumber(item: ToolsetTool, tools: readonly Tool[]): ToolsetTool {
  if (item.input !== undefined || item.follow === 'latest') return item;
  const served = renumberServed(item, tools);
  return served === item.served ? item : { ...item, served, version: served.versions.at(-1)?.of ?? item.version };
}

/** The version that a number means now, if the pinned version is not among the versions of the service any more. */
export function findOtherVersion(item: ToolsetTool, tools: readonly Tool[]): ToolVersion | undefined {
  if (item.input !== undefined || item.follow === 'latest') return undefined;
  const pinned = pinnedOf(item, tools);
  const isKnown = tools.some(({ versions }) => versions.some((each) => isSameVersion(item, each)));
  return pinned === undefined || isKnown ? undefined : pinned;
}

function pinnedOf({ served, version }: ToolsetTool, tools: readonly Tool[]): ToolVersion | undefined {
  return tools.find((tool) => tool.toolId === served.sourceToolId)?.versions[version - 1];
}

function isSameVersion({ signature }: ToolsetTool, each: ToolVersion): boolean {
  const { toolId, name } = signature;
  return compareSignatures(signature, { ...each.signature, toolId, name }).every(
    ({ subject, kind }) => kind === 'added' || (subject !== 'tool' && kind === 'text_changed'),
  );
}

function renumberServed(item: ToolsetTool, tools: readonly Tool[]): ServedTool {
  const { served, operationId } = item;
  const isSame = (each: ToolVersion) => isSameVersion(item, each);
  const own = tools.filter((tool) => tool.operationId === operationId);
  const pinned = pinnedOf(item, own);
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
