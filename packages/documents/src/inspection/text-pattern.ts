/** A pattern of text that addresses a model, and the words that several patterns share. */
import type { TextCode } from './untrusted-diagnostics.js';

/** One pattern. The text is normalized before: plain letters, single spaces, no invisible characters. */
export interface TextPattern {
  code: Exclude<TextCode, 'text/hidden-characters' | 'text/terminal-escape'>;
  /** Every matching text contains one word of each list, in lower case: searching for words is fast. */
  needs: readonly (readonly string[])[];
  pattern: RegExp;
}

/** What a text may order its reader to ignore. */
export const orders = '(?:instructions?|prompts?|directives?|guidelines|programming|training|guidance|system message)';

/** Words for the models that read a text. */
export const readers =
  '(?:ai|llm|language model|ai assistant|ai agent|chatgpt|claude|gpt-\\d|copilot)s?(?: (?:assistants?|agents?|models?|readers?))?';

/** A pattern without regard to case. */
export function textPattern(code: TextPattern['code'], needs: TextPattern['needs'], source: string): TextPattern {
  return { code, needs, pattern: new RegExp(source, 'iu') };
}
