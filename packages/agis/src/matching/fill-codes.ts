/** Fills languages, countries and currencies: a name or a code becomes the code that the parameter takes. */
import type { Filling } from './filling.js';
import { fill, openSlots } from './filling.js';
import { codeOfName, isCode } from './known-codes.js';
import type { ParameterSlot, RangeRole } from './parameter-slots.js';

const kinds = { language: 'language', country: 'region', currency: 'currency' } as const;
type CodeKind = keyof typeof kinds;

interface SaidCode {
  code: string;
  indexes: number[];
  role: RangeRole | undefined;
}

/** Fills every slot of these kinds whose value was given. */
export function fillCodes(work: Filling): void {
  for (const kind of Object.keys(kinds) as CodeKind[]) {
    const slots = openSlots(work, kind);
    if (slots.length === 0) continue;
    const said = findCodes(work, kind);
    for (const slot of slots) {
      const fitting = said.filter(({ role }) => slots.length === 1 || role === slot.role);
      const [one, two] =
        fitting.length === 1 || slots.length > 1 ? fitting : fitting.filter(({ role }) => role !== 'start');
      if (one === undefined || two !== undefined) continue;
      // A sum of money also gives the amount, so its tokens stay available.
      if (fill(work, slot, spell(slot, one.code), kind === 'currency' ? [] : one.indexes))
        said.splice(said.indexOf(one), 1);
    }
  }
}

/** Codes in the order of the text, each with the direction that the word before it gives. */
function findCodes({ instruction: { tokens, mentions } }: Filling, kind: CodeKind): SaidCode[] {
  const found: SaidCode[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const length = [3, 2, 1].find(
      (count) => at + count <= tokens.length && codeAt(tokens, at, count, kind) !== undefined,
    );
    const code = length === undefined ? undefined : codeAt(tokens, at, length, kind);
    if (length === undefined || code === undefined) continue;
    const counted =
      kind === 'currency' && mentions.some((each) => each.kind === 'money' && each.start <= at && at < each.end);
    const role =
      roleBefore(tokens[at - 1]?.lower) ?? (counted || tokens[at - 1]?.kind === 'number' ? 'start' : undefined);
    found.push({ code, role, indexes: Array.from({ length }, (_, step) => at + step) });
    at += length - 1;
  }
  const sums = mentions.flatMap((each) =>
    kind === 'currency' && each.kind === 'money' && each.currency !== undefined && each.end - each.start === 1
      ? [{ code: each.currency, role: 'start' as const, indexes: [] }]
      : [],
  );
  return [...found, ...sums];
}

function codeAt(
  tokens: readonly { text: string; lower: string; kind: string }[],
  at: number,
  length: number,
  kind: CodeKind,
): string | undefined {
  const part = tokens.slice(at, at + length);
  if (part.some((token) => token.kind !== 'word')) return undefined;
  const named = codeOfName(kinds[kind], part.map(({ lower }) => lower).join(' '));
  if (named !== undefined) return isDoubtful(part[0]?.text ?? '', tokens[at - 1]?.lower) ? undefined : named;
  const [{ text = '' } = {}] = part;
  return length === 1 && /^\p{Lu}+$/u.test(text) && isCode(kinds[kind], text) ? text : undefined;
}

/** Names of languages and countries in lower case are doubtful ("polish", "turkey") unless a direction leads to them. */
function isDoubtful(text: string, before: string | undefined): boolean {
  return (
    /^(?:polish|latin|turkey|real|won|pound|georgian)$/.test(text) && !/^(?:to|into|in|from|\d.*)$/.test(before ?? '')
  );
}

function roleBefore(word: string | undefined): RangeRole | undefined {
  if (word === 'from') return 'start';
  return word === 'to' || word === 'into' || word === 'in' ? 'end' : undefined;
}

/** Codes of languages are written in lower case, others in capitals, unless the schema says otherwise. */
function spell({ description, kind }: ParameterSlot, code: string): string {
  if (kind === 'language') return /upper/.test(description) ? code.toUpperCase() : code.toLowerCase();
  return /lower/.test(description) ? code.toLowerCase() : code.toUpperCase();
}
