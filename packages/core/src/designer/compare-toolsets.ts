/** Lists the changes between two versions of a toolset, for people and programs. */
import type { SignatureChange, ToolsetDocument, ToolsetTool } from '@dragoman/model';
import type { Design } from '../catalogue/designs.js';
import { createYieldWhenDue } from '../documents/yield-when-due.js';
import type { ComparedVersion, VersionDifference } from './compare-versions.js';
import { toVersion } from './compare-versions.js';
import { toToolset } from './toolset-access.js';
import type { VersionPair } from './version-comparing.js';

/** Kinds of difference between two versions of a toolset. */
export type ToolsetChangeKind =
  | 'tool_added'
  | 'tool_removed'
  | 'tool_renamed'
  | 'version_moved'
  | 'follow_changed'
  | 'words_changed'
  | 'header_changed'
  | 'selection_changed'
  | 'content_changed';

/** One difference between two versions of a toolset. */
export interface ToolsetChange {
  kind: ToolsetChangeKind;
  /** Name of the tool in the newer version, or in the older one if it was removed; absent for the toolset itself. */
  tool?: string;
  message: string;
  /** Effect on callers when the pinned version moves. */
  changes?: SignatureChange[];
}

/** Maximum number of differences of one tool that its message names. */
const maxDifferences = 3;

/** Compares two versions of a tool. */
type Compare = (pair: VersionPair<ComparedVersion>) => Promise<VersionDifference>;

/** Every difference, the toolset itself first, then tool by tool. */
export async function compareToolsets(before: Design, after: Design, compare: Compare): Promise<ToolsetChange[]> {
  const [was, is] = [toToolset(before).document, toToolset(after).document];
  return [
    ...compareHeaders(before, after),
    ...compareSelections(was, is),
    ...compareContent(was, is),
    ...(await compareTools(was, is, compare)),
  ];
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
    .map(([member, was, is]) => ({ kind: 'header_changed', message: headerMessage(member, was, is) }));
}

/** Short values are shown, long ones are not. */
function headerMessage(member: string, was: unknown, is: unknown): string {
  const shown = member === 'name' || member === 'visibility' ? ` from '${was}' to '${is}'` : '';
  return `The ${member} of the toolset changed${shown}.`;
}

function compareSelections(was: ToolsetDocument, is: ToolsetDocument): ToolsetChange[] {
  if (JSON.stringify([was.mode, was.open]) === JSON.stringify([is.mode, is.open])) return [];
  const message =
    was.mode === is.mode
      ? 'The rules for use at run time have changed.'
      : `The mode changed from ${was.mode} to ${is.mode}.`;
  return [{ kind: 'selection_changed', message }];
}

function compareContent({ content: was }: ToolsetDocument, { content: is }: ToolsetDocument): ToolsetChange[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const message =
    is === undefined
      ? 'All prompts and resources of its services are offered now.'
      : `${is.prompts.length} prompts and ${is.resources.length} resources are chosen now.`;
  return [{ kind: 'content_changed', message }];
}

/** Pairs tools by what they refer to, so that a renamed tool is recognized. */
async function compareTools(was: ToolsetDocument, is: ToolsetDocument, compare: Compare): Promise<ToolsetChange[]> {
  const keyOf = ({ served, operationId }: ToolsetTool) => `${served.agentId} ${operationId}`;
  const older = new Map(was.tools.map((tool) => [keyOf(tool), tool]));
  const newer = new Set(is.tools.map(keyOf));
  const gone = was.tools.filter((tool) => !newer.has(keyOf(tool)));
  const yieldWhenDue = createYieldWhenDue();
  const found: ToolsetChange[] = [];
  for (const tool of is.tools) {
    await yieldWhenDue();
    found.push(...(await compareTool(older.get(keyOf(tool)), tool, compare)));
  }
  for (const { served } of gone) {
    found.push({ kind: 'tool_removed', tool: served.name, message: `'${served.name}' was removed.` });
  }
  return found;
}

async function compareTool(was: ToolsetTool | undefined, is: ToolsetTool, compare: Compare): Promise<ToolsetChange[]> {
  const tool = is.served.name;
  if (was === undefined)
    return [{ kind: 'tool_added', tool, message: `'${tool}' was added at version ${is.version}.` }];
  const found: ToolsetChange[] = [];
  if (was.served.name !== tool) {
    found.push({ kind: 'tool_renamed', tool, message: `'${was.served.name}' was renamed to '${tool}'.` });
  }
  if (was.fingerprint !== is.fingerprint) found.push(await compareContracts(was, is, compare));
  if (was.follow !== is.follow) {
    found.push({ kind: 'follow_changed', tool, message: `'${tool}' is ${is.follow} now.` });
  }
  const texts = changedTexts(was, is);
  if (texts.length > 0)
    found.push({ kind: 'words_changed', tool, message: `The texts of '${tool}' changed: ${listWords(texts)}.` });
  return found;
}

/** A replaced tool counts its versions from 1 again, so only versions of the same tool are named by number. */
async function compareContracts(was: ToolsetTool, is: ToolsetTool, compare: Compare): Promise<ToolsetChange> {
  const { changes } = await compare({ before: toVersion(was), after: toVersion(is) });
  const tool = is.served.name;
  const moved =
    was.served.sourceToolId === is.served.sourceToolId
      ? `'${tool}' moved from version ${was.version} to version ${is.version}`
      : `'${tool}' was replaced`;
  return { kind: 'version_moved', tool, message: `${moved}${differences(changes)}`, changes };
}

/** The first differences as clauses of the sentence; the rest are counted. */
function differences(changes: readonly SignatureChange[]): string {
  if (changes.length === 0) return ' with the same contract.';
  const shown = changes
    .slice(0, maxDifferences)
    .map(({ message }) => message.replace(/^The /, 'the ').replace(/\.$/, ''));
  const more = changes.length - shown.length;
  return `: ${shown.join('; ')}${more === 0 ? '' : `; and ${more} more`}.`;
}

/** The designer's texts that differ, in words. */
function changedTexts(was: ToolsetTool, is: ToolsetTool): string[] {
  const inputs = new Set([...Object.keys(was.inputs ?? {}), ...Object.keys(is.inputs ?? {})]);
  const changed = [...inputs].filter((id) => was.inputs?.[id] !== is.inputs?.[id]);
  return [
    ...(was.description === is.description ? [] : ['its description']),
    ...changed.map((id) => `the input '${id}'`),
    ...(JSON.stringify(was.localised) === JSON.stringify(is.localised) ? [] : ['the texts for people']),
  ];
}

function listWords(words: readonly string[]): string {
  const shown = words.slice(0, maxDifferences);
  return [...shown, ...(words.length > shown.length ? [`${words.length - shown.length} more`] : [])].join(', ');
}
