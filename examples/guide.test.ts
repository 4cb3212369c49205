/** Every code block of the middleware guide is part of the task tracker example, which is tested. */
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

it('the guide has code blocks', () => expect(blocks.length).toBeGreaterThan(4));

it.each(blocks)('code block %# is part of the example', (block) => {
  expect(sources.some((source) => source.includes(block))).toBe(true);
});

it('the guide names every property of the package', () => {
  const made = Object.keys(middleware).filter((name) => /^create[A-Z]/.test(name));
  const others = /^create(Nact|Memory|Postgres|Sqlite|Redis)/;
  for (const name of made.filter((each) => !others.test(each))) expect(guide).toContain(`\`${name}\``);
});
