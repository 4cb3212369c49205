/**
 * Texts that come from strangers must not act on the terminal: no escape sequences, no control characters, no
 * characters that turn the direction of reading or hide.
 */

// Built from code points, so that this file itself holds none of them.
const start = String.raw`\u001b`;
const sequences = new RegExp(
  [
    // Operating system commands and other strings, up to their end or the end of the text.
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

/** The text on one line, harmless to a terminal. */
export function sanitise(text: string): string {
  return text.toWellFormed().replace(sequences, '').replace(hidden, '').replace(controls, ' ');
}

/** The text with its line breaks and indentation, otherwise harmless to a terminal. */
export function sanitiseLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.split('\t').map(sanitise).join('  '))
    .join('\n');
}

/** JSON with everything escaped that could act on a terminal; it reads back to the same value. */
export function safeJson(value: unknown): string {
  return escapeJson(JSON.stringify(value, undefined, 2) ?? 'null');
}

/** Escapes in a JSON text what could act on a terminal; inside strings alone can such characters stand. */
export function escapeJson(text: string): string {
  return text.replace(unsafeInJson, (found) =>
    [...found.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
}

const unsafeInJson = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g;
