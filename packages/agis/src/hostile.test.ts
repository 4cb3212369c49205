/** No document makes the parser or a pass throw, hang, or produce an unreadably long report. */

import { readFileSync } from 'node:fs';
import type { JsonValue } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFixes } from './apply-fixes.js';
import { formatAgis } from './format-agis.js';
import { evaluate, makeDocument, parseText, reportText } from './idl.support.js';
import { parseAgis } from './parse-agis.js';
import { printAgis } from './print/print-agis.js';
import { createAgisValidator } from './validate.js';

const validator = createAgisValidator();
const bytes = (text: string) => new TextEncoder().encode(text);

/** The location of every value in the plain document. */
function listPlaces(value: JsonValue, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, child]) => listPlaces(child as JsonValue, [...path, name]))];
}

function replaceAt(value: JsonValue, [first, ...rest]: readonly (string | number)[], by: JsonValue): JsonValue {
  if (first === undefined) return by;
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, JsonValue>;
  copy[first] = replaceAt(copy[first] ?? null, rest, by);
  return copy as unknown as JsonValue;
}

const places = listPlaces(makeDocument());

/** Parses, validates, edits and prints the text; the test is that this ends. */
function exercise(text: string): void {
  const { value, diagnostics } = parseAgis(bytes(text));
  if (value === undefined) {
    expect(diagnostics.length).toBeGreaterThan(0);
    return;
  }
  const { findings } = validator.validate(value, { level: 2 });
  expect(findings.every(({ message, rule }) => message !== '' && rule.startsWith('AGIS-'))).toBe(true);
  applyFixes(value, findings);
  formatAgis(value);
}

describe('hostile documents', () => {
  it('any value at any location ends in findings', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 3 }), (place, by) => {
        exercise(JSON.stringify(replaceAt(makeDocument(), place, by as JsonValue), null, 1));
      }),
      { numRuns: 120 },
    );
  });

  it.each(['restaurant', 'finance', 'healthcare'])(
    'the notation of %s with any cut or insertion ends in findings',
    (name) => {
      const text = readFileSync(new URL(`./fixtures/${name}.notation.agis`, import.meta.url), 'utf8');
      fc.assert(
        fc.property(
          fc.nat(text.length),
          fc.nat(40),
          fc.constantFrom('', '{', '}', '"', '[', ']', '(', ')', ':', '...', '\n', '-', ','),
          (at, cut, put) => {
            exercise(text.slice(0, at) + put + text.slice(at + cut));
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it('any text at all ends in findings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => exercise(text)),
      { numRuns: 100 },
    );
    for (const bytesOf of [[0xff, 0xfe], [0xef, 0xbb, 0xbf], []]) parseAgis(Uint8Array.from(bytesOf));
  });

  it('a value of several megabytes is checked only up to a limit', () => {
    const long = 'Inserts a row into the table you are '.repeat(40_000);
    const found = evaluate(
      makeDocument((document) => {
        Object.assign(document, { service: long, agtp: long, [long]: 1 });
        for (const { semantic } of document.endpoints) Object.assign(semantic, { intent: long, outcome: long });
      }),
    );
    for (const { message, element } of found) expect(message.length + element.length).toBeLessThan(2_000);
  });

  it('a report does not repeat names of several megabytes', () => {
    const long = 'A'.repeat(1_000_000);
    const semantic = { intent: 'Finds berths.', actor: 'agent', outcome: 'A list of berths is returned.' };
    const { findings, missingForLevel2 } = reportText(
      JSON.stringify({ endpoints: [{ method: long, path: `/${long.toLowerCase()}`, semantic }] }),
    );
    expect(missingForLevel2).toHaveLength(1);
    expect(JSON.stringify([findings, missingForLevel2]).length).toBeLessThan(50_000);
  });

  it('a member named like an inherited one is an ordinary member', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      const document = makeDocument((draft) => Object.assign(draft, { [name]: {} }));
      expect(evaluate(document).map(({ rule }) => rule)).toEqual([/[A-Z]/.test(name) ? 'AGIS-SER-08' : 'AGIS-DOC-16']);
      expect(parseText(printAgis(document, 'yaml')).document).toEqual(document);
    }
  });

  it('thousands of endpoints are all validated', () => {
    const [endpoint] = makeDocument().endpoints as JsonValue[];
    const endpoints = Array.from({ length: 3_000 }, (_, at) => ({
      ...(endpoint as object),
      path: `/restaurant/zone-${at}`,
    }));
    const document = { ...makeDocument(), endpoints, vocabulary: { declared_verbs: ['FIND'], domain: 'hospitality' } };
    expect(reportText(JSON.stringify(document))).toMatchObject({ conforms: true });
  });
});
