/** The language service of AGIS documents in its three syntaxes. */
import { readFileSync } from 'node:fs';
import { writeStarter } from '@dragoman/agis';
import { expect, it } from 'vitest';
import { createLanguageService } from '../create-service.js';
import { applyEdits } from '../text/edits.js';

const service = createLanguageService('agis');
const text = writeStarter({ service: 'Clinic', host: 'clinic.example', domain: 'health' });
it('has no error in the starter, and reports a wrong actor at its place', () => {
  expect(service.check(text).filter(({ severity }) => severity === 'error')).toEqual([]);
  const wrong = text.replace('actor: agent', 'actor: robot');
  const [error] = service.check(wrong).filter(({ severity }) => severity === 'error');
  expect(wrong.slice(error?.start, error?.end)).toBe('robot');
});

it('offers the members of a semantic block, its values, and schemas for a reference', () => {
  const at = text.indexOf('      capability: discovery');
  const open = `${text.slice(0, at)}      cap\n${text.slice(at + '      capability: discovery\n'.length)}`;
  expect(service.complete(open, at + 9).map(({ label }) => label)).toContain('capability');
  const valued = text.replace('capability: discovery', 'capability: ');
  expect(service.complete(valued, valued.indexOf('capability: ') + 12).map(({ label }) => label)).toContain(
    'retrieval',
  );
  const ref = text.replace('"#/schemas/appointment"', '"#/"');
  expect(service.complete(ref, ref.indexOf('"#/"') + 3).map(({ label }) => label)).toContain('#/schemas/appointment');
});

it('explains members by the schema of the specification, and finds the endpoint of a verb', () => {
  expect(service.hover(text, text.indexOf('impact_tier') + 2)?.text).toContain('Consequence of the operation');
  const verb = text.indexOf('[FIND, BOOK') + 8;
  const found = service.define(text, verb);
  expect(text.slice(found?.start, found?.end)).toContain('method: BOOK');
});

it('reads the notation: outline, completion, and a quick fix that writes it as YAML', () => {
  const open = 'FIND /slot {\n  semantic {\n    int\n  }\n}\n';
  expect(service.complete(open, open.indexOf('int') + 3).map(({ label }) => label)).toEqual(['intent']);
  const document = readFileSync(
    new URL('../../../agis/src/fixtures/restaurant.notation.agis', import.meta.url),
    'utf8',
  );
  const [offered] = service.check(document).filter(({ code }) => code === 'agis/illustrative-notation');
  expect(offered?.fix).toBe('Write the document as YAML');
  expect(service.outline(document)).toMatchObject([{ name: 'FIND /restaurants' }, { name: 'BOOK /reservation' }]);
  expect(applyEdits(document, service.fix(document, offered === undefined ? [] : [offered]))).toContain('method: FIND');
});

it('formats to the canonical form', () => {
  const edits = service.format(text.replace('method: FIND', 'method: find'));
  expect(applyEdits(text.replace('method: FIND', 'method: find'), edits ?? [])).toContain('method: FIND');
});

it('explains members of the notation, leads between verbs and endpoints, and indents its blocks', () => {
  for (const name of ['restaurant', 'healthcare', 'finance']) {
    const file = new URL(`../../../agis/src/fixtures/${name}.notation.agis`, import.meta.url);
    const document = readFileSync(file, 'utf8');
    expect(service.hover(document, document.indexOf('outcome:') + 3)?.text).toContain('outcome');
    const [verb = ''] = /^[A-Z]+(?= \/)/m.exec(document) ?? [];
    const declared = service.define(document, document.search(/^[A-Z]+ \//m) + 1);
    expect(document.slice(declared?.start, declared?.end)).toBe(verb);
    expect(document.slice(0, declared?.start)).toMatch(/declared_verbs[^\]]*$/);
    expect(service.define(document, declared?.start ?? 0)?.start).toBe(document.search(/^[A-Z]+ \//m));
    const laidOut = applyEdits(document, service.format(document) ?? []);
    expect(laidOut).toMatch(/\n {2}semantic \{\n {4}intent: /);
    expect(service.format(laidOut)).toEqual([]);
    expect(service.outline(laidOut).map((item) => item.name)).toEqual(
      service.outline(document).map((item) => item.name),
    );
  }
  expect(service.hover('FIND /slot {\n', 2)).toBeUndefined();
});
