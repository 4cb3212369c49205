/** The operations of a service as rows of a list: by tag, filtered by words. */
import type { OperationSummary } from '@dragoman/sdk';

/** One row of the list. */
export type OperationRow =
  | { kind: 'tag'; key: string; tag: string; count: number }
  | { kind: 'operation'; key: string; operation: OperationSummary };

const untagged = 'No tag';

/** Operations that contain every word of the text in their name, summary or tags. */
export function filterOperations(operations: readonly OperationSummary[], text: string): OperationSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...operations];
  return operations.filter(({ operation, summary, tags, impact }) => {
    const all = `${operation} ${summary} ${tags.join(' ')} ${impact ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** The rows: each operation once, under its first tag; tags in the order in which they first occur. */
export function groupOperations(operations: readonly OperationSummary[]): OperationRow[] {
  const groups = new Map<string, OperationSummary[]>();
  for (const operation of operations) {
    const tag = operation.tags[0] ?? untagged;
    const group = groups.get(tag);
    if (group === undefined) groups.set(tag, [operation]);
    else group.push(operation);
  }
  const isFlat = groups.size === 1 && groups.has(untagged);
  return [...groups].flatMap(([tag, members]) => [
    ...(isFlat ? [] : [{ kind: 'tag', key: `tag ${tag}`, tag, count: members.length } as const]),
    ...members.map((operation) => ({ kind: 'operation', key: operation.operation_id, operation }) as const),
  ]);
}
