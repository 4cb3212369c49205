/** The steps of a procedure in the order of the text, with the tools that each calls and the values that it uses. */
import type { BoundMention } from './check-order.js';
import type { Block } from './read-blocks.js';
import type { BranchGroups, Step, StepPath } from './step-path.js';

/** A heading or an item with text of its own. */
export interface StepText {
  /** First line, from 1. */
  line: number;
  text: string;
  path: StepPath;
}

/** A step. */
export interface ProcedureStep {
  line: number;
  /** Its first line without markers, at most 200 characters. */
  text: string;
  /** Steps around it; 1 for an outermost one. */
  depth: number;
  numbered: boolean;
  branch: Step['branch'];
  /** Names of tools that it calls. */
  calls: string[];
  /** Values of earlier calls that it uses. */
  uses: { tool: string; outputs: string[] }[];
}

const maxText = 200;

/** The first block of every step. */
export function stepTexts(blocks: readonly Block[]): StepText[] {
  const seen = new Set<string>();
  return blocks.flatMap(({ lines: [first], path }) => {
    const key = keyOf(path);
    if (first === undefined || key === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ line: first.line, text: first.text.trim().slice(0, maxText), path }];
  });
}

/** The steps that have an order, are branches, or mention a tool. */
export function listSteps(
  texts: readonly StepText[],
  branches: BranchGroups,
  bound: readonly BoundMention[],
): ProcedureStep[] {
  return texts.flatMap(({ line, text, path }) => {
    const last = path.at(-1);
    if (last === undefined) return [];
    const own = bound.filter(({ mention }) => keyOf(mention.path) === keyOf(path));
    const { numbered, group, index } = last;
    const branch = branches.get(group)?.[index] ?? 'plain';
    if (!numbered && branch === 'plain' && own.length === 0) return [];
    const calls = own.filter(({ mention }) => mention.role === 'call').map(({ tool }) => tool.name);
    const uses = own
      .filter(({ mention }) => mention.role === 'use')
      .map(({ mention, tool }) => ({ tool: tool.name, outputs: mention.outputs.map(({ name }) => name) }));
    return [{ line, text, depth: path.length, numbered, branch, calls: [...new Set(calls)], uses }];
  });
}

/** Identifies a step; undefined outside of all steps. */
function keyOf(path: StepPath): string | undefined {
  return path.length === 0 ? undefined : path.map(({ group, index }) => `${group}.${index}`).join('/');
}
