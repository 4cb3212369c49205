/** Asks which one is meant where an instruction lists several identifiers for a parameter that takes one. */
import type { JsonValue } from '@dragoman/model';
import type { Filling } from './filling.js';
import type { Token } from './tokens.js';

const joins: ReadonlySet<string> = new Set(['and', 'or', '&', ',']);

/** "Cancel f3 and f4" is two calls; a call for the first would silently drop the second. */
export function askForOne({ slots, filled, taken, given, questions, instruction: { tokens } }: Filling): void {
  for (const { name, identifier, path } of slots) {
    const value = filled.get(name);
    const isGiven = given !== undefined && Object.hasOwn(given, path[0] ?? name);
    if (!identifier || isGiven || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const at = tokens.findIndex(({ text }) => text === String(value));
    const others = listedAfter(tokens, at).filter(({ index }) => !taken.has(index));
    if (others.length === 0) continue;
    const choices: JsonValue[] = [
      value,
      ...others.map(({ text }) => (typeof value === 'number' ? Number(text) : text)),
    ];
    questions.push({ parameter: name, reason: 'unclear', detail: `Several values of ${name} were given.`, choices });
  }
}

/** The tokens of the same kind that follow a token in a list. */
function listedAfter(tokens: readonly Token[], at: number): Token[] {
  const kind = tokens[at]?.kind;
  const found: Token[] = [];
  if (kind !== 'code' && kind !== 'number') return found;
  for (let next = at + 1; joins.has(tokens[next]?.lower ?? ''); next += 1) {
    while (joins.has(tokens[next]?.lower ?? '')) next += 1;
    const token = tokens[next];
    if (token?.kind !== kind) break;
    found.push(token);
  }
  return found;
}
