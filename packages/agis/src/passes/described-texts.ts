/** Texts of schemas that reach a model with a tool: titles and descriptions at any depth. */
import { childPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { agisLimits } from '../limits.js';

/** A text and its location. */
export interface DescribedText {
  text: string;
  pointer: string;
}

/** Maximum number of texts of one schema. */
const maxTexts = 2_000;

/** The titles and descriptions below a value, in document order. Examples and defaults are data, not descriptions. */
export function listDescribedTexts(value: JsonValue | undefined, pointer: string): DescribedText[] {
  const found: DescribedText[] = [];
  collect(value, { pointer, depth: 0 }, found);
  return found;
}

const data = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Keywords whose members are names that the author chose, so that a property may be called "example". */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas']);

interface Place {
  pointer: string;
  depth: number;
}

function collect(value: JsonValue | undefined, { pointer, depth }: Place, found: DescribedText[]): void {
  if (typeof value !== 'object' || value === null || depth > agisLimits.depth || found.length >= maxTexts) return;
  const hasNames = named.has(pointer.slice(pointer.lastIndexOf('/') + 1));
  for (const [name, member] of Object.entries(value)) {
    const at = childPointer(pointer, name);
    if (typeof member === 'string') {
      if (name === 'description' || name === 'title') found.push({ text: member, pointer: at });
    } else if (hasNames || !data.has(name)) collect(member, { pointer: at, depth: depth + 1 }, found);
  }
}
