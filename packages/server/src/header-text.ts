/** What the names and values of headers are made of (RFC 9110 §5), for whoever reads or writes heads. */

/** The name of a header: a token. */
export const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The value of a header, each character one byte: text and tabs, and nothing that could end the line. */
export const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The text from that place on, without the blanks and tabs around it. */
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
