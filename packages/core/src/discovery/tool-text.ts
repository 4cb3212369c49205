/**
 * Turns a tool into the text that is embedded. The models were trained on texts made this way: training/texts.py does
 * the same, and a recorded table keeps the two in sync.
 */

const markUp = /<[^<>]{0,200}>/g;
const edges = /^[ .]+|[ .]+$/g;

/** The words of an identifier, split at camelCase, snake_case, dots and slashes. */
export function nameWords(name: string): string {
  return oneLine(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .replace(/[_./:\\-]+/g, ' '),
  );
}

/** A text without its markup; requests are embedded in this form too. */
export function plainText(text: string): string {
  return oneLine(text.replace(markUp, ' '));
}

/** The text of a tool; a description that only repeats the name is left out. */
export function toolText(name: string, description: string): string {
  const words = nameWords(name);
  const rest = plainText(description);
  const bare = bareText(rest);
  if (bare === '' || bare === bareText(words) || bare === bareText(name)) return words;
  return `${words}: ${rest}`;
}

function oneLine(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}

function bareText(text: string): string {
  return text.replace(edges, '').toLowerCase();
}
