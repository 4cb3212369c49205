/** Which operations of a previewed service are imported, and the rows in which they are shown. */
import type { ImportPreview } from '@dragoman/sdk';

/** One previewed operation. */
export type PreviewedOperation = ImportPreview['operations'][number];

/** A heading for the operations of one tag, or one operation. */
export type PickerRow =
  | { kind: 'tag'; tag: string; operations: readonly PreviewedOperation[] }
  | { kind: 'operation'; tag: string; operation: PreviewedOperation };

/** Operations in the order of their first tags, with a heading per tag when there are several. */
export function toRows(operations: readonly PreviewedOperation[], filter: string): PickerRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, PreviewedOperation[]>();
  for (const operation of operations) {
    if (!matches(operation, words)) continue;
    const tag = operation.tags[0] ?? '';
    const group = groups.get(tag);
    if (group === undefined) groups.set(tag, [operation]);
    else group.push(operation);
  }
  const headed = groups.size > 1;
  return [...groups].flatMap(([tag, some]): PickerRow[] => [
    ...(headed ? [{ kind: 'tag' as const, tag, operations: some }] : []),
    ...some.map((operation): PickerRow => ({ kind: 'operation', tag, operation })),
  ]);
}

function matches({ name, summary, tags }: PreviewedOperation, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = [name, summary, ...tags].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The names that are left out, after these operations were chosen or left out. */
export function change(
  leftOut: ReadonlySet<string>,
  operations: readonly PreviewedOperation[],
  chosen: boolean,
): ReadonlySet<string> {
  const next = new Set(leftOut);
  for (const { name } of operations) {
    if (chosen) next.delete(name);
    else next.add(name);
  }
  return next;
}

/** How many operations are chosen, and their tokens. */
export function countChosen(
  operations: readonly PreviewedOperation[],
  leftOut: ReadonlySet<string>,
): { operations: number; tokens: number } {
  const chosen = operations.filter(({ name }) => !leftOut.has(name));
  return { operations: chosen.length, tokens: chosen.reduce((sum, { tokens }) => sum + tokens, 0) };
}

/** State of a box for several operations. */
export function stateOf(
  operations: readonly PreviewedOperation[],
  leftOut: ReadonlySet<string>,
): 'all' | 'some' | 'none' {
  const { operations: chosen } = countChosen(operations, leftOut);
  if (chosen === 0) return 'none';
  return chosen === operations.length ? 'all' : 'some';
}
