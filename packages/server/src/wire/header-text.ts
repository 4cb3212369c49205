/** Syntax of header names and values (RFC 9110 §5), for parsing and writing heads. */

/** The name of a header: a token. */
export const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The value of a header, each character one byte: text and tabs, and nothing that could end the line. */
export const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Writes the line of a header with its line end; undefined when name or value cannot be sent. */
export type WriteHeaderLine = (name: string, value: string) => string | undefined;

/** Maximum number of cached names; ours and those passed on from services are far fewer. */
const keptLines = 64;
/** Maximum length of a value whose line is cached: longer values rarely repeat, and callers may choose them. */
const longestKept = 256;

/**
 * Creates a writer for the headers of one connection type. Most headers repeat their last value, so that such a line
 * is checked and written once.
 */
export function createHeaderLines(): WriteHeaderLine {
  const kept = new Map<string, { value: string; line: string; isWhole: boolean }>();
  return (name, value) => {
    const last = kept.get(name);
    if (last !== undefined && last.value === value) {
      // Reading a character joins the pieces of the line, which would otherwise be joined for each response.
      if (!last.isWhole) last.line.charCodeAt(0);
      last.isWhole = true;
      return last.line;
    }
    if (!headerValue.test(value) || (last === undefined && !headerName.test(name))) return undefined;
    const line = `${name}: ${value}\r\n`;
    if (value.length > longestKept) return line;
    if (last !== undefined) {
      last.value = value;
      last.line = line;
      last.isWhole = false;
    } else if (kept.size < keptLines) kept.set(name, { value, line, isWhole: false });
    return line;
  };
}

/** The text from that position on, without surrounding blanks and tabs. */
export function trimBlanks(line: string, from: number): string {
  let start = from;
  let end = line.length;
  while (start < end && isBlank(line.charCodeAt(start))) start += 1;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
