/** Splits a text at separators outside brackets and quotes, in one pass. */

/** The pieces, trimmed, without empty ones. */
export function splitTopLevel(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (char === separator && depth === 0) {
      pieces.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  pieces.push(text.slice(start).trim());
  return pieces.filter((piece) => piece !== '');
}
