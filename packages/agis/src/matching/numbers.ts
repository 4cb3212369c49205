/** Numbers in natural language: "two", "a dozen", "twenty-five", "4". */
import type { Token } from './tokens.js';
import { plainNumber } from './tokens.js';

const small: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

/** Number words that follow an article. */
const groups: Readonly<Record<string, number>> = { couple: 2, pair: 2, dozen: 12, hundred: 100, thousand: 1_000 };

/** A number and its count of tokens. */
export interface SaidNumber {
  value: number;
  length: number;
}

/** The number that starts at this index; undefined when no number starts there. */
export function readNumber(tokens: readonly Token[], at: number): SaidNumber | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === 'number') return scaled(tokens, at, { value: plainNumber(token.text), length: 1 });
  if (token.kind !== 'word') return undefined;
  const group = readGroup(tokens, at);
  if (group !== undefined) return group;
  const value = wordValue(token.lower);
  if (value === undefined) return undefined;
  const unit = value >= 20 && value % 10 === 0 ? small[tokens[at + 1]?.lower ?? ''] : undefined;
  const said = unit !== undefined && unit > 0 && unit < 10 ? { value: value + unit, length: 2 } : { value, length: 1 };
  return scaled(tokens, at, said);
}

/** "a dozen", "half a dozen", "a couple of". */
function readGroup(tokens: readonly Token[], at: number): SaidNumber | undefined {
  const [first, second, third] = [tokens[at]?.lower, tokens[at + 1]?.lower ?? '', tokens[at + 2]?.lower ?? ''];
  if (first === 'half' && second === 'a' && third === 'dozen') return { value: 6, length: 3 };
  if ((first === 'a' || first === 'an') && Object.hasOwn(groups, second)) {
    return { value: groups[second] ?? 0, length: third === 'of' ? 3 : 2 };
  }
  return first === 'dozen' ? { value: 12, length: 1 } : undefined;
}

/** "two hundred", "3 thousand". */
function scaled(tokens: readonly Token[], at: number, said: SaidNumber): SaidNumber {
  const next = tokens[at + said.length]?.lower;
  if (next !== 'hundred' && next !== 'thousand' && next !== 'dozen') return said;
  return { value: said.value * (groups[next] ?? 1), length: said.length + 1 };
}

function wordValue(word: string): number | undefined {
  if (Object.hasOwn(small, word)) return small[word];
  const [tens = '', unit = ''] = word.split('-');
  const [high, low] = [small[tens], small[unit]];
  return high !== undefined && low !== undefined && high >= 20 && low > 0 && low < 10 ? high + low : undefined;
}
