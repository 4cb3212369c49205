/**
 * Third-party text as people and models may see it: it cannot control a terminal, hide words or change the direction of
 * the text around it. Joiners of emoji and scripts are kept.
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
const hidden = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const controls = /[^\P{Cc}\n\t]+|[\p{Zl}\p{Zp}]+/gu;
const unsafeInJson = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g;

/** The text without escape sequences and characters that are invisible or change its direction; other controls stay. */
export function withoutHidden(text: string): string {
  return text.toWellFormed().replace(sequences, '').replace(hidden, '');
}

/** The text without them and without controls, except line breaks and tabs. */
export function visibleText(text: string): string {
  return withoutHidden(text).replace(/\r\n?/g, '\n').replace(controls, ' ');
}

/** JSON in which such characters are escaped; they can only occur inside its strings, so it parses to the same value. */
export function escapeJson(json: string): string {
  return json.replace(unsafeInJson, (found) =>
    [...found.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
}
