/** The whole validation: order of passes, the verdict, levels, and the members of every finding. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AgisDraft } from './idl.support.js';
import { changeBook, evaluate, evaluateText, makeDocument, parseText, reportText, verdicts } from './idl.support.js';
import { defaultValidation } from './pass.js';
import { agisRules, passes } from './passes/index.js';
import { printAgis } from './print/print-agis.js';
import { createAgisValidator, createPassContext } from './validate.js';

const text = (change?: (document: AgisDraft) => void) => printAgis(makeDocument(change), 'yaml');

/** One error in each pass. */
const troubled = (document: AgisDraft) => {
  document.agtp = 'https://x.example';
  const [find, book] = document.endpoints;
  const extra = structuredClone(find ?? {}) as NonNullable<typeof find>;
  Object.assign(extra, { method: 'AVAILABLE', path: '/table' });
  Object.assign(find ?? {}, { method: 'FINDING', path: '/get-restaurant' });
  Object.assign(extra.semantic, { actor: 'bot' });
  Object.assign(book?.semantic ?? {}, { intent: 'Returns a list of available restaurants' });
  Object.assign(book ?? {}, { output: true });
  document.endpoints.push(extra);
  document.vocabulary.declared_verbs = ['FINDING', 'BOOK', 'AVAILABLE', 'CHECK'];
};

describe('validation', () => {
  it('[AGIS-VAL-01] runs eight passes in order, each with its status, findings ordered by pass', () => {
    const report = reportText(text());
    expect(report.passes.map(({ number, name, status }) => `${number} ${name}: ${status}`)).toEqual([
      '1 Structural: clean',
      '2 Method Syntax: clean',
      '3 Method Class: clean',
      '4 Path Syntax: clean',
      '5 Semantic Completeness: clean',
      '6 Semantic Consistency: clean',
      '7 Vocabulary Integrity: clean',
      '8 Schema Completeness: clean',
    ]);
    const order = evaluate(makeDocument(troubled)).map(({ pass }) => pass);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('[AGIS-VAL-02] every finding has its rule, element, location and remedy, and no two rules share a text', () => {
    const findings = evaluate(makeDocument(troubled));
    for (const { rule, element, location, help, why } of findings) {
      expect(rule).toMatch(/^AGIS-[A-Z0-9]+-\d{2}$/);
      expect([element, help, why].every((each) => each !== '')).toBe(true);
      expect(location.start?.line).toBeGreaterThan(0);
    }
    const texts = Object.values(agisRules).filter(({ message }) => message !== '{problem}');
    const owners = new Map<string, string>();
    for (const { message, rule } of texts) {
      expect(owners.get(message) ?? rule, message).toBe(rule);
      owners.set(message, rule);
    }
  });

  it('[AGIS-VAL-11] passes 1 to 5 and 7 give the same result twice, offline', () => {
    const once = evaluateText(text(troubled));
    expect(evaluateText(text(troubled))).toEqual(once);
    expect(createAgisValidator().validate(parseText(text(troubled))).findings).toEqual(once);
  });

  it('[AGIS-VAL-17] continues after a failed pass, and stops there with failFast', () => {
    const failed = new Set(
      evaluate(makeDocument(troubled))
        .filter(({ severity }) => severity === 'error')
        .map(({ pass }) => pass),
    );
    expect([...failed]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const report = reportText(text(troubled), { failFast: true });
    expect(report.passes.map(({ status }) => status)).toEqual(['failed', ...Array(7).fill('skipped')]);
  });

  it('[AGIS-CONF-01] intent, actor and outcome with complete contracts are enough for level 1', () => {
    const bare = (without?: string) =>
      makeDocument(({ endpoints }) => {
        for (const endpoint of endpoints) {
          const { intent = '', actor = '', outcome = '' } = endpoint.semantic;
          endpoint.semantic = { intent, actor, outcome };
          if (without !== undefined) delete endpoint.semantic[without];
        }
      });
    expect(reportText(JSON.stringify(bare())).conforms).toBe(true);
    for (const field of ['intent', 'actor', 'outcome'])
      expect(reportText(JSON.stringify(bare(field))).conforms).toBe(false);
  });

  it('[AGIS-CONF-02] [AGIS-CONF-08] reports the checked level and what is missing for the other', () => {
    const document = text(changeBook(({ semantic }) => delete semantic.impact_tier));
    const first = reportText(document);
    expect(first).toMatchObject({ conforms: true, level: 1 });
    expect(first.missingForLevel2).toEqual([
      { endpoint: 'BOOK /reservation', pointer: '/endpoints/1', fields: ['impact_tier'] },
    ]);
    expect(reportText(document, { level: 2 })).toMatchObject({ conforms: false, level: 2 });
    expect(reportText(text(), { level: 2 })).toMatchObject({ conforms: true, missingForLevel2: [] });
  });

  it('[AGIS-CONF-04] one error fails the validation, any number of warnings does not', () => {
    const unused = reportText(
      text(({ vocabulary }) => Object.assign(vocabulary, { declared_verbs: ['FIND', 'BOOK', 'CHECK'] })),
    );
    expect(unused.conforms).toBe(false);
    expect(unused.passes.filter(({ status }) => status === 'failed').map(({ number }) => number)).toEqual([7]);
    const warned = reportText(
      text((document) => {
        Object.assign(document, { colour: 'red', size: 'large' });
        delete document.vocabulary.domain;
      }),
    );
    expect(warned).toMatchObject({ conforms: true, counts: { error: 0, warning: 3 } });
  });

  it.each([
    [2, changeBook((book) => Object.assign(book, { method: 'BOOKING' })), ['FIND', 'BOOKING']],
    [3, changeBook((book) => Object.assign(book, { method: 'STATUS' })), ['FIND', 'STATUS']],
    [5, changeBook(({ semantic }) => delete semantic.outcome), ['FIND', 'BOOK']],
    [7, () => undefined, ['FIND']],
    [8, changeBook((book) => Object.assign(book, { input: { type: 'integr' } })), ['FIND', 'BOOK']],
  ])('[AGIS-CONF-06] pass %i checks its own requirements', (pass, change, verbs) => {
    const findings = evaluate(
      makeDocument((document) => {
        change(document);
        document.vocabulary.declared_verbs = verbs;
      }),
    );
    expect([...new Set(findings.filter(({ severity }) => severity === 'error').map((each) => each.pass))]).toEqual([
      pass,
    ]);
  });

  it.each([
    ['method', 2],
    ['path', 4],
    ['semantic', 5],
    ['input', 8],
    ['output', 8],
    ['errors', 8],
  ])('[AGIS-DOC-12] an endpoint without %s is an error of pass %i', (member, pass) => {
    const document = makeDocument((draft) => {
      changeBook((book) => delete book[member])(draft);
      if (member === 'method') draft.vocabulary.declared_verbs = ['FIND'];
    });
    const errors = evaluate(document).filter(({ severity }) => severity === 'error');
    expect(errors.map((each) => each.pass)).toEqual([pass]);
  });

  it('[AGIS-VIMP-02] each part can be run separately', () => {
    const { words } = createAgisValidator();
    const context = createPassContext(parseText(text(troubled)), defaultValidation, words);
    for (const pass of passes) {
      const found = pass.run(context);
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map(({ pass: number }) => number))).toEqual(new Set([pass.number]));
    }
  });

  it('[AGIS-VIMP-01] the validator has an open license', () => {
    const license = readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8');
    expect(license).toContain('Apache License');
  });

  it('limits the report about a document with thousands of errors', () => {
    const findings = evaluate(
      makeDocument((document) => {
        document.endpoints = Array.from({ length: 2_000 }, () => ({ method: 'book!', path: 'x?' }) as never);
      }),
    );
    expect(findings.length).toBeLessThan(8 * 3 * 501);
    expect(findings.filter(({ code }) => code === 'agis/more-findings').length).toBeGreaterThan(0);
    expect(verdicts(findings).length).toBeGreaterThan(500);
  });
});
