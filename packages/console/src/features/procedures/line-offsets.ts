/** Where a line of a text begins. */

/** Offset of the first character of a line, from 1; the end of the text after the last line. */
export function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', offset);
    if (end < 0) return text.length;
    offset = end + 1;
  }
  return offset;
}
