/** Shortens third-party text to a length that fits a message. */

/** The text cut to at most this many characters plus an ellipsis; never splits a surrogate pair. */
export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
