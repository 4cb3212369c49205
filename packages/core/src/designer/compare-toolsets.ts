/** Lists the changes between two versions of a toolset, for people and programs. */
import type { SignatureChange, ToolsetDocument, ToolsetTool } from '@dragoman/model';
import { compareSignatures } from '@dragoman/model';
import type { Design } from '../catalogue/designs.js';
import { toToolset } from './toolset-access.js';

/** Kinds of difference between two versions of a toolset. */
export type ToolsetChangeKind =
  | 'tool_added'
  | 'tool_removed'
  | 'tool_renamed'
  | 'version_moved'
  | 'follow_changed'
  | 'words_changed'
  | 'header_changed'
  | 'selection_changed';

/** One difference between two versions of a toolset. */
export interface ToolsetChange {
  kind: ToolsetChangeKind;
  /** Name of the tool in the newer version, or in the older one if it was removed; absent for the toolset itself. */
  tool?: string;
  message: string;
  /** Effect on callers when the pinned version moves. */
  changes?: SignatureChange[];
}

/** Every difference, the toolset itself first, then tool by tool. */
export function compareToolsets(before: Design, after: Design): ToolsetChange[] {
  const [was, is] = [toToolset(before).document, toToolset(after).document];
  return [...compareHeaders(before, after), ...compareSelections(was, is), ...compareTools(was, is)];
}

function compareHeaders(before: Design, after: Design): ToolsetChange[] {
  const facts: [string, unknown, unknown][] = [
    ['name', before.name, after.name],
    ['description', before.document.description, after.document.description],
    ['visibility', before.visibility, after.visibility],
    ['grants', before.grants, after.grants],
    ['localised', before.document.localised, after.document.localised],
  ];
  return facts
    .filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is))
    .map(([member]) => ({ kind: 'header_changed', message: `The ${member} of the toolset has changed.` }));
}

function compareSelections(was: ToolsetDocument, is: ToolsetDocument): ToolsetChange[] {
  if (JSON.stringify([was.mode, was.open]) === JSON.stringify([is.mode, is.open])) return [];
  const message =
    was.mode === is.mode
      ? 'The rules for use at run time have changed.'
      : `The mode changed from ${was.mode} to ${is.mode}.`;
  return [{ kind: 'selection_changed', message }];
}

/** Pairs tools by what they refer to, so that a renamed tool is recognized. */
function compareTools(was: ToolsetDocument, is: ToolsetDocument): ToolsetChange[] {
  const keyOf = ({ served, operationId }: ToolsetTool) => `${served.agentId} ${operationId}`;
  const older = new Map(was.tools.map((tool) => [keyOf(tool), tool]));
  const newer = new Set(is.tools.map(keyOf));
  const gone = was.tools.filter((tool) => !newer.has(keyOf(tool)));
  return [
    ...is.tools.flatMap((tool) => compareTool(older.get(keyOf(tool)), tool)),
    ...gone.map(
      ({ served }): ToolsetChange => ({
        kind: 'tool_removed',
        tool: served.name,
        message: `'${served.name}' was removed.`,
      }),
    ),
  ];
}

function compareTool(was: ToolsetTool | undefined, is: ToolsetTool): ToolsetChange[] {
  const tool = is.served.name;
  if (was === undefined)
    return [{ kind: 'tool_added', tool, message: `'${tool}' was added at version ${is.version}.` }];
  const found: ToolsetChange[] = [];
  if (was.served.name !== tool) {
    found.push({ kind: 'tool_renamed', tool, message: `'${was.served.name}' was renamed to '${tool}'.` });
  }
  if (was.fingerprint !== is.fingerprint) {
    const { toolId, name } = was.signature;
    const changes = compareSignatures(was.signature, { ...is.signature, toolId, name });
    const message = `'${tool}' moved from version ${was.version} to version ${is.version}.`;
    found.push({ kind: 'version_moved', tool, message, changes });
  }
  if (was.follow !== is.follow) {
    found.push({ kind: 'follow_changed', tool, message: `'${tool}' is ${is.follow} now.` });
  }
  if (wordsOf(was) !== wordsOf(is))
    found.push({ kind: 'words_changed', tool, message: `The texts of '${tool}' have changed.` });
  return found;
}

function wordsOf({ description, inputs, localised }: ToolsetTool): string {
  return JSON.stringify([description, inputs, localised]);
}
