/** The grammar check of requests evaluates only the method, with a bounded amount of work (AGIS §9.2). */

import type { Words } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { validator } from './agis.support.js';
import type { GrammarRequest } from './grammar.js';
import { createGrammarCheck } from './grammar.js';

/** Words that count lookups; reading a sentence, as pass 6 does, is an error here. */
function countingWords() {
  let asked = 0;
  const words = new Proxy(validator.words, {
    get(target, name: keyof Words) {
      if (name === 'readIntent') throw new Error('the check read a sentence');
      asked += 1;
      return target[name];
    },
  });
  return { words: () => words, asked: () => asked };
}

/** A request that allows access only to its method and headers. */
function narrowRequest(verb: string): GrammarRequest {
  const request: GrammarRequest = { method: 'POST', headers: new Headers({ 'x-agis-method': verb }) };
  return new Proxy(request, {
    get(target, name: keyof GrammarRequest) {
      if (name !== 'method' && name !== 'headers') throw new Error(`the check accessed ${String(name)}`);
      return target[name];
    },
  });
}

const outcome = (verb: string, words: () => Words) => {
  try {
    createGrammarCheck({ words, status: 454 })(narrowRequest(verb));
    return 'forwarded';
  } catch (error) {
    return (error as { members?: { pass?: number } }).members?.pass ?? String(error);
  }
};

describe('the grammar check', () => {
  it.each<[string, string | number]>([
    ['TRIAGE', 'forwarded'],
    ['BOOK', 'forwarded'],
    ['ADMIT', 'forwarded'],
    ['RECONCILE', 'forwarded'],
    ['Book', 'forwarded'],
    ['ZORBLE', 'forwarded'],
    ['BOOKING', 2],
    ['FindRestaurant', 2],
    ['AVAILABLE', 3],
    ['DELETE', 3],
    ['A'.repeat(100_000), 2],
  ])(
    '[AGIS-GRAM-03] [AGIS-GRAM-05] evaluates %.20s by passes 2 and 3 alone, within a lookup budget',
    (verb, expected) => {
      const { words, asked } = countingWords();
      expect(outcome(verb, words)).toBe(expected);
      expect(asked()).toBeLessThan(50);
    },
  );

  it('ignores requests that name no method', () => {
    const { words, asked } = countingWords();
    createGrammarCheck({ words, status: 454 })({ method: 'GET', headers: new Headers() });
    expect(asked()).toBe(0);
  });
});
