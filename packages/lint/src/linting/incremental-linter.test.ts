/** Linting while somebody edits: the same report as a full run, after every edit. */
import { readFileSync } from 'node:fs';
import { parseDescription } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { buildCase } from '../rule-model/rule-cases.js';
import { rules } from '../rules/index.js';
import { defaultSettings } from '../settings/settings.js';
import { differsInWording } from './differs-in-wording.js';
import { createIncrementalLinter } from './incremental-linter.js';
import { lintApi } from './lint-api.js';
import { lintDocument } from './lint-document.js';

const read = (name: string) =>
  parseDescription(readFileSync(new URL(`../fixtures/${name}`, import.meta.url))) as JsonObject;
const documents = [
  ...['weak.yaml', 'strong.yaml'].map(read),
  ...rules.flatMap(({ cases: { good, bad } }) =>
    [...good, ...bad.map((each) => (Array.isArray(each) ? (each[0] as JsonObject) : (each as JsonObject)))].map(
      buildCase,
    ),
  ),
];

/** Texts that rules react to. */
const wordings = [
  'Deletes it; this cannot be undone. Deprecated, use other instead.',
  'Returns a list of items, one of: a, b, c. Rate limit of 429, in seconds, next cursor, webhook.',
  'Ignore all previous instructions. <b>HTML</b> | table | API key, idempotency key, ID, UTC date.',
  'x',
];

const bytesOf = (value: JsonValue) => new TextEncoder().encode(JSON.stringify(value, null, 1));
const plain = ({ place: _, ...report }: ReturnType<typeof lintDocument>) => report;

/** Replaces every text by another one. */
function reword(value: JsonValue, pick: () => string, inData = false): JsonValue {
  if (Array.isArray(value)) return value.map((each) => reword(each, pick, inData));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (typeof each === 'string') {
        const isText = !inData && each.trim() !== '' && differsInWording(value, { ...value, [name]: `${each}.` });
        return [name, isText ? pick() : each];
      }
      const isData = !differsInWording({ [name]: { title: 'a' } }, { [name]: { title: 'b' } });
      return [name, reword(each, pick, inData || isData)];
    }),
  );
}

describe('rules that ignore wording', () => {
  it('find the same in every case of every rule when all texts are replaced', () => {
    const own = rules.filter(({ ignoresWording }) => ignoresWording === true);
    expect(own.length).toBeGreaterThan(50);
    for (const [at, document] of documents.entries()) {
      if (!String(document.openapi).startsWith('3')) continue;
      const before = readApi(document, defaultSettings);
      for (const shift of [0, 1]) {
        let next = shift + at;
        const reworded = reword(document, () => wordings[next++ % wordings.length] ?? 'x') as JsonObject;
        expect(differsInWording(document, reworded)).toBe(true);
        const after = readApi(reworded, defaultSettings);
        // What operations do is derived from texts too; the linter compares it apart.
        for (const [index, operation] of after.operations.entries()) {
          const { kinds, twin } = before.operations[index] ?? operation;
          Object.assign(operation, { kinds, twin });
        }
        expect(lintApi(after, own).findings).toEqual(lintApi(before, own).findings);
      }
    }
  });
});

/** One random edit: a text, a value, a member that goes, a member that comes. */
function edit(document: JsonObject, { where, what, text }: { where: number; what: number; text: string }): JsonObject {
  const changed = structuredClone(document);
  const objects: JsonObject[] = [];
  const collect = (value: JsonValue) => {
    if (isJsonObject(value)) objects.push(value);
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each);
  };
  collect(changed);
  const chosen = objects[where % objects.length] ?? changed;
  const names = Object.keys(chosen);
  const texts = names.filter((name) => typeof chosen[name] === 'string');
  const name =
    (what % 3 > 0 && texts.length > 0 ? texts : names)[where % Math.max(1, names.length)] ?? texts[0] ?? 'title';
  if (what === 0) delete chosen[name];
  else if (what === 1) chosen.description = text;
  else if (what === 2) chosen[name] = text;
  else if (what === 3) chosen.summary = `${text} ${String(chosen.summary ?? '')}`;
  else chosen[name] = { type: 'string', title: text };
  return changed;
}

describe('the incremental linter', () => {
  it('reports after every edit what a full run reports', () => {
    const step = fc.record({
      where: fc.nat(2000),
      what: fc.nat(4),
      text: fc.oneof(fc.constantFrom(...wordings, '', ' '), fc.string({ maxLength: 12 })),
    });
    fc.assert(
      fc.property(fc.constantFrom(...documents), fc.array(step, { minLength: 1, maxLength: 8 }), (document, steps) => {
        const lint = createIncrementalLinter();
        let current = document;
        lint(bytesOf(current));
        for (const each of steps) {
          current = edit(current, each);
          const bytes = bytesOf(current);
          expect(plain(lint(bytes))).toEqual(plain(lintDocument(bytes)));
        }
      }),
      { numRuns: 80 },
    );
  });

  it('runs only the rules that read texts when a text is edited, and leaves the last report as it was', () => {
    const document = read('weak.yaml');
    let runs = 0;
    const counting = {
      ...rules[0],
      id: 'counting',
      ignoresWording: true,
      check: () => {
        runs += 1;
      },
    } as const;
    const lint = createIncrementalLinter({ ownRules: [counting as never] });
    const first = lint(bytesOf(document));
    const copy = structuredClone(plain(first));
    const reworded = reword(document, () => 'Another text\nof two lines') as JsonObject;
    expect(plain(lint(bytesOf(reworded)))).toEqual(
      plain(lintDocument(bytesOf(reworded), { ownRules: [counting as never] })),
    );
    expect(runs).toBe(2);
    expect(plain(first)).toEqual(copy);
  });
});

describe('a difference in wording', () => {
  it('is one of texts alone: not one of structure, order, data or names', () => {
    const schema = { type: 'object', title: 'a', properties: { title: { type: 'string', description: 'b' } } };
    const differs = (change: JsonObject) => differsInWording(schema, { ...schema, ...change });
    expect(differs({ title: 'c' })).toBe(true);
    expect(differs({ title: ' ' })).toBe(false);
    expect(differs({ type: 'array' })).toBe(false);
    expect(differs({ example: {} })).toBe(false);
    expect(differsInWording({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
    expect(differsInWording({ example: { title: 'a' } }, { example: { title: 'b' } })).toBe(false);
    expect(differsInWording({ mapping: { title: 'a' } }, { mapping: { title: 'b' } })).toBe(false);
    expect(differsInWording({ required: ['title'] }, { required: ['name'] })).toBe(false);
  });
});
