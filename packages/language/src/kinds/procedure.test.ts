/** The language service of operating procedures. */
import { expect, it } from 'vitest';
import { applyEdits } from '../text/edits.js';
import { createProcedureService } from './procedure.js';

const service = createProcedureService({
  tools: [
    {
      name: 'find_patient',
      otherNames: ['patients_search'],
      description: 'Finds a patient by name.',
      inputs: [{ name: 'name' }, { name: 'birthday', required: false }],
      outputs: [{ name: 'patient_id' }],
    },
    {
      name: 'book_visit',
      otherNames: [],
      inputs: [{ name: 'patient_id' }, { name: 'day' }],
      outputs: [{ name: 'visit_id' }],
    },
  ],
});

const text = `# Booking
## Find
1. Call \`find_patent(name)\`.
2. Then \`patients_search(name)\`.

## Book
3. Call \`book_visit(patient_id, dya)\` with find_patient().patient_id.
`;

it('reports misspelled and renamed tools and inputs, and replaces each of them', () => {
  const found = service.check(text);
  expect(found.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['procedure/unknown-tool', 'procedure/renamed-tool', 'procedure/unknown-input']),
  );
  const fixed = applyEdits(text, service.fix(text, found));
  expect(fixed).toContain('1. Call `find_patient(name)`.');
  expect(fixed).toContain('2. Then `find_patient(name)`.');
  expect(fixed).toContain('book_visit(patient_id, day)');
});

it('completes tools as mentions, inputs between parentheses and outputs after them', () => {
  const at = (typed: string) => service.complete(typed, typed.length).map(({ label, edit }) => [label, edit.text]);
  expect(at('Call book')).toEqual([['book_visit', '`book_visit()`']]);
  expect(at('Call `book')).toEqual([['book_visit', 'book_visit()']]);
  expect(at('Call `book_visit(patient_id, d')).toEqual([
    ['patient_id', 'patient_id'],
    ['day', 'day'],
  ]);
  expect(at('Call `').map(([label]) => label)).toContain('book_visit');
  expect(at('Call `book_visit()`')).toEqual([]);
  expect(at('Call `book_visit()`.')).toEqual([]);
  expect(at('Use find_patient().')).toEqual([['patient_id', 'patient_id']]);
});

it('explains a tool, leads to its first call, and lists headings', () => {
  expect(service.hover(text, text.indexOf('patients_search') + 3)?.text).toContain('Finds a patient by name.');
  const first = service.define(text, text.lastIndexOf('find_patient') + 2);
  expect(first?.start).toBe(text.lastIndexOf('find_patient'));
  expect(service.outline(text)).toMatchObject([{ name: 'Booking', children: [{ name: 'Find' }, { name: 'Book' }] }]);
});

it('lays out blank lines and line ends, and leaves code blocks alone', () => {
  const untidy = '# A\ntext   \n\n\n\n```\ncode   \n\n\n\n```\n## B\nend';
  const edits = service.format(untidy) ?? [];
  expect(applyEdits(untidy, edits)).toBe('# A\n\ntext\n\n```\ncode   \n\n\n\n```\n\n## B\n\nend\n');
});
