/** Texts of a document that reach a model: titles and descriptions, and the names and values among the data. */
import { childPointer, matchText, spellName } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { agisLimits } from '../limits.js';
import type { Words } from '../words/words.js';
import { findInstruction } from './instruction-tokens.js';

/** A text and its location. */
export interface DescribedText {
  text: string;
  pointer: string;
  /** True for names and values, such as those of "enum": data may address a reader, as prompts do. */
  isData: boolean;
}

/** Maximum number of texts of one schema, and of a whole document. */
const maxTexts = { schema: 2_000, document: 100_000 };

/** Titles and descriptions below a value, its names and its other values, in document order. */
export function listDescribedTexts(value: JsonValue | undefined, pointer: string): DescribedText[] {
  const found: DescribedText[] = [];
  collect(value, { pointer, depth: 0 }, { found, limit: maxTexts.schema, isElsewhere: () => false });
  return found;
}

/** Texts of a document that no other check reads: the service, names, transitions, the manifest and extensions. */
export function listFurtherTexts(document: JsonValue): DescribedText[] {
  const found: DescribedText[] = [];
  const isElsewhere = (pointer: string) => elsewhere.test(pointer);
  collect(document, { pointer: '', depth: 0 }, { found, limit: maxTexts.document, isElsewhere });
  return found;
}

/** Checked where they are, with their own findings. */
const elsewhere =
  /^\/(?:description$|schemas$|endpoints\/\d+\/(?:method|path|input|output|semantic\/(?:intent|outcome|parameter_hints)|errors\/\d+\/description)$)/;

/** The words that address a model; for data, only wording that ordinary data never contains. */
export function findOrder({ text, isData }: DescribedText, { recall }: Words): string | undefined {
  return isData ? matchText(text)[0]?.words : recall(findInstruction, text);
}

const data = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Keywords whose members are names that the author chose, so that a property may be called "example". */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas']);

interface Place {
  pointer: string;
  depth: number;
  /** True below a keyword for data, where "description" is a name like any other. */
  isData?: boolean;
}

interface Collection {
  found: DescribedText[];
  limit: number;
  isElsewhere: (pointer: string) => boolean;
}

function collect(value: JsonValue | undefined, place: Place, collection: Collection): void {
  const { pointer, depth, isData = false } = place;
  const { found, limit, isElsewhere } = collection;
  if (typeof value !== 'object' || value === null || depth > agisLimits.depth || found.length >= limit) return;
  const isList = Array.isArray(value);
  const hasNames = named.has(pointer.slice(pointer.lastIndexOf('/') + 1));
  for (const [name, member] of Object.entries(value)) {
    const at = childPointer(pointer, name);
    if (isElsewhere(at)) continue;
    if (!isList && isText(name)) found.push({ text: name, pointer: at, isData: true });
    if (typeof member === 'string') {
      const describes = !isData && /(?:^|_)(?:description|title|summary)$/.test(name);
      if (describes || isText(member)) found.push({ text: member, pointer: at, isData: !describes });
    } else {
      const below = isData || (!hasNames && data.has(name));
      collect(member, { pointer: at, depth: depth + 1, isData: below }, collection);
    }
  }
}

/** A single word is no instruction, unless it is a name made of several words. */
function isText(text: string): boolean {
  return /\s|[^ -~]/.test(text) || spellName(text) !== undefined;
}
