/** Recognizes a kind of document by the first members of its text. */
import type { DocumentKind } from '../service/language-service.js';

/** Characters that are looked at. */
const head = 20_000;

/** The kind that the text begins like. */
export function sniff(text: string): DocumentKind | undefined {
  const start = text.slice(0, head);
  if (/^\s*["']?arazzo["']?\s*:/m.test(start)) return 'arazzo';
  if (/^[\s{]*["']?(?:openapi|swagger)["']?\s*:/m.test(start)) return 'openapi';
  if (/^[\s{]*["']?agis["']?\s*:/m.test(start) || /^[ \t]*[A-Z]+[ \t]+\/\S*[ \t]*\{/m.test(start)) return 'agis';
  return undefined;
}
