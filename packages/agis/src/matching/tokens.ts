/** Cuts an instruction into words, numbers, codes and the like, each with its place. The first thing done to what a user says. */

/** What a token looks like. */
export type TokenKind =
  | 'word'
  | 'number'
  | 'ordinal'
  | 'time'
  | 'date'
  | 'money'
  | 'email'
  | 'link'
  | 'quoted'
  | 'code'
  | 'mark';

/** A piece of an instruction. */
export interface Token {
  kind: TokenKind;
  /** As written; without its quotation marks for a quoted text. */
  text: string;
  lower: string;
  /** Place among the tokens. */
  index: number;
}

/** Longest instruction that is read, in characters; what follows is left out. */
export const longestInstruction = 2_000;

/** In the order in which they are tried at each place; none can take longer than the text is long. */
const shapes: readonly (readonly [TokenKind, RegExp])[] = [
  ['quoted', /["“”«]([^"“”«»]{1,200})["“”»]/y],
  ['email', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/y],
  ['link', /https?:\/\/\S{1,500}/y],
  ['date', /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?(?![\w-])/y],
  ['time', /\d{1,2}(?::\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.)(?!\w)|\d{1,2}:\d{2}(?!\w)/iy],
  ['money', /[£$€]\s?\d[\d,]*(?:\.\d+)?(?![\w])/y],
  ['ordinal', /\d{1,2}(?:st|nd|rd|th)(?!\w)/iy],
  ['code', /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]{1,20}(?:[-_][A-Za-z0-9]{1,20}){0,5}(?![\w])/y],
  ['number', /\d[\d,]*(?:\.\d+)?(?!\w)/y],
  ['word', /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/uy],
  ['mark', /[.,;:!?()]/y],
];

/** The tokens of an instruction, in order; characters that belong to none are passed over. */
export function cutTokens(instruction: string): Token[] {
  const text = instruction.normalize('NFC').slice(0, longestInstruction);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const found = tokenAt(text, at, tokens.length);
    if (found === undefined) at += 1;
    else {
      tokens.push(found.token);
      at = found.end;
    }
  }
  return tokens;
}

function tokenAt(text: string, at: number, index: number): { token: Token; end: number } | undefined {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at;
    const match = shape.exec(text);
    if (match === null) continue;
    const shown = (match[1] ?? match[0]).trim();
    return {
      token: { kind, text: shown, lower: shown.toLowerCase().replaceAll('’', "'"), index },
      end: shape.lastIndex,
    };
  }
  return undefined;
}

/** A plain number out of a token's text: `1,200` → 1200. */
export function plainNumber(text: string): number {
  return Number(text.replace(/[^\d.]/g, ''));
}
