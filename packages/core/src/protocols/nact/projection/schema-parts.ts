/** Texts of JSON Schema parts for signatures, truncated to the maximum length. */
import type { JsonObject } from '@dragoman/model';
import { plainUnlessHostile } from '../../../gateway/model-text.js';
import { formatWords } from './rule-words.js';

/** The text truncated to this many Unicode code points. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return Array.from(text.slice(0, characters * 2))
    .slice(0, characters)
    .join('');
}

/** The title or description of a schema as plain text, or its name in words; never blank. */
export function describePart(schema: JsonObject, name: string): string {
  const { description, title } = schema;
  const said = [description, title].find((text) => typeof text === 'string' && text.trim() !== '');
  const text = typeof said === 'string' ? plainUnlessHostile(said.trim()) : `${words(name)}.`;
  const format = formatWords(schema);
  return `${cutText(text, 1900)}${format === undefined ? '' : ` Format: ${format}.`}`;
}

function words(name: string): string {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_\W]+/g, ' ');
  return spaced.trim().toLowerCase() || 'value';
}
