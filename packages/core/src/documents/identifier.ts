/** Identifiers derived from human-readable names, with the same rule for every protocol. */

/** Words of a text in lower-case ASCII: split at case changes and at all other characters; accents are removed. */
function words(text: string): string[] {
  return text
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** `Northquay Freight Desk` → `northquay-freight-desk`; at most 64 characters; `fallback` when nothing is left. */
export function toSlug(text: string, fallback: string): string {
  return cut(words(text).join('-'), '-') || fallback;
}

/** `quoteRate` → `quote_rate`; at most 64 characters; `fallback` when nothing is left. */
export function toSnakeCase(text: string, fallback: string): string {
  return cut(words(text).join('_'), '_') || fallback;
}

function cut(text: string, separator: string): string {
  return text.length <= 64 ? text : text.slice(0, 64).replace(new RegExp(`${separator}+$`), '');
}
