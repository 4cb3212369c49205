/** Inserts a mention of a tool into the text of a procedure at the designer's cursor. */

/** A position in a text: lines and columns count from 1; a column beyond the end of the line means its end. */
export interface CursorPosition {
  line: number;
  column?: number;
}

/**
 * The text with `name()` at the position, separated from adjacent words by spaces; undefined when the text has no such
 * line.
 */
export function insertMention(text: string, name: string, { line, column }: CursorPosition): string | undefined {
  const lines = text.split('\n');
  const target = lines[line - 1];
  if (target === undefined || line < 1 || (column !== undefined && column < 1)) return undefined;
  const content = target.endsWith('\r') ? target.slice(0, -1) : target;
  const at = Math.min(column === undefined ? content.length : column - 1, content.length);
  const [before, after] = [content.slice(0, at), content.slice(at)];
  const left = before === '' || /\s$/.test(before) ? '' : ' ';
  const right = after === '' || /^[\s.,;:!?)]/.test(after) ? '' : ' ';
  lines[line - 1] = `${before}${left}\`${name}()\`${right}${after}${target.slice(content.length)}`;
  return lines.join('\n');
}
