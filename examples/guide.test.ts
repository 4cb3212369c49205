/** The code in the guide to the middleware stands in the task tracker, which runs. */
import { readdirSync, readFileSync } from 'node:fs';
import * as middleware from '@dragoman/middleware';
import { expect, it } from 'vitest';

const guide = readFileSync(new URL('../docs/guides/middleware.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);

const folders = readdirSync(new URL('.', import.meta.url)).filter((name) => name.startsWith('task-tracker'));
const sources = folders.flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8')),
);

it('has code to show', () => expect(blocks.length).toBeGreaterThan(4));

it.each(blocks)('shows what runs: %#', (block) => {
  expect(sources.some((source) => source.includes(block))).toBe(true);
});

it('names every property of the package', () => {
  const made = Object.keys(middleware).filter((name) => /^create[A-Z]/.test(name));
  const others = /^create(Nact|Memory|Postgres|Sqlite|Redis)/;
  for (const name of made.filter((each) => !others.test(each))) expect(guide).toContain(`\`${name}\``);
});
