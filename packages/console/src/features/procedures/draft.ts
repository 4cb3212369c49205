/** The draft of a procedure: what is edited, what it began with, and how two changes are merged; pure functions. */

import type { DescribedTool } from '@dragoman/language';
import type { ProcedureView, Toolset } from '@dragoman/sdk';
import type { DifferenceRow } from '../../components/differences.js';

/** What a person edits. */
export interface Draft {
  name: string;
  description: string;
  text: string;
  state: 'draft' | 'ready';
}

/** What a draft began with. */
export interface DraftBase {
  version: number;
  draft: Draft;
}

/** The draft of a stored procedure. */
export function toDraft({ name, description, text, state }: ProcedureView): Draft {
  return { name, description, text, state };
}

/** The kept edit; undefined when there is none, or when it cannot be read. */
export function readKept(text: string | null): { base: DraftBase; draft: Draft } | undefined {
  try {
    const { base, draft } = (JSON.parse(text ?? 'null') ?? {}) as { base?: DraftBase; draft?: Draft };
    const isDraft = (value: Draft | undefined) => typeof value?.text === 'string' && typeof value.name === 'string';
    return isDraft(draft) && isDraft(base?.draft) && typeof base?.version === 'number'
      ? ({ base, draft } as { base: DraftBase; draft: Draft })
      : undefined;
  } catch {
    return undefined;
  }
}

/** Our draft with the change that somebody else stored since we began. */
export interface Merged {
  draft: Draft;
  /** Members that both changed in different ways; ours counts until the person decides. */
  both: (keyof Draft)[];
}

/** Merges two changes; those of the text are merged when they touch different lines. */
export function mergeDrafts(base: Draft, ours: Draft, theirs: Draft): Merged {
  const both: (keyof Draft)[] = [];
  const pick = <Member extends keyof Draft>(member: Member): Draft[Member] => {
    if (ours[member] === base[member]) return theirs[member];
    if (theirs[member] !== base[member] && theirs[member] !== ours[member]) both.push(member);
    return ours[member];
  };
  const text = mergeTexts(base.text, ours.text, theirs.text);
  const draft = { name: pick('name'), description: pick('description'), state: pick('state'), text: pick('text') };
  if (text === undefined) return { draft, both };
  return { draft: { ...draft, text }, both: both.filter((member) => member !== 'text') };
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
