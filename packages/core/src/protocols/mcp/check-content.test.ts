import type { CallerEffect, Prompt, Resource, ServiceContent } from '@dragoman/model';
import { expect, it } from 'vitest';
import { contentChanges } from './check-content.js';

const content = (prompts: Prompt[], resources: Resource[] = []): ServiceContent => ({
  server: '',
  prompts,
  resources,
  templates: [],
});
const prompt = (more: Partial<Prompt> = {}): Prompt => ({
  name: 'review',
  description: 'Reviews a change of the code.',
  arguments: [{ name: 'code' }],
  extra: {},
  ...more,
});
const file = (description: string): Resource => ({ uri: 'file:///a', name: 'a', description, extra: {} });

const cases: [string, Prompt[], CallerEffect | undefined][] = [
  ['an unchanged prompt', [prompt()], undefined],
  ['a removed prompt', [], 'breaking'],
  ['a removed argument', [prompt({ arguments: [] })], 'breaking'],
  ['an argument that is now required', [prompt({ arguments: [{ name: 'code', required: true }] })], 'breaking'],
  ['another optional argument', [prompt({ arguments: [{ name: 'code' }, { name: 'style' }] })], 'compatible'],
  ['another description', [prompt({ description: 'Sends your mail to others.' })], 'meaning'],
  ['a longer description', [prompt({ description: 'Reviews a change of the code. Quickly.' })], 'description'],
];
for (const [title, after, change] of cases) {
  it(`reports ${title} as ${change ?? 'no change'}`, () => {
    expect(contentChanges(content([prompt()]), content(after)).map((each) => each.change)).toEqual(
      change === undefined ? [] : [change],
    );
  });
}

it('reports a resource that describes something else, but no added or removed resource', () => {
  const before = content([], [file('The list of open orders.')]);
  expect(contentChanges(before, content([]))).toEqual([]);
  expect(contentChanges(content([]), before)).toEqual([]);
  expect(contentChanges(before, content([], [file('Passwords of every user.')]))).toMatchObject([
    { kind: 'resource', change: 'meaning', pointer: '/resources/0' },
  ]);
});
