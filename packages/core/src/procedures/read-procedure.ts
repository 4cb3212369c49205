/** Reads a procedure once into its mentions of tools and its steps. They are resolved later, against the toolset. */
import type { Mention } from './find-mentions.js';
import { findMentions } from './find-mentions.js';
import { procedureLimits } from './limits.js';
import type { StepText } from './list-steps.js';
import { stepTexts } from './list-steps.js';
import type { ProcedureTool } from './procedure-tools.js';
import { resolveTool } from './procedure-tools.js';
import { readBlocks } from './read-blocks.js';
import type { BranchGroups } from './step-path.js';

/** The tool mentions and steps of a text. */
export interface ReadProcedure {
  /** Characters of the text. */
  length: number;
  mentions: Mention[];
  branches: BranchGroups;
  /** Headings and items with text of their own. */
  steps: StepText[];
  /** False when reading stopped at a limit. */
  complete: boolean;
}

/** Reads a procedure; a text beyond the limits is not parsed. */
export function readProcedure(text: string): ReadProcedure {
  const { length } = text;
  if (length > procedureLimits.characters)
    return { length, mentions: [], steps: [], branches: new Map(), complete: false };
  const { blocks, branches } = readBlocks(text);
  return { length, branches, steps: stepTexts(blocks), ...findMentions(blocks) };
}

/**
 * The mentions that refer to a tool: `name()` always does; other parentheses only when a tool is likely to be meant.
 */
export function meantMentions({ mentions }: ReadProcedure, tools: readonly ProcedureTool[]): Mention[] {
  return mentions.filter((mention) => {
    const known = resolveTool(mention.name, tools) !== undefined;
    if (mention.form === 'empty') return known || mention.alone;
    const likely = mention.name.includes('_') && mention.inputs.length > 0 && mention.alone;
    return mention.form === 'code' ? known || likely : mention.name.includes('_') && (known || likely);
  });
}

/** Names that match no tool of the toolset, to be looked up in the catalogue. */
export function unresolvedNames(read: ReadProcedure, tools: readonly ProcedureTool[]): string[] {
  const names = meantMentions(read, tools).map(({ name }) => name);
  return [...new Set(names)].filter((name) => resolveTool(name, tools) === undefined);
}
