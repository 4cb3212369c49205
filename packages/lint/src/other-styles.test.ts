/** Tests that the page on other API styles covers every section of the profile in the terms of each style. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sections } from './rule-model/rule.js';

const page = readFileSync(new URL('../../../docs/guides/other-styles.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('[PROF-STYLE-02] the documentation maps every section to terms of GraphQL and gRPC', () => {
  expect(rows[0]?.slice(1, 5)).toEqual(['Section', 'In OpenAPI', 'In GraphQL', 'In gRPC']);
  const told = new Map(
    rows.slice(1).map(([, section = '', ...styles]) => [section, styles.filter((each) => each !== '')]),
  );
  expect(sections.filter((section) => told.get(section)?.length !== 3)).toEqual([]);
  expect([...told.keys()].filter((section) => !sections.includes(section as never))).toEqual([]);
});
