/** Every row of the gateway's diagnostics is complete, and each code is reported somewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { textDiagnostics } from '@dragoman/documents';
import { describe, expect, it } from 'vitest';
import { gatewayDiagnostics } from './diagnostics.js';

const folders = ['.', 'steps/', '../protocols/openapi/', '../../../documents/src/inspection/'];
const sources = folders
  .map((folder) => new URL(folder, import.meta.url))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /(?<!\.test|\.support|diagnostics)\.ts$/.test(file))
      .map((file) => readFileSync(new URL(file, folder), 'utf8')),
  );

describe.each(Object.entries({ ...gatewayDiagnostics, ...textDiagnostics }))('%s', (code, row) => {
  it('has message, reason and help, and is reported somewhere', () => {
    expect(code).toMatch(/^(gateway|text)\/[a-z-]+$/);
    expect(Object.values(row).every((text) => text.length > 0)).toBe(true);
    expect(sources.some((text) => text.includes(`'${code}'`))).toBe(true);
  });
});
