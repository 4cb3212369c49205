/**
 * Splits text into WordPieces exactly like the model's own tokenizer (BERT, uncased): cleaned, without accents, lower
 * case, punctuation separate, then the longest matching pieces. One deliberate difference: "[SEP]" and similar strings
 * inside a text are plain text, never special tokens, because texts are untrusted input.
 */

/** Splits texts into piece ids. */
export interface WordPieces {
  /** Piece ids between the opening and the closing token, at most `limit` including both. */
  cut(text: string, limit: number): number[];
}

/** Id of the opening token, [CLS]. */
export const openingMark = 101;
/** Id of the closing token, [SEP]. */
export const closingMark = 102;
const unknownPiece = 100;
/** Longer words are unknown. */
const longestWord = 100;
/** Maximum number of characters read: 126 pieces fill the model's input long before. */
const longestText = 8000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the definition of ASCII
const beyondAscii = /[^\x00-\x7f]/;
const dropped = /[\p{Cc}\p{Cf}\p{Co}\ufffd]/gu;
const blank = /[\t\n\r\p{White_Space}]/gu;
const mark = /\p{Mn}/gu;
/** Ideographs are separate words. The ranges are those of the tokenizer, not of current Unicode. */
const ideograph =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
const wordOrSign = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu;

/** Lower case letter by letter: the tokenizer has no special form at the end of a word. */
function lowerLetters(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase()).join('');
}

/** The normalized form of a text, as in the vocabulary. */
export function normaliseText(text: string): string {
  const spaced = text.replace(blank, ' ').replace(dropped, '');
  if (!beyondAscii.test(spaced)) return spaced.toLowerCase();
  return lowerLetters(spaced.replace(ideograph, ' $& ').normalize('NFD').replace(mark, ''));
}

/** Creates a splitter for a vocabulary: one piece per entry, numbered by index. */
export function createWordPieces(vocabulary: readonly string[]): WordPieces {
  const starts = new Map<string, number>();
  const rests = new Map<string, number>();
  vocabulary.forEach((piece, number) => {
    if (piece.startsWith('##') && piece.length > 2) rests.set(piece.slice(2), number);
    else starts.set(piece, number);
  });

  /** The pieces of one word; a word that cannot be split completely is unknown as a whole. */
  function cutWord(word: string, into: number[]): void {
    if (word.length > longestWord && Array.from(word).length > longestWord) {
      into.push(unknownPiece);
      return;
    }
    const before = into.length;
    for (let from = 0; from < word.length; ) {
      const table = from === 0 ? starts : rests;
      let to = word.length;
      let found = table.get(word.slice(from, to));
      while (found === undefined && to > from + 1) found = table.get(word.slice(from, --to));
      if (found === undefined) {
        into.length = before;
        into.push(unknownPiece);
        return;
      }
      into.push(found);
      from = to;
    }
  }

  return {
    cut(text, limit) {
      const pieces = [openingMark];
      for (const [word] of normaliseText(text.slice(0, longestText)).matchAll(wordOrSign)) {
        cutWord(word, pieces);
        if (pieces.length >= limit - 1) break;
      }
      pieces.length = Math.min(pieces.length, limit - 1);
      pieces.push(closingMark);
      return pieces;
    },
  };
}
