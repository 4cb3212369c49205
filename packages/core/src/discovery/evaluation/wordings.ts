/** Alternative wordings of a description: each sentence removed, and each moved to the front. */

/** A description with one change. */
export interface Wording {
  kind: 'leave-out' | 'move-first';
  sentence: string;
  description: string;
}

/** Maximum number of sentences considered. */
const maxSentences = 12;

/** The wordings of a description; none when it has one sentence. */
export function listWordings(description: string): Wording[] {
  const sentences = description.match(/[^.!?]+[.!?]*\s*/g)?.map((sentence) => sentence.trim()) ?? [];
  if (sentences.length < 2) return [];
  return sentences.slice(0, maxSentences).flatMap((sentence, at): Wording[] => {
    const rest = sentences.filter((_, place) => place !== at);
    const out: Wording = { kind: 'leave-out', sentence, description: rest.join(' ') };
    return at === 0 ? [out] : [out, { kind: 'move-first', sentence, description: [sentence, ...rest].join(' ') }];
  });
}
