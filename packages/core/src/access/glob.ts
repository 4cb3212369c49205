/** Patterns in which `*` stands for any characters; linear in the length of the text. */

/** Compiles a pattern. */
export function createGlob(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return (text) => text === pattern;
  const last = rest.pop() ?? '';
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}
