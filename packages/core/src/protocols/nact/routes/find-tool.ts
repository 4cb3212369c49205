/** Finds the tool and the version in a path; every missing one is reported in the same way. */
import { Failure, isUuid, suggestNames } from '@dragoman/model';
import { wholeNumber } from '../../../transport/query-string.js';
import type { RouteContext } from '../../../transport/route.js';
import type { ToolRoot } from '../root.js';
import type { FoundTool } from '../tool-cache.js';
import type { Tool, ToolVersion } from '../tool-history.js';
import { currentVersion } from '../tool-history.js';

/** The tool in the path; `NOT_FOUND` when it is unknown or hidden, `GONE` when its operation was removed. */
export async function findTool(root: ToolRoot, context: RouteContext): Promise<FoundTool> {
  const { toolId = '' } = context.params;
  const found = await root.find(context, toolId);
  if (found === undefined) {
    const hint = isUuid(toolId) ? '' : suggestNames(toolId, await root.namesLike(context, toolId));
    throw new Failure('NOT_FOUND', { message: `No tool with id or name '${toolId.slice(0, 80)}'. ${hint}`.trimEnd() });
  }
  if (found.tool.gone) {
    throw new Failure('GONE', { message: `The tool '${found.tool.name}' is no longer offered by its provider.` });
  }
  return found;
}

/** The version in the path; the current one when the path has none. Never another version. */
export function pickVersion(tool: Tool, asked: string | undefined): ToolVersion {
  if (asked === undefined) return currentVersion(tool);
  const number = wholeNumber(asked);
  const version = tool.versions.find(({ signature }) => signature.version === number);
  if (version !== undefined) return version;
  throw new Failure('NOT_FOUND', {
    message: `'${tool.name}' has no version '${asked.slice(0, 40)}'; the current one is ${tool.versions.length}.`,
  });
}
