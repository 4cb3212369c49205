/** Pass 2: the form of method identifiers. */
import { describe, expect, it } from 'vitest';
import { evaluateMethod } from '../evaluate-endpoint.js';
import type { Finding } from '../finding.js';
import { defaultValidation, type ValidationOptions } from '../pass.js';
import { createWords } from '../words/create-words.js';
import { methodSyntax } from './method-syntax.js';

const words = createWords();

function evaluate(method: string, options: Partial<ValidationOptions> = {}): Finding[] {
  return evaluateMethod(method, words, options).filter(({ pass }) => pass === 2);
}

/** Severity and rule of the only finding, or "ok". */
function verdict(method: string): string {
  const [first, ...more] = evaluate(method);
  expect(more).toEqual([]);
  return first === undefined ? 'ok' : `${first.severity} ${first.rule}`;
}

describe('method syntax', () => {
  it.each(['BOOK TABLE', 'BOOK\t', 'CHECK IN', '', '  '])(
    '[AGIS-METH-01] rejects %j, which is not one token',
    (method) => {
      expect(verdict(method)).toBe('error AGIS-METH-01');
    },
  );

  it('offers a fix that removes white space around a word', () => {
    expect(evaluate('BOOK\t')[0]?.fix).toMatchObject({ pointer: '/method', value: 'BOOK' });
    expect(evaluate('BOOK TABLE')[0]?.fix).toBeUndefined();
  });

  it('[AGIS-METH-02] names the base form of a participle, a past form and a third person, and accepts words that only look inflected', () => {
    for (const method of ['BOOKING', 'BOOKED', 'BOOKS']) {
      expect(verdict(method)).toBe('error AGIS-METH-02');
      expect(evaluate(method)[0]?.help).toBe('Write BOOK.');
    }
    for (const method of ['BRING', 'EMBED', 'PROCEED', 'ASSESS', 'PASS', 'FOCUS']) expect(verdict(method)).toBe('ok');
  });

  it.each([
    ['CANCELLED', 'CANCEL'],
    ['NOTIFIES', 'NOTIFY'],
    ['TRAVELED', 'TRAVEL'],
    ['PANICKING', 'PANIC'],
    ['TYING', 'TIE'],
    ['RATING', 'RATE'],
    ['CROSSES', 'CROSS'],
    ['ECHOES', 'ECHO'],
  ])('traces %s back to %s', (method, base) => {
    expect(evaluate(method)[0]?.help).toBe(`Write ${base}.`);
  });

  it.each([
    ['SEARCH2', '2'],
    ['BOOK_TABLE', '_'],
    ['BOOK-IT', '-'],
    ['BOOK!', '!'],
    ['book-reservation', '-'],
  ])('[AGIS-METH-03] rejects %s and names the character %s', (method, character) => {
    expect(verdict(method)).toBe('error AGIS-METH-03');
    expect(evaluate(method)[0]?.message).toContain(`'${character}'`);
  });

  it('[AGIS-METH-03] [AGIS-I18N-02] rejects letters beyond A to Z with a hint on romanization', () => {
    for (const method of ['RÉSERVER', '予約', 'ЗАБРОНИРОВАТЬ']) expect(verdict(method)).toBe('error AGIS-I18N-02');
    expect(evaluate('RÉSERVER')[0]).toMatchObject({
      message: "The method 'RÉSERVER' contains 'É', a letter outside A to Z.",
      help: 'Write the verb in Latin letters without diacritics, such as RESERVER.',
    });
    expect(evaluate('予約')[0]?.help).toContain('romanization');
  });

  it.each([
    ['CANCEL_BOOKING', 'CANCEL /booking'],
    ['GENERATE_REPORT', 'GENERATE /report'],
    ['FindRestaurant', 'FIND /restaurant'],
    ['getUserData', 'RETRIEVE /user-data'],
    ['BOOK TABLE', 'BOOK /table'],
  ])('[AGIS-METH-04] [AGIS-METH-08] rejects %s and proposes %s', (method, proposal) => {
    expect(evaluate(method)).toMatchObject([{ severity: 'error', help: `Write ${proposal}.` }]);
  });

  it('[AGIS-METH-05] warns about lower case with a fix, and rejects it in strict mode', () => {
    for (const method of ['book', 'Book']) {
      expect(evaluate(method)).toMatchObject([
        { severity: 'warning', rule: 'AGIS-METH-05', fix: { pointer: '/method', value: 'BOOK' } },
      ]);
      expect(evaluate(method, { strict: true })[0]?.severity).toBe('error');
    }
  });

  it.each([
    ['BOOK', 'ok', ''],
    ['FIND', 'ok', ''],
    ['SCHEDULE', 'ok', ''],
    ['RECONCILE', 'ok', ''],
    ['BOOKING', 'error AGIS-METH-02', 'participle'],
    ['BOOK_TABLE', 'error AGIS-METH-03', "'_'"],
    ['book-reservation', 'error AGIS-METH-03', "'-'"],
    ['FindRestaurant', 'error AGIS-METH-04', 'several words'],
    ['SEARCH2', 'error AGIS-METH-03', "'2'"],
  ])('[AGIS-METH-09] [AGIS-VAL-04] evaluates %s like the table in the specification', (method, expected, reason) => {
    expect(verdict(method)).toBe(expected);
    expect(evaluate(method)[0]?.message ?? '').toContain(reason);
  });

  it('[AGIS-METH-10] reports a word as inflected only when it is not a base verb and derives from one', () => {
    for (const method of ['EMBED', 'SHRED', 'BRING', 'PING', 'DISCUSS', 'BUCHEN', 'RESERVAR', 'YOYAKU'])
      expect(verdict(method)).toBe('ok');
    for (const method of ['EMBEDDED', 'SHREDDED', 'PINGS', 'DISCUSSES'])
      expect(verdict(method)).toBe('error AGIS-METH-02');
  });

  it('[AGIS-METH-11] rejects irregular past forms, warns about those that are also verbs, and accepts unchanged ones', () => {
    for (const method of ['SENT', 'PAID', 'BOUGHT', 'MADE', 'GIVEN', 'SOLD', 'TOOK', 'HELD', 'WENT', 'DONE', 'LOST'])
      expect(verdict(method)).toBe('error AGIS-METH-11');
    expect(evaluate('SENT')[0]?.help).toBe('Write SEND.');
    for (const [method, base] of [
      ['FOUND', 'FIND'],
      ['SAW', 'SEE'],
      ['FELL', 'FALL'],
    ] as const) {
      expect(verdict(method)).toBe('warning AGIS-METH-11');
      expect(evaluate(method)[0]?.help).toContain(`Write ${base}`);
    }
    for (const method of ['SET', 'SPLIT', 'READ', 'RESET', 'CUT', 'SHUT', 'QUIT', 'CAST', 'RENT'])
      expect(verdict(method)).toBe('ok');
  });

  it('[AGIS-METH-12] suspects run-together words only when the word is not a known verb', () => {
    expect(verdict('FINDRESTAURANT')).toBe('warning AGIS-METH-12');
    expect(evaluate('FINDRESTAURANT')[0]?.help).toContain('FIND /restaurant');
    for (const method of ['FORECAST', 'UNDERWRITE', 'BROADCAST', 'DOWNLOAD', 'WITHDRAW'])
      expect(verdict(method)).toBe('ok');
  });

  it('leaves banned words, states and words for being to pass 3', () => {
    for (const method of ['OPTIONS', 'get', 'EXISTS', 'IS', 'HAS', 'ENABLED', 'PENDING', 'DETAILS', 'STATUS'])
      expect(verdict(method)).toBe('ok');
  });

  it('reports an endpoint without a method, and leaves a method of a wrong type to pass 1', () => {
    const run = (node: { method?: number }) =>
      methodSyntax.run({
        document: {},
        endpoints: [{ index: 0, pointer: '/endpoints/0', node, elided: false, label: '', path: '/order' }],
        locate: (pointer) => ({ pointer }),
        words,
        options: defaultValidation,
      });
    expect(run({})).toMatchObject([{ rule: 'AGIS-DOC-12', location: { pointer: '/endpoints/0' } }]);
    expect(run({ method: 4 })).toEqual([]);
  });

  it('is fast and reports little on a hostile identifier', () => {
    const [finding] = evaluate(`${'BOOK_'.repeat(200_000)}`);
    expect(finding?.severity).toBe('error');
    expect(finding?.message.length).toBeLessThan(400);
    expect(evaluate('A'.repeat(1_000_000))).toEqual([]);
  });
});
