/** The word knowledge, and its results on the labelled lists. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateMethod } from '../evaluate-endpoint.js';
import { createWords } from './create-words.js';
import { wordTable } from './word-table.js';

const words = createWords();

/** Label and words of every line of a list. */
function readList(part: string): { label: string; word: string }[] {
  const text = readFileSync(new URL(`./fixtures/identifiers.${part}.txt`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [label = '', list = ''] = line.split(':');
      return list
        .trim()
        .split(/\s+/)
        .map((word) => ({ label, word }));
    });
}

function isRefused(word: string): boolean {
  return evaluateMethod(word, words).some(({ severity }) => severity === 'error');
}

describe('words', () => {
  it('recognizes verbs by lists, table, prefix and ending, in any case', () => {
    for (const verb of ['book', 'RECONCILE', 'upsert', 'palletize', 'reprice', 'gentrify'])
      expect(words.isVerb(verb)).toBe(true);
    for (const other of ['payment', 'available', 'zorble', 'outcome', 'unit', 'otherwise', '', '=', 'a b'])
      expect(words.isVerb(other)).toBe(false);
    expect(words.isListedVerb('gentrify')).toBe(true);
    expect(words.isListedVerb('zorblify')).toBe(false);
  });

  it('finds the singular of regular and irregular plurals', () => {
    expect(['orders', 'companies', 'boxes', 'children', 'analyses', 'status', 'news'].map(words.singularOf)).toEqual([
      'order',
      'company',
      'box',
      'child',
      'analysis',
      'status',
      'news',
    ]);
  });

  it('finds the verb of an action noun', () => {
    expect(['payment', 'reservation', 'cancellation', 'retrieval', 'dog'].map(words.verbOf)).toEqual([
      'pay',
      'reserve',
      'cancel',
      'retrieve',
      undefined,
    ]);
  });

  it('splits a run-together word only into a listed verb and a common noun', () => {
    expect(words.splitCompound('FINDRESTAURANT')).toEqual(['find', 'restaurant']);
    expect(words.splitCompound('CANCELORDERS')).toEqual(['cancel', 'orders']);
    for (const word of ['FORECAST', 'RESERVAR', 'firewall', 'endpoint', 'showroom'])
      expect(words.splitCompound(word)).toBeUndefined();
  });

  it('assigns verbs to families and knows opposites', () => {
    expect(words.familiesOf('CANCEL')).toEqual(['end']);
    expect(words.familiesOf('retrieve')).toEqual(['read']);
    expect(words.familiesOf('zorble')).toEqual([]);
    expect(words.isFiled('cancel')).toBe(true);
    expect(words.areOpposed('unlock', 'LOCK')).toBe(true);
    expect(words.areOpposed('lock', 'find')).toBe(false);
    // Only another word of the same meaning has the antonym: to slow is to decelerate.
    expect(words.areOpposed('slow', 'accelerate')).toBe(true);
    expect(words.areOpposed('slow', 'decelerate')).toBe(false);
  });

  it('accepts the words of a project', () => {
    const own = createWords({ verbs: ['Zorble'], nouns: ['Widgetry'] });
    expect(own.isVerb('ZORBLE')).toBe(true);
    expect(own.inflectionOf('zorbles')).toEqual({ base: 'zorble', form: 'third-person', irregular: false });
    expect(own.isPlainlyNoun('widgetry')).toBe(true);
  });

  it('never treats a base verb as an inflected form, and finds the verb of all its regular forms', () => {
    const regular = [
      'book',
      'cancel',
      'notify',
      'reserve',
      'plan',
      'assess',
      'echo',
      'panic',
      'free',
      'enjoy',
      'queue',
    ];
    const doubled = new Set(['plan', 'cancel']);
    fc.assert(
      fc.property(fc.constantFrom(...regular), (verb) => {
        const stem = doubled.has(verb) ? verb + verb.slice(-1) : verb === 'panic' ? 'panick' : verb;
        const past = stem.endsWith('e')
          ? `${stem}d`
          : /[^aeiou]y$/.test(stem)
            ? `${stem.slice(0, -1)}ied`
            : `${stem}ed`;
        const participle =
          /[^e]e$/.test(stem) && verb !== 'queue' ? `${stem.slice(0, -1)}ing` : `${stem.replace(/ue$/, 'u')}ing`;
        expect(words.inflectionOf(verb)).toBeUndefined();
        expect(words.inflectionOf(past)).toMatchObject({ base: verb, form: 'past' });
        expect(words.inflectionOf(participle)).toMatchObject({ base: verb, form: 'participle' });
      }),
    );
  });

  it('never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        words.inflectionOf(text);
        words.splitCompound(text);
        words.isPlainlyNoun(text);
        words.readIntent(text);
      }),
    );
  });
});

describe('the verbs of WordNet', () => {
  it('are accepted as methods, except those that AGIS bans or names as states, nouns and being', () => {
    const verbs = wordTable
      .trim()
      .split(/\s+/)
      .flatMap((entry) => /^([a-z]+)=v\d/.exec(entry)?.[1] ?? []);
    expect(verbs.length).toBeGreaterThan(8_000);
    expect(verbs.filter((verb) => isRefused(verb.toUpperCase()))).toEqual(
      `be belong busy comprise connect consist delete depend detail exist get have head idle invalid live open patch pertain post put ready resemble result
      seem state trace`.split(/\s+/),
    );
  });
});

describe.each(['develop', 'heldout'])('the labelled identifiers, part %s', (part) => {
  const list = readList(part);

  it('contains enough of them', () => {
    expect(list.length).toBeGreaterThan(200);
  });

  it('rejects no imperative verb, and no foreign, unknown or borderline word', () => {
    const kept = list.filter(({ label }) => /^(?:verb|foreign|unknown|borderline|double)$/.test(label));
    expect(kept.filter(({ word }) => isRefused(word))).toEqual([]);
  });

  it('misses fewer than two in a hundred forms, banned words and states', () => {
    const wrong = list.filter(({ label }) => /^(?:inflected|prohibited|state)$/.test(label));
    const missed = wrong.filter(({ word }) => !isRefused(word));
    expect(missed.length / wrong.length).toBeLessThan(0.02);
  });
});
