/** Escapes third-party text for Markdown. */

/** The text on one line, without meaning as Markdown or HTML, and without characters that change the text direction. */
export function escapeMarkdown(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/[\\`*_{}[\]<>#|!~]/g, '\\$&');
}
