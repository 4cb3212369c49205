/**
 * Samples findings of a rule for review: documents in an order that depends on rule and seed, one finding of each
 * before a second one of any, so that no large document dominates.
 */
import { createHash } from 'node:crypto';

/** A finding that can be sampled. */
export interface Drawable {
  document: string;
  pointer: string;
  message: string;
}

/** Orders by hash: the same seed samples the same findings as long as they exist. */
export function sampleFindings<T extends Drawable>(
  findings: readonly T[],
  { rule, seed, most }: { rule: string; seed: number; most: number },
): T[] {
  const rank = (text: string) => createHash('sha256').update(`${rule}\n${seed}\n${text}`).digest('hex');
  const byDocument = new Map<string, { key: string; finding: T }[]>();
  for (const finding of findings) {
    const group = byDocument.get(finding.document) ?? [];
    group.push({ key: rank(`${finding.document}\n${finding.pointer}\n${finding.message}`), finding });
    byDocument.set(finding.document, group);
  }
  const ranked = [...byDocument].map(([document, group]) => ({ key: rank(document), group: group.sort(byKey) }));
  const queues = ranked.sort(byKey).map(({ group }) => group.map(({ finding }) => finding));
  const drawn: T[] = [];
  for (let round = 0; drawn.length < most && queues.some((queue) => queue.length > round); round += 1) {
    drawn.push(...queues.flatMap((queue) => queue.slice(round, round + 1)));
  }
  return drawn.slice(0, most);
}

function byKey(one: { key: string }, other: { key: string }): number {
  return one.key < other.key ? -1 : 1;
}
