/** Names that are sentences: "ignore_all_previous_instructions" is inspected as the words that it consists of. */

/** Shorter names, and names of fewer words, are no instructions. */
const limits = { shortest: 16, longest: 400, words: 4 };
const name = /^[A-Za-z\d]+(?:[_.-]{1,2}[A-Za-z\d]+)*$/;
const hump = /([a-z\d])([A-Z])/g;

/** The words of a long name, with spaces; undefined for everything else. A condition at its end is left out. */
export function spellName(text: string): string | undefined {
  if (text.length < limits.shortest || text.length > limits.longest || !name.test(text)) return undefined;
  const words = text.replace(hump, '$1 $2').replace(/[_.-]+/g, ' ');
  const spelled = words.replace(/ (?:even )?if .*$/i, '').replace(/\bread only\b/i, 'readonly');
  return spelled.split(' ', limits.words).length === limits.words ? spelled.toLowerCase() : undefined;
}
