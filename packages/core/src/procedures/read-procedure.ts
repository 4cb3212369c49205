/** A procedure read once: its mentions of tools and its steps. What they mean depends on the toolset and is decided later. */
import type { Mention } from './find-mentions.js';
import { findMentions } from './find-mentions.js';
import { procedureLimits } from './limits.js';
import type { ProcedureTool } from './procedure-tools.js';
import { resolveTool } from './procedure-tools.js';
import { readBlocks } from './read-blocks.js';
import type { BranchGroups } from './step-path.js';

/** What a text says about tools. */
export interface ReadProcedure {
  /** Characters of the text. */
  length: number;
  mentions: Mention[];
  branches: BranchGroups;
  /** False when reading stopped at a bound. */
  complete: boolean;
}

/** Reads a procedure; a text beyond the bounds is not looked at. */
export function readProcedure(text: string): ReadProcedure {
  const { length } = text;
  if (length > procedureLimits.characters) return { length, mentions: [], branches: new Map(), complete: false };
  const { blocks, branches } = readBlocks(text);
  return { length, branches, ...findMentions(blocks) };
}

/** The mentions that mean a tool: `name()` always does; other brackets only when a tool is likely to be meant. */
export function meantMentions({ mentions }: ReadProcedure, tools: readonly ProcedureTool[]): Mention[] {
  return mentions.filter((mention) => {
    const known = resolveTool(mention.name, tools) !== undefined;
    if (mention.form === 'empty') return known || mention.alone;
    const likely = mention.name.includes('_') && mention.inputs.length > 0 && mention.alone;
    return mention.form === 'code' ? known || likely : mention.name.includes('_') && (known || likely);
  });
}

/** Names that mean no tool of the set, to be looked up in the catalogue. */
export function strangeNames(read: ReadProcedure, tools: readonly ProcedureTool[]): string[] {
  const names = meantMentions(read, tools).map(({ name }) => name);
  return [...new Set(names)].filter((name) => resolveTool(name, tools) === undefined);
}
