/**
 * Texts of a service that look like instructions to a model. They are held: no face shows them to a model until
 * somebody releases them, and a release is for exactly one text of one service.
 */
import type { PointerToken, TextMatch } from '@dragoman/documents';
import { buildPointer, diagnoseText, spellName } from '@dragoman/documents';
import type { Diagnostic, Entry, JsonValue, Operation, ReleasedText } from '@dragoman/model';
import { hashDocument } from '../documents/hash-document.js';
import type { EntryCheck, EntryDraft } from '../documents/reader.js';
import { createYieldWhenDue } from '../documents/yield-when-due.js';
import type { ReleasedTexts } from './contains-instructions.js';
import { findSuspicions, noneReleased } from './contains-instructions.js';

/** Where a text is. */
export interface TextPlace {
  /** JSON pointer into the entry. */
  pointer: string;
  /** Name of the operation; absent for texts of the service. */
  operation?: string;
}

/** A text that looks like an instruction. */
export interface HeldText {
  /** `sha256:` and the digest of the exact text. */
  hash: string;
  text: string;
  /** Why: the kinds of findings, and the words that caused them. */
  reasons: TextMatch[];
  /** At most twenty. */
  places: TextPlace[];
  /** Present when somebody released it: models see it. */
  released?: ReleasedText;
}

/** Maximum number of texts, and of places of one text. */
const limits = { texts: 200, places: 20 };

/** The hashes of the released texts of an entry. */
export function releasedIn({ releasedTexts = [] }: Pick<Entry, 'releasedTexts'>): ReleasedTexts {
  return releasedTexts.length === 0 ? noneReleased : new Set(releasedTexts.map(({ hash }) => hash));
}

type TextOwner = Pick<
  EntryDraft,
  | 'name'
  | 'description'
  | 'publisher'
  | 'capabilities'
  | 'tags'
  | 'authentication'
  | 'operations'
  | 'content'
  | 'webhooks'
  | 'extra'
  | 'releasedTexts'
>;

/** The texts of an entry, in document order; two hundred at most. */
export function heldTexts(entry: TextOwner): HeldText[] {
  const { add, found } = collect(entry);
  for (const [text, path] of textsOf(entry)) if (!add(text, path)) break;
  return found();
}

/** The same, with turns for other requests in between. */
export async function heldTextsInTurns(entry: TextOwner): Promise<HeldText[]> {
  const { add, found } = collect(entry);
  const yieldWhenDue = createYieldWhenDue();
  for (const [text, path] of textsOf(entry)) {
    if (!add(text, path)) break;
    await yieldWhenDue();
  }
  return found();
}

/** Reports the texts of an entry when it is registered; pointers are the entry's. */
export const checkEntryText: EntryCheck = (draft) =>
  heldTexts(draft).flatMap(({ reasons, places: [place] }): Diagnostic[] =>
    reasons.map((reason) => diagnoseText(reason, place?.pointer ?? '')),
  );

/** Examines every text once. */
function collect({ operations, releasedTexts = [] }: TextOwner) {
  const known = new Map<string, HeldText | undefined>();
  const byHash = new Map(releasedTexts.map((released) => [released.hash, released]));
  let count = 0;
  const examine = (text: string): HeldText | undefined => {
    const reasons = findSuspicions(text);
    if (reasons.length === 0) return undefined;
    count += 1;
    const hash = hashDocument(text);
    const released = byHash.get(hash);
    return { hash, text, reasons, places: [], ...(released === undefined ? {} : { released }) };
  };
  return {
    /** False when the limit is reached. */
    add(text: string, path: readonly PointerToken[]): boolean {
      if (!known.has(text)) known.set(text, examine(text));
      const held = known.get(text);
      if (held !== undefined && held.places.length < limits.places) {
        const name = path[0] === 'operations' ? operations[Number(path[1])]?.name : undefined;
        held.places.push({ pointer: buildPointer([...path]), ...(name === undefined ? {} : { operation: name }) });
      }
      return count < limits.texts;
    },
    found: () => [...known.values()].filter((held) => held !== undefined),
  };
}

/**
 * The document's own texts on an operation; derived texts are examined at their source, and no face shows extensions of
 * other formats.
 */
function said({ binding: _, derived, repairs: __, extra, ...operation }: Operation): Partial<Operation> {
  const own = Object.entries(extra).filter(([name]) => !name.startsWith('x-'));
  const texts = Object.entries({ ...operation, extra: Object.fromEntries(own) });
  return Object.fromEntries(texts.filter(([name]) => !derived.includes(name)));
}

/** Strings that can be text: longer than a word, and with more than one word or unusual characters. */
const oneWord = /^[!-;=-Z\\-~]*$/;
const isText = (value: string) => !oneWord.test(value) || spellName(value) !== undefined;

function* textsOf(entry: TextOwner): Generator<[string, readonly PointerToken[]]> {
  const { name, description, publisher, capabilities, tags, authentication, operations, content, webhooks, extra } =
    entry;
  const path: PointerToken[] = [];
  function* walk(value: JsonValue): Generator<[string, readonly PointerToken[]]> {
    if (typeof value === 'string') {
      if (isText(value)) yield [value, path];
    } else if (typeof value === 'object' && value !== null) {
      const list = Array.isArray(value);
      for (const [token, member] of Object.entries(value)) {
        path.push(list ? Number(token) : token);
        if (!list && isText(token)) yield [token, path];
        yield* walk(member as JsonValue);
        path.pop();
      }
    }
  }
  const texts = {
    name,
    description,
    publisher,
    capabilities,
    tags,
    authentication,
    operations: operations.map(said),
    content,
    webhooks,
    extra,
  };
  // The draft is JSON except for absent members, which have no text. It may be large and is not copied.
  yield* walk(texts as unknown as JsonValue);
}
