/** First sentences of texts, for short descriptions. */

/** The first sentence of a text on one line, with a maximum length. */
export function firstSentence(text: string, longest: number): string {
  const line = text.slice(0, 10_000).replace(/\s+/g, ' ').trim();
  const end = endOfSentence(maskAbbreviations(line));
  const sentence = line.slice(0, end);
  if (sentence.length <= longest) return sentence;
  const cut = sentence.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`;
}

/** The end of the first sentence: after a full stop that is followed by a new sentence. */
function endOfSentence(line: string): number {
  const stop = /[.!?](?=\s+["'(]?[A-Z\d])/.exec(line);
  return stop === null ? line.length : stop.index + 1;
}

/** Masks full stops that do not end a sentence, keeping the length. */
function maskAbbreviations(text: string): string {
  return text.replace(/\b(?:e\.?g|i\.?e|etc|vs|no|approx|mr|ms|dr|st|inc|ltd|u\.s)\./gi, (each) =>
    each.replaceAll('.', '_'),
  );
}
