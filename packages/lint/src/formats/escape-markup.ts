/** Strangers' text inside XML and HTML. */

/** Escapes what markup would read, and replaces what XML cannot hold. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (each) => (/[\t\n\r]/.test(each) ? each : '\ufffd'))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
