/**
 * Splits an instruction into words, numbers, codes and other tokens, each with its index; the first step of matching.
 */

/** The kind of a token. */
export type TokenKind =
  | 'word'
  | 'number'
  | 'ordinal'
  | 'time'
  | 'date'
  | 'money'
  | 'phone'
  | 'handle'
  | 'email'
  | 'link'
  | 'quoted'
  | 'code'
  | 'mark';

/** A token of an instruction. */
export interface Token {
  kind: TokenKind;
  /** As written; without its quotation marks for a quoted text. */
  text: string;
  lower: string;
  /** Index among the tokens. */
  index: number;
}

/** Maximum length of an instruction in characters; the rest is ignored. */
export const maxInstructionLength = 2_000;

/** Tried in this order at each offset; each takes time linear in the length of the text. */
const shapes: readonly (readonly [TokenKind, RegExp])[] = [
  [
    'quoted',
    /["“”«„]([^"“”«»„]{1,2000})["“”»]|(?<![\p{L}\p{N}])['‘`]([^'‘’`]{1,2000}(?:['’][\p{L}][^'‘’`]{0,2000}){0,8})['’`](?![\p{L}\p{N}])/uy,
  ],
  ['email', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/y],
  ['link', /https?:\/\/\S{1,500}/y],
  ['phone', /\+\d{1,3}(?:[ -]?\d{1,12}){1,6}(?!\w)/y],
  ['handle', /(?<![\w])[#@][\w-]{1,80}/y],
  ['date', /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?(?![\w-])/y],
  ['time', /\d{1,2}(?::\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.)(?!\w)|\d{1,2}:\d{2}(?!\w)/iy],
  ['money', /[£$€]\s?\d[\d,]*(?:\.\d+)?(?![\w])/y],
  ['ordinal', /\d{1,2}(?:st|nd|rd|th)(?!\w)/iy],
  [
    'code',
    /(?!(?:and|he|she|his|her|him|km|w|n|yes|or)\/)[A-Za-z][\w-]{0,60}\/[\w.-]{1,60}(?![\w/])|v\d{1,4}(?:\.\d{1,4}){1,3}(?:-[\w.]{1,20})?(?!\w)/y,
  ],
  ['code', /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]{1,20}(?:[-_][A-Za-z0-9]{1,20}){0,5}(?![\w])/y],
  ['number', /\d[\d,]*(?:\.\d+)?(?!\w)/y],
  ['word', /%|[\p{L}\p{M}]+(?:['’_-][\p{L}\p{M}]+)*/uy],
  ['mark', /[.,;:!?()]/y],
];

/** The tokens of an instruction, in order; characters that belong to no token are skipped. */
export function cutTokens(instruction: string): Token[] {
  const text = instruction.normalize('NFC').slice(0, maxInstructionLength);
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
    const shown = (match[1] ?? match[2] ?? match[0]).trim();
    return {
      token: { kind, text: shown, lower: shown === '%' ? 'percent' : shown.toLowerCase().replaceAll('’', "'"), index },
      end: shape.lastIndex,
    };
  }
  return undefined;
}

/** The number in a token's text: `1,200` → 1200. */
export function plainNumber(text: string): number {
  return Number(text.replace(/[^\d.]/g, ''));
}
