/** Accessibility checks of a page with axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Rules whose result depends on colors, for the page in a second theme. */
export const colorRules = ['color-contrast', 'link-in-text-block'];

/** One sentence per violation of WCAG 2.2 AA and of best practices on the page as it is, or of these rules only. */
export async function findAxeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(source);
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Finding[];
  return found.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
