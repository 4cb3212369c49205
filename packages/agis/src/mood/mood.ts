/** The mood of a request: whether it asks for an action at all, and if not, what it is instead. */

/** What a request can be. Only `request` asks for an action. */
export const moodKinds = [
  'request',
  'negated',
  'contradictory',
  'how-to',
  'question',
  'past',
  'hypothetical',
  'quoted',
  'other',
] as const;

/** What a request is. */
export type MoodKind = (typeof moodKinds)[number];

/** The mood of a request, with its evidence. */
export interface Mood {
  kind: MoodKind;
  /** The words that show it, as written; empty for `request`. */
  evidence: string;
}

const explanations: Readonly<Record<Exclude<MoodKind, 'request'>, string>> = {
  negated: 'This reads as a request not to act',
  contradictory: 'This request contradicts itself',
  'how-to': 'This reads as a question about how something is done',
  question: 'This reads as a question',
  past: 'This reads as a report of something that was already done',
  hypothetical: 'This reads as a condition or a possibility',
  quoted: 'The action is only mentioned in quoted text',
  other: 'This reads as a statement about what somebody does or will do',
};

/** One sentence that says why a request leads to no call. */
export function explainMood({ kind, evidence }: Mood): string {
  return kind === 'request' ? '' : `${explanations[kind]} (“${evidence}”), so nothing was called.`;
}

/** The effect of an operation, as far as it is known. */
export type Effect = 'reads' | 'changes' | 'unknown';

/**
 * True when a request in this mood may lead to a call of an operation. A question may lead to an operation that reads;
 * `mentioned` says whether the request uses the verb of the operation.
 */
export function mayCall({ kind }: Mood, effect: Effect, mentioned: boolean): boolean {
  if (kind === 'request') return true;
  if (kind === 'negated' || kind === 'contradictory') return false;
  return effect === 'reads' || (kind === 'question' && effect === 'unknown' && !mentioned);
}
