/** The linter and the AGIS language run in a real browser, bundled by Vite, with the same results as in Node. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createAgisValidator, parseAgis } from '@dragoman/agis';
import { lintDocument } from '@dragoman/lint';
import type { Browser, Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './browser.js';

const entry = fileURLToPath(new URL('./fixtures/browser/page.mjs', import.meta.url));
const openApiDocuments = ['tictactoe.yaml', 'petstore-expanded.swagger.json', 'security.json'];
const agisDocuments = ['valid/beekeeping.agis', 'valid/court-registry.agis', 'invalid/actor-missing.agis'];

const openApiText = (name: string) => readFileSync(new URL(`./fixtures/browser/${name}`, import.meta.url), 'utf8');
const agisText = (name: string) =>
  readFileSync(new URL(`../../packages/agis/src/reference/${name}`, import.meta.url), 'utf8');

/** Fails the build on an import that only Node has. */
const refuseNodeModules: Plugin = {
  name: 'refuse-node-modules',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source.startsWith('node:')) throw new Error(`${importer} imports ${source}`);
  },
};

async function bundlePage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [refuseNodeModules],
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[];
  return output.map(({ code = '' }) => code).join('\n');
}

const browser: Browser | undefined = await openBrowser();

describe.skipIf(browser === undefined)('in a browser', () => {
  let page: Page;

  beforeAll(async () => {
    page = await (browser as Browser).newPage();
    await page.addScriptTag({ content: await bundlePage() });
  });

  afterAll(() => browser?.close());

  it.each(openApiDocuments)('lints %s with the findings, locations and fingerprints of Node', async (name) => {
    const text = openApiText(name);
    const expected = lintDocument(new TextEncoder().encode(text)).findings.map((finding) => ({
      code: finding.code,
      pointer: finding.location.pointer,
      start: finding.location.start,
      fingerprint: finding.fingerprint,
    }));
    expect(expected.length).toBeGreaterThan(5);
    expect(await page.evaluate(`lint(${JSON.stringify(text)})`)).toEqual(expected);
  });

  it.each(agisDocuments)('validates %s with the report of Node', async (name) => {
    const text = agisText(name);
    const { value, diagnostics } = parseAgis(new TextEncoder().encode(text));
    const expected = value === undefined ? diagnostics : createAgisValidator().validate(value);
    expect(await page.evaluate(`validate(${JSON.stringify(text)})`)).toEqual(JSON.parse(JSON.stringify(expected)));
  });
});
