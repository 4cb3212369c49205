/** Cuts what strangers wrote down to a length that fits a message. */

/** The text in at most so many characters and an ellipsis; never half of a surrogate pair. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
