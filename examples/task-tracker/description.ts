/** The description of the API, the same for all four applications. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Path of the document. */
export const descriptionFile = new URL('./openapi.yaml', import.meta.url);

/** The document, parsed. */
export function readDescription(): object {
  return parse(readFileSync(descriptionFile, 'utf8')) as object;
}
