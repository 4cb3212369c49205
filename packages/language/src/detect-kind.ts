/** Which kind of document a text is, from its content and its file name. */
import { sniff } from './kinds/sniff.js';
import type { DocumentKind } from './service/language-service.js';

/** The kind of a text; undefined when neither the name nor the content shows it. */
export function detectKind(text: string, fileName = ''): DocumentKind | undefined {
  if (/\.agis(?:\.(?:ya?ml|json))?$/i.test(fileName)) return 'agis';
  if (/\.(?:md|markdown)$/i.test(fileName)) return 'procedure';
  return sniff(text);
}
