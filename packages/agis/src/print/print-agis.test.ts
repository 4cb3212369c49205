/** Printed documents parse to the same value, in both serializations, whatever their content. */
import type { JsonObject } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDocument, parseText } from '../idl.support.js';
import { printAgis } from './print-agis.js';

const odd = fc
  .oneof(
    fc.constantFrom(
      '1.0',
      'true',
      'no',
      'null',
      '~',
      '0x1F',
      '1e3',
      '2020-01-01',
      '- a',
      '# x',
      'a: b',
      "it's",
      '"',
      '\t',
      '',
    ),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '予約する',
      'Запись',
      'réserver\nune table',
      ' padded ',
      'multi\n\nline\n',
      '*alias',
      '&anchor',
      '!tag',
      '%',
      '@',
    ),
  )
  .filter((text) => !/[\0\ud800-\udfff]/u.test(text));

const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    odd,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(
      odd.filter((name) => name !== '__proto__'),
      tie('node'),
      { maxKeys: 4 },
    ),
  ),
})).node;

describe('printAgis', () => {
  it('[AGIS-SER-05] parses what it printed, in YAML and in JSON', () => {
    fc.assert(
      fc.property(odd, value, fc.double({ min: 0, max: 1, noNaN: true }), (text, extra, confidence) => {
        const document = makeDocument((draft) => {
          draft.service = text;
          draft.x_own = extra as never;
          const [find] = draft.endpoints;
          if (find !== undefined) {
            find.semantic.intent = text;
            find.semantic.confidence_guidance = Object.is(confidence, -0) ? 0 : confidence;
            find.semantic.parameter_hints = { place: [text, ''], empty: [] };
          }
        });
        const plain = JSON.parse(JSON.stringify(document)) as JsonObject;
        expect(parseText(printAgis(plain, 'yaml')).document).toEqual(plain);
        expect(parseText(printAgis(plain, 'json')).document).toEqual(plain);
      }),
      { numRuns: 100 },
    );
  });

  it('[AGIS-DOC-11] keeps header, endpoints, schemas and vocabulary in canonical order, and unknown members', () => {
    const document = { x_team: 'a', ...makeDocument(), schemas: { loan: { type: 'object' } }, data_manifest: {} };
    const shuffled = Object.fromEntries(Object.entries(document).reverse());
    expect(Object.keys(parseText(printAgis(shuffled, 'yaml')).document as JsonObject)).toEqual([
      'agis',
      'service',
      'agtp',
      'description',
      'version',
      'schemas',
      'endpoints',
      'vocabulary',
      'data_manifest',
      'x_team',
    ]);
    expect(parseText(printAgis(shuffled, 'json')).document).toEqual(document);
  });

  it('[AGIS-I18N-04] phrases of any language survive both serializations', () => {
    const hints = { place: ['cerca de', '近くの', 'рядом с', 'بالقرب من'] };
    const document = makeDocument(({ endpoints: [find] }) => {
      if (find !== undefined) find.semantic.parameter_hints = hints;
    });
    for (const syntax of ['yaml', 'json'] as const)
      expect(parseText(printAgis(document, syntax)).document).toEqual(document);
  });
});
