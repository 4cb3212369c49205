/** Strangers' text inside XML and HTML. */

/** Characters that turn the direction of what follows, also of text that is not theirs. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Escapes what markup would read, replaces what XML cannot hold, and shows what turns the direction of text by its number. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (each) => (/[\t\n\r]/.test(each) ? each : '\ufffd'))
    .replace(directions, (each) => `[U+${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
