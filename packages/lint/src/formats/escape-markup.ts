/** Escapes third-party text for XML and HTML. */

/** Characters that change the text direction of everything that follows. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Escapes markup, replaces characters that XML cannot contain, and shows bidirectional control characters as code
 * points.
 */
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
