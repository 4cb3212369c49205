/** The workbench in a real browser: a description is opened, improved, compared, published; nothing leaves the page before. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addRealServices } from './sample-content.js';

const tictactoe = fileURLToPath(new URL('../fixtures/browser/tictactoe.yaml', import.meta.url));

const pets = `openapi: 3.1.0
info:
  title: Pet shelter
  version: 1.0.0
servers:
  - url: https://shelter.example
paths:
  /pets:
    get:
      summary: <img src=x onerror=alert(1)>
      responses:
        '200':
          description: Pets
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Pet' } }
    post:
      operationId: add_pet
      requestBody:
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Pet'
      responses:
        '201':
          description: Added
components:
  schemas:
    Pet:
      type: object
      properties:
        name: { type: string }
`;

const checked = (page: Page) => page.getByRole('status').filter({ hasText: 'Checked' }).waitFor();
const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });
const score = async (page: Page) => Number(await page.getByTestId('score').textContent());

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('OpenAPI or AGIS document').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await checked(page);
}

/** The draft in the storage of the browser. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('dragoman-workbench', 1);
    opening.onsuccess = () => {
      const kept = opening.result.transaction('drafts').objectStore('drafts').get('current');
      kept.onsuccess = () => resolve(kept.result?.text ?? '');
    };
  })`);
}

describe.skipIf(browser === undefined)('the workbench for descriptions', () => {
  let opened: OpenedConsole;

  let host: HttpHost;

  beforeAll(async () => {
    host = await startHttpHost(async () => new Response(pets, { headers: { 'content-type': 'application/yaml' } }));
    opened = await openConsole({
      DRAGOMAN_OUTBOUND_ALLOW: new URL(host.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    });
    await addRealServices(opened.client);
  });

  afterAll(async () => {
    await opened.close();
    await host.close();
  });

  it('improves a description from end to end: findings, fixes with a diff, score, previews, changes, publication', async () => {
    const { page, check, finish } = await opened.open('/workbench');
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    await check();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await paste(page, pets);
    await page.getByRole('heading', { level: 1, name: 'Pet shelter' }).waitFor();
    const before = await score(page);
    await page.getByText(/Fixing the first 3 rules removes \d+ % of the findings/).waitFor();
    await check();

    await page
      .getByRole('listitem')
      .filter({ hasText: 'error-response-missing' })
      .getByRole('button', { name: /^Fix \d/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Add a default error response with problem details').waitFor();
    await dialog.getByText('The request failed; the body says why.').first().waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(/\(\+\d+ since it was opened\)/).waitFor();
    expect(await score(page)).toBeGreaterThan(before);

    await page.getByRole('tab', { name: 'Conditions' }).click();
    expect(await page.getByRole('list', { name: 'Conditions' }).getByRole('listitem').count()).toBe(14);
    await check();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByLabel('Operation').selectOption({ label: 'add_pet' });
    await page.getByRole('tab', { name: 'N-ACT' }).click();
    await page.getByText(/About \d+ tokens/).waitFor();
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByText(/0 breaking/).waitFor();
    await check();

    // A required input that did not exist before breaks callers.
    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.getByRole('button', { name: /^POST \/pets/ }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('parameters: [{ name: shelter, in: query, required: true, schema: { type: string } }]');
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page
      .getByText(/[1-9] breaking/)
      .first()
      .waitFor();
    expect(requests.filter((request) => !request.startsWith('GET /console/'))).toEqual([]);

    await page.getByRole('button', { name: 'Publish' }).click();
    const publishing = page.getByRole('dialog', { name: 'Publish the document' });
    await publishing.getByLabel('Id of the service').fill('shelter');
    await publishing.getByText('A new service is created.').waitFor();
    await check();
    await publishing.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open the service' }).waitFor();
    expect(await opened.client.agents.read('shelter')).toBeDefined();
    await finish();
  });

  it('opens a URL, applies one fix, fixes at the cursor, compares with a file, formats and downloads', async () => {
    const { page, check, finish } = await opened.open('/workbench');
    await page.getByLabel('URL or id of a service').fill(`${host.origin}/pets.yaml`);
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pet shelter' }).waitFor();
    await checked(page);
    const rule = page.getByRole('listitem').filter({ hasText: 'operation-id-missing' }).first();
    await rule.getByRole('button', { expanded: false }).click();
    await rule.getByRole('button', { name: 'Fix', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply a quick fix' });
    await dialog.getByText('operationId: listPets').waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await rule.waitFor({ state: 'detached' });
    await checked(page);

    // The first fix of the line of the cursor.
    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.getByRole('button', { name: /^POST \/pets/ }).click();
    await page.keyboard.press('Control+.');
    await page.getByText(/since it was opened/).waitFor();
    await checked(page);

    await page.getByRole('tab', { name: 'Changes' }).click();
    const older = pets
      .replace('operationId: add_pet', 'operationId: add_pet\n      deprecated: false')
      .replace('/pets:', '/animals:');
    await page
      .getByLabel('Earlier version')
      .setInputFiles({ name: 'older.yaml', mimeType: 'text/plain', buffer: Buffer.from(older) });
    await page.getByText('older.yaml').waitFor();
    await page
      .getByText(/[1-9] breaking/)
      .first()
      .waitFor();
    await check();
    await page.getByRole('button', { name: 'Format' }).click();
    await checked(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('operationId: listPets');
    expect(text.match(/operationId/g)).toHaveLength(2);
    await finish();
  });

  it('completes, explains and undoes with the keyboard, and keeps the draft over a reload', async () => {
    const { page, check, finish } = await opened.open('/workbench');
    await paste(page, pets);
    await editor(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('ta');
    await page.getByRole('option', { name: /^tags/ }).click();
    await page.keyboard.type('name: shelter');
    await page.getByText('tags:').first().waitFor();
    await checked(page);
    await page.keyboard.press('Control+z');
    await checked(page);
    await page.keyboard.press('Control+y');
    await page.keyboard.type(' desk');
    await expect.poll(() => keptText(page)).toContain(' desk');
    await page.reload();
    await checked(page);
    await editor(page).getByText(/desk/).waitFor();
    await check();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    await finish();
  });

  it('opens files, services of the catalogue and AGIS, and shows a text that cannot be read', async () => {
    const { page, check, finish } = await opened.open('/workbench', { expectedErrors: /40[03]|422|502/ });
    await page.getByLabel('File', { exact: true }).setInputFiles(tictactoe);
    await checked(page);
    await page.getByRole('heading', { level: 1, name: 'Tic Tac Toe' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByLabel('URL or id of a service').fill('http://127.0.0.1:9/openapi.json');
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('alert').waitFor();
    await check();
    await page.getByLabel('URL or id of a service').fill('pets');
    await page.getByRole('button', { name: 'Open it' }).click();
    await checked(page);
    await editor(page).getByText('"openapi"').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'New AGIS document' }).click();
    await checked(page);
    await page.getByRole('tab', { name: 'Conditions' }).click();
    await page.getByText('Interpretable by agents').waitFor();
    await check();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await paste(page, 'openapi: 3.1.0\ninfo:\n  title: "Broken\n');
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.getByText('unreadable', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'No operation to show' }).waitFor();
    await finish();
  });
});
