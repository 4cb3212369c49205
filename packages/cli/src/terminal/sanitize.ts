/**
 * Untrusted input must not control the terminal: removes escape sequences, control characters, and
 * characters that are invisible or change the text direction.
 */

// Built from code points, so that this file does not contain such characters itself.
const start = String.raw`\u001b`;
const sequences = new RegExp(
  [
    // Operating system commands and other strings, up to their terminator or the end of the text.
    `(?:${start}[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|${start}\\\\|\\u009c|$)?`,
    // Control sequences.
    `(?:${start}\\[|\\u009b)[0-?]*[ -/]*[@-~]?`,
    // Other escapes.
    `${start}[ -/]*[0-~]?`,
  ].join('|'),
  'g',
);
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const hidden = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The text on one line, safe to print. */
export function sanitize(text: string): string {
  return text.toWellFormed().replace(sequences, '').replace(hidden, '').replace(controls, ' ');
}

/** The text with its line breaks and indentation, otherwise safe to print. */
export function sanitizeLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.split('\t').map(sanitize).join('  '))
    .join('\n');
}

/** JSON in which everything is escaped that could control a terminal; it parses to the same value. */
export function safeJson(value: unknown): string {
  return escapeJson(JSON.stringify(value, undefined, 2) ?? 'null');
}

/** Escapes what could control a terminal; such characters can only occur inside JSON strings. */
export function escapeJson(text: string): string {
  return text.replace(unsafeInJson, (found) =>
    [...found.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
}

const unsafeInJson = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g;
