/** Splits a text into ordinary parts and characters that cannot be seen or that change the reading direction. */

/** One part of a text. */
export interface VisiblePart {
  text: string;
  /** True when the text stands for a character that is invisible or changes direction. */
  hidden: boolean;
  /** What the character is. */
  name?: string;
}

/** Controls, zero-width characters, bidirectional controls and isolates, tags, and the byte order mark. */
const hiddenCharacter = new RegExp(
  '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069' +
    '\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]',
  'gu',
);

/** The parts of a text up to a limit of characters. */
export function splitVisible(text: string, limit: number): { parts: VisiblePart[]; cut: boolean } {
  const cut = text.length > limit;
  const shown = cut ? text.slice(0, limit) : text;
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const match of shown.matchAll(hiddenCharacter)) {
    if (match.index > from) parts.push({ text: shown.slice(from, match.index), hidden: false });
    const code = `U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    parts.push({ text: code, hidden: true, name: `Invisible character ${code}` });
    from = match.index + match[0].length;
  }
  if (from < shown.length) parts.push({ text: shown.slice(from), hidden: false });
  return { parts, cut };
}

/** The text with hidden characters written as their code points, for titles and labels. */
export function visibleText(text: string, limit = 300): string {
  const { parts, cut } = splitVisible(text, limit);
  return `${parts.map((part) => (part.hidden ? `[${part.text}]` : part.text)).join('')}${cut ? '…' : ''}`;
}

/** JSON text in which hidden characters are escapes, so that it can be seen and stays the same value. */
export function visibleJson(text: string): string {
  const escaped = (character: string) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join('');
  return text.replace(hiddenCharacter, escaped);
}
