/** Lays out JSON and YAML without changing a value: numbers, strings and comments stay as they are written. */
import { parseDescription, parseDocument } from '@dragoman/documents';
import { isFailure } from '@dragoman/model';
import { looksLikeJson } from '../structure/scan-text.js';

/** Above this length YAML is not laid out, because the parser that keeps comments would take many seconds. */
const maxYaml = 2_000_000;

/** The text with a canonical layout; undefined when it cannot be read. */
export function formatText(text: string): string | undefined {
  if (!isReadable(text)) return undefined;
  return looksLikeJson(text) ? formatJson(text) : formatYaml(text);
}

function isReadable(text: string): boolean {
  try {
    parseDescription(new TextEncoder().encode(text));
    return true;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Two spaces per level, one member per line; an empty object or list stays on its line. */
function formatJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let previous = '';
  for (const [found] of text.replace(/^\uFEFF/, '').matchAll(token)) {
    const isOpen = previous === '{' || previous === '[';
    if (found === '}' || found === ']') {
      depth -= 1;
      if (!isOpen) parts.push(`\n${'  '.repeat(depth)}`);
    } else if (isOpen) parts.push(`\n${'  '.repeat(depth)}`);
    parts.push(found);
    if (found === '{' || found === '[') depth += 1;
    if (found === ',') parts.push(`\n${'  '.repeat(depth)}`);
    if (found === ':') parts.push(' ');
    previous = found;
  }
  return `${parts.join('')}\n`;
}

/** The library keeps comments and the style of every scalar; a result with another value is not used. */
function formatYaml(text: string): string | undefined {
  if (text.length > maxYaml) return undefined;
  try {
    const document = parseDocument(text, { schema: 'core', version: '1.2', uniqueKeys: false, logLevel: 'error' });
    if (document.errors.length > 0) return undefined;
    const written = document.toString({ lineWidth: 0, indent: 2, indentSeq: true, flowCollectionPadding: false });
    return isSameValue(text, written) ? written : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isSameValue(before: string, after: string): boolean {
  const [one, other] = [before, after].map((text) => JSON.stringify(parseDescription(new TextEncoder().encode(text))));
  return one === other;
}
