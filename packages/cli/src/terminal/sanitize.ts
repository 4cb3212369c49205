/**
 * Untrusted input must not control the terminal: removes escape sequences, control characters, and
 * characters that are invisible or change the text direction.
 */
import { escapeJson, withoutHidden } from '@dragoman/model';

export { escapeJson };

const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The text on one line, safe to print. */
export function sanitize(text: string): string {
  return withoutHidden(text).replace(controls, ' ');
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
