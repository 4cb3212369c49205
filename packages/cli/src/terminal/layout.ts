/** Fits text to the width of a terminal: color codes take no columns, wide characters such as Chinese ones take two. */
import displayWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

export { displayWidth };

/** The lines of a text in at most `width` columns; words that are longer than a line are broken. */
export function breakLines(text: string, width: number): string[] {
  return wrapAnsi(text, Math.max(1, width), { hard: true }).split('\n');
}

/** The first `width` columns of a text, with an ellipsis where it was cut. */
export function cutLine(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const [first = ''] = wrapAnsi(text, Math.max(1, width - 1), { hard: true, wordWrap: false }).split('\n');
  return `${first.trimEnd()}…`;
}

/**
 * Wraps a line of prose between words. The continuation is indented like the line, or to the second column where the line
 * is a name and its explanation. Words are never broken, so that an address can still be copied.
 */
export function wrapLine(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const [head, rest] = splitHead(text, Math.floor(width / 2));
  const indent = displayWidth(head);
  return head + wrapAnsi(rest, width - indent, { wordWrap: true }).replaceAll('\n', `\n${' '.repeat(indent)}`);
}

const colorCode = String.raw`\u001b\[[0-9;]*m`;
const indentation = new RegExp(`^(?:${colorCode}|\\s)*`);
const nameAndGap = new RegExp(`^(?:${colorCode}|\\s)*(?:${colorCode}|[^\\s\\u001b]| (?! ))+? (?:${colorCode}| )* `);

/** The part of a line that its continuation is indented by, and the rest. */
function splitHead(text: string, limit: number): [string, string] {
  const name = nameAndGap.exec(text)?.[0] ?? '';
  const head = name !== '' && displayWidth(name) <= limit ? name : (indentation.exec(text)?.[0] ?? '');
  return [head, text.slice(head.length)];
}
