/** Every row of the table is complete, and each of its codes is reported somewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { schemaDiagnostics } from '@dragoman/documents';
import { describe, expect, it } from 'vitest';
import { aidipDiagnostics } from './diagnostics.js';

const sources = [new URL('.', import.meta.url), new URL('../../../../documents/src/schema/', import.meta.url)].flatMap(
  (folder) =>
    readdirSync(folder)
      .filter((file) => /(?<!\.test|\.support)\.ts$/.test(file) && file !== 'diagnostics.ts')
      .map((file) => readFileSync(new URL(file, folder), 'utf8')),
);

describe.each(Object.entries({ ...aidipDiagnostics, ...schemaDiagnostics }))('%s', (code, row) => {
  it('says what, why and what to do, and is reported somewhere', () => {
    expect(code).toMatch(/^(aidip|schema)\/[a-z-]+$/);
    expect(Object.values(row).every((text) => text.length > 0)).toBe(true);
    expect(sources.some((text) => text.includes(`'${code}'`))).toBe(true);
  });
});
