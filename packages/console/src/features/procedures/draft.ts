/** The draft of a procedure: what is edited, what it began with, and how two changes are merged; pure functions. */

import type { DescribedTool } from '@dragoman/language';
import type { ProcedureView, Toolset } from '@dragoman/sdk';
import type { DifferenceRow } from '../../components/differences.js';
import type { MergeSide } from '../../components/merge-conflicts.js';
import type { MergedDraft } from '../../session/use-merge-choices.js';

/** What a person edits. */
export interface Draft {
  name: string;
  description: string;
  text: string;
  state: 'draft' | 'ready';
}

/** The draft of a stored procedure. */
export function toDraft({ name, description, text, state }: ProcedureView): Draft {
  return { name, description, text, state };
}

/** True for a draft that was kept. */
export function isDraft(value: unknown): value is Draft {
  const { name, description, text, state } = (value ?? {}) as Partial<Record<keyof Draft, unknown>>;
  return (
    [name, description, text].every((each) => typeof each === 'string') && (state === 'draft' || state === 'ready')
  );
}

/** Our draft with the change that somebody else stored since we began. */
export interface Merged extends MergedDraft<Draft> {
  /** True when both changed the same lines; ours count until the person decides. */
  isTextConflict: boolean;
}

/** Merges two changes; those of the text are merged when they touch different lines. */
export function mergeDrafts(base: Draft, ours: Draft, theirs: Draft): Merged {
  const conflicts: Merged['conflicts'] = [];
  const pick = <Member extends 'name' | 'description' | 'state'>(member: Member): Draft[Member] => {
    const [was, our, their] = [base[member], ours[member], theirs[member]];
    if (our === was) return their;
    if (their !== was && their !== our) {
      const take = (draft: Draft, side: MergeSide) => ({ ...draft, [member]: side === 'ours' ? our : their });
      conflicts.push({ place: member, ours: our, theirs: their, take });
    }
    return our;
  };
  const text = mergeTexts(base.text, ours.text, theirs.text);
  const header = { name: pick('name'), description: pick('description'), state: pick('state') };
  return { draft: { ...header, text: text ?? ours.text }, conflicts, isTextConflict: text === undefined };
}

/** Both changes of a text, or undefined when they touch the same lines. */
export function mergeTexts(base: string, ours: string, theirs: string): string | undefined {
  const [was, our, their] = [base, ours, theirs].map((text) => text.split('\n')) as [string[], string[], string[]];
  const [mine, other] = [changedLines(was, our), changedLines(was, their)];
  if (mine === undefined) return theirs;
  if (other === undefined || ours === theirs) return ours;
  const [first, second] = mine.start <= other.start ? [mine, other] : [other, mine];
  if (first.end > second.start || (first.start === second.start && first.end === second.end)) return undefined;
  return [
    ...was.slice(0, first.start),
    ...first.lines,
    ...was.slice(first.end, second.start),
    ...second.lines,
    ...was.slice(second.end),
  ].join('\n');
}

/** The lines of `was` from `start` to `end` that were replaced; undefined when nothing was. */
function changedLines(was: readonly string[], now: readonly string[]) {
  const most = Math.min(was.length, now.length);
  let start = 0;
  while (start < most && was[start] === now[start]) start += 1;
  let same = 0;
  while (same < most - start && was[was.length - 1 - same] === now[now.length - 1 - same]) same += 1;
  if (start === was.length && start === now.length) return undefined;
  return { start, end: was.length - same, lines: now.slice(start, now.length - same) };
}

/** The tools of a toolset, as a text can mention them. */
export function describedTools({ tools }: Pick<Toolset, 'tools'>): DescribedTool[] {
  return tools.map(({ name, vendor_name: vendor, description, signature }) => ({
    name,
    otherNames: vendor === name ? [] : [vendor],
    description,
    inputs: signature.input_parameters.map((input) => ({
      id: input.id,
      name: input.name,
      description: input.description,
      required: input.required !== false,
    })),
    outputs: signature.output_parameters.map((output) => ({ name: output.name, description: output.description })),
  }));
}

/** What differs between two drafts: members as a whole, the text line by line. */
export function changedMembers(before: Draft, after: Draft): DifferenceRow[] {
  const rows = (['name', 'description', 'state'] as const).flatMap((member) =>
    before[member] === after[member] ? [] : [{ place: member, before: before[member], after: after[member] }],
  );
  if (before.text === after.text) return rows;
  const [was, is] = [before.text.split('\n'), after.text.split('\n')];
  const changed = changedLines(was, is);
  if (changed === undefined) return rows;
  const { start, end, lines } = changed;
  const sides = [was.slice(start, end).join('\n'), lines.join('\n')];
  const [old = '', now = ''] = sides;
  const place = `text, from line ${start + 1}`;
  return [...rows, { place, ...(old === '' ? {} : { before: old }), ...(now === '' ? {} : { after: now }) }];
}

/** How a tool is written into a text: a call with its required inputs. */
export function mentionOf({ name, inputs }: Pick<DescribedTool, 'name' | 'inputs'>): string {
  const required = inputs.filter((input) => input.required !== false).map((input) => input.name.replace(/\s+/g, '_'));
  return `\`${name}(${required.join(', ')})\``;
}
