/** Pass 6: intents that agree with their method, contradict it, or are left to a model. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluateEndpoint } from '../evaluate-endpoint.js';
import type { Finding } from '../finding.js';
import { defaultValidation, type ValidationOptions } from '../pass.js';
import { createWords } from '../words/create-words.js';
import { semanticConsistency } from './semantic-consistency.js';

const words = createWords();

function evaluate(method: string, intent: string, options: Partial<ValidationOptions> = {}): Finding[] {
  return evaluateEndpoint({ method, intent }, words, options).filter(({ pass }) => pass === 6);
}

function verdict(method: string, intent: string, options: Partial<ValidationOptions> = {}): string {
  const [first, ...more] = evaluate(method, intent, options);
  expect(more).toEqual([]);
  return first === undefined ? 'ok' : `${first.severity} ${first.rule}`;
}

function scoring(score: number): Partial<ValidationOptions> {
  return { similarity: { model: 'sentence-transformers/all-MiniLM-L6-v2', score: () => score } };
}

/** A pair on which the rules are undecided. */
const open = ['ADMIT', 'Gives a patient a bed in a ward'] as const;

const violations = [
  ['BOOK', 'Returns a list of available restaurants'],
  ['FIND', 'Creates a new reservation in the system'],
  ['CANCEL', 'Retrieves cancellation policy'],
] as const;

describe('semantic consistency', () => {
  it('[AGIS-CONS-01] reports nothing when intent and method agree, and a finding when they do not', () => {
    expect(verdict('BOOK', 'Books a restaurant reservation on behalf of the requesting agent')).toBe('ok');
    expect(verdict('BOOK', 'Shows the reservations of a guest')).toBe('error AGIS-CONS-02');
  });

  it.each(violations)('[AGIS-CONS-02] [AGIS-VAL-08] rejects %s with "%s"', (method, intent) => {
    expect(verdict(method, intent)).toBe('error AGIS-CONS-02');
    expect(evaluate(method, intent)[0]).toMatchObject({ element: method, location: { pointer: '/semantic/intent' } });
  });

  it('[AGIS-CONS-03] rejects a contradiction with a high similarity and without a model', () => {
    expect(verdict('CANCEL', 'Retrieves cancellation policy')).toBe('error AGIS-CONS-02');
    expect(verdict('CANCEL', 'Retrieves cancellation policy', scoring(0.95))).toBe('error AGIS-CONS-02');
  });

  it('rejects an intent that says the opposite of its method', () => {
    expect(evaluate('LOCK', 'Unlocks the front door')[0]?.code).toBe('agis/intent-opposed');
    expect(evaluate('BOOK', 'Cancels a hotel reservation')[0]?.code).toBe('agis/intent-opposed');
    expect(verdict('LOCK', 'Locks the front door')).toBe('ok');
  });

  it.each([
    ['SCHEDULE', 'Finds a free slot and books it'],
    ['TRIAGE', 'Assesses and prioritizes a patient for care'],
    ['LOCATE', 'Returns the last known position of a parcel'],
    ['PROTECT', 'Detects and removes malicious scripts from a text'],
    ['RETURN', 'Ends a rental by handing the car back at the depot'],
    ['CREATE', 'Returns a newly opened account'],
    ['VERIFY', 'Performs a basic check of a tax number'],
    ['SEARCH', 'Builds a query from the given filters'],
  ])('[AGIS-CONS-04] reports nothing for %s with "%s"', (method, intent) => {
    expect(verdict(method, intent)).toBe('ok');
  });

  it('[AGIS-CONS-04] agrees with the human labels of the labelled pairs', () => {
    const file = new URL('../words/fixtures/intents.develop.txt', import.meta.url);
    const pairs = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('|').map((each) => each.trim()));
    expect(pairs.length).toBeGreaterThan(150);
    for (const [label, method = '', intent = ''] of pairs) {
      const refused = evaluate(method, intent).some(({ severity }) => severity === 'error');
      expect({ method, intent, refused }).toEqual({ method, intent, refused: label === 'disagree' });
    }
  });

  it('[AGIS-CONS-04] leaves unknown verbs to similarity', () => {
    expect(verdict('ZORBLE', 'Retrieves the latest reading')).toBe('ok');
    expect(verdict('ZORBLE', 'Retrieves the latest reading', scoring(0.2))).toBe('warning AGIS-VAL-13');
  });

  it('only warns when the family of a verb is a guess', () => {
    expect(evaluate('DECLINE', 'Peruses the invitations of a guest')).toMatchObject([{ severity: 'error' }]);
    expect(evaluate('COLOR', 'Retrieves the colours of a palette')).toMatchObject([
      { severity: 'warning', rule: 'AGIS-CONS-04' },
    ]);
  });

  it('[AGIS-CONS-05] accepts the method in the third person, whatever the similarity', () => {
    expect(verdict('RECONCILE', 'Reconciles account records against the ledger', scoring(0.01))).toBe('ok');
    expect(verdict('ZORBLE', 'Retrieves account records', scoring(0.01))).toBe('error AGIS-VAL-14');
  });

  it('[AGIS-VAL-12] reports nothing for a paraphrase without shared words that a model scores as similar', () => {
    expect(verdict(...open, scoring(0.41))).toBe('ok');
    expect(verdict(...open)).toBe('ok');
  });

  it('[AGIS-VAL-13] [AGIS-SEC-10] warns below 0.3 and not at 0.3', () => {
    expect(verdict(...open, scoring(0.29))).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, scoring(0.3))).toBe('ok');
  });

  it('[AGIS-VAL-14] rejects below 0.1, warns at 0.1, and can be set to warn only', () => {
    expect(verdict(...open, scoring(0.09))).toBe('error AGIS-VAL-14');
    expect(verdict(...open, scoring(-0.2))).toBe('error AGIS-VAL-14');
    expect(verdict(...open, scoring(0.1))).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, { ...scoring(0.09), similarityRefuses: false })).toBe('warning AGIS-VAL-14');
  });

  it('[AGIS-VAL-15] accepts other thresholds and reports model and thresholds', () => {
    const options = { ...scoring(0.45), warnBelow: 0.5, refuseBelow: 0.4 };
    expect(verdict(...open, options)).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, { ...options, ...scoring(0.35), warnBelow: 0.5, refuseBelow: 0.4 })).toBe(
      'error AGIS-VAL-14',
    );
    expect(describePass(options)).toContain('warning below 0.5, error below 0.4');
    expect(evaluate(...open, options)[0]?.message).toContain('sentence-transformers/all-MiniLM-L6-v2');
  });

  it('[AGIS-VAL-16] runs without a model and reports that it used rules only', () => {
    expect(describePass({})).toBe('evaluated by rules only, no similarity model');
    expect(describePass(scoring(1))).toContain('sentence-transformers/all-MiniLM-L6-v2');
  });

  it('[AGIS-VIMP-04] asks for a second opinion only between the thresholds', () => {
    const asked: number[] = [];
    const opinion = (score: number, agrees: boolean | undefined): Partial<ValidationOptions> => ({
      ...scoring(score),
      opinion: {
        model: 'small-model',
        agrees: () => {
          asked.push(score);
          return agrees;
        },
      },
    });
    expect(verdict(...open, opinion(0.2, true))).toBe('ok');
    expect(verdict(...open, opinion(0.21, false))).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, opinion(0.22, undefined))).toBe('warning AGIS-VAL-13');
    expect(verdict(...open, opinion(0.05, true))).toBe('error AGIS-VAL-14');
    expect(verdict(...open, opinion(0.5, false))).toBe('ok');
    expect(asked).toEqual([0.2, 0.21, 0.22]);
  });

  it('[AGIS-I18N-05] does not apply English rules to other languages, and reports that', () => {
    for (const [method, intent] of [
      ['BOOK', 'Devuelve la lista de restaurantes disponibles en la zona'],
      ['RESERVAR', 'Reserva una mesa en un restaurante para la persona indicada'],
      ['BUCHEN', 'Bucht einen Tisch in einem Restaurant für den Gast'],
      ['YOYAKU', 'レストランの席を予約します'],
    ] as const) {
      expect(verdict(method, intent)).toBe('info AGIS-I18N-05');
      expect(verdict(method, intent, scoring(0.6))).toBe('ok');
    }
  });

  it('ignores an intent that is missing, blank or not a string', () => {
    expect(evaluate('BOOK', '   ')).toEqual([]);
    expect(evaluateEndpoint({ method: 'BOOK' }, words)).toEqual([]);
  });

  it('is fast on hostile intents', () => {
    for (const intent of [
      'returns '.repeat(200_000),
      'and '.repeat(200_000),
      'a'.repeat(1_000_000),
      ','.repeat(500_000),
    ])
      expect(evaluate('BOOK', intent).length).toBeLessThan(2);
  });
});

function describePass(options: Partial<ValidationOptions>): string | undefined {
  return semanticConsistency.describe?.({
    document: {},
    endpoints: [],
    locate: (pointer) => ({ pointer }),
    words,
    options: { ...defaultValidation, ...options },
  });
}
