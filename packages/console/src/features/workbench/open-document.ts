/** Recognizes what was opened. */
import { detectKind } from '@dragoman/language/text';
import type { WorkDocument } from './draft-store.js';

/** A text with the name of its file or address. */
export interface OpenedText {
  text: string;
  name: string;
  service?: string;
}

/** The document of a text; a text that shows no kind is taken for OpenAPI, whose check then says what is missing. */
export function toDocument({ text, name, service }: OpenedText): WorkDocument {
  const kind = detectKind(text, name) === 'agis' ? 'agis' : 'openapi';
  return { name, kind, text, base: text, ...(service === undefined ? {} : { service }) };
}

/** The language for highlighting. */
export function highlightingOf(text: string): 'json' | 'yaml' {
  return /^\uFEFF?\s*[[{]/.test(text.slice(0, 4096)) ? 'json' : 'yaml';
}

/** Name of a downloaded file. */
export function fileNameOf({ name, kind, text }: WorkDocument): string {
  const plain = name
    .replace(/^.*\//, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 80);
  if (/\.(?:json|ya?ml|agis)$/i.test(plain)) return plain;
  const extension = highlightingOf(text) === 'json' ? 'json' : kind === 'agis' ? 'agis' : 'yaml';
  return `${plain === '' ? kind : plain}.${extension}`;
}
