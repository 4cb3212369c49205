/** Every screen and state of which `npm run screenshots` takes a picture. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Picture } from './picture.js';
import { servicePictures } from './service-screens.js';

const petstore = fileURLToPath(new URL('../fixtures/browser/petstore-expanded.swagger.json', import.meta.url));

const tictactoe = fileURLToPath(new URL('../fixtures/browser/tictactoe.yaml', import.meta.url));

/** A chat with a script, whose second turn asks for a confirmation. */
async function runScript(page: Page): Promise<void> {
  const setup = page.getByText('Setup', { exact: true });
  const isNarrow = await setup.isVisible();
  if (isNarrow) await setup.click();
  await page
    .getByLabel('Script')
    .fill(
      'say I look for the ship first.\ncall find_ship {"name": "Aurora"}\n\nsay She has berth 7.\n\ncall book_berth {"ship": "Aurora"}\n\nsay Done.\n',
    );
  if (isNarrow) await page.getByText('Chat', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Aurora arrives at six. Is there a berth for her?');
  await page.keyboard.press('Enter');
}

async function openTictactoe(page: Page): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles(tictactoe);
  await page.getByRole('status').filter({ hasText: 'Checked' }).waitFor();
}

/** Selects a part of a graph; on a narrow page the graph is a list. */
async function selectPart(page: Page, name: string): Promise<void> {
  const details = page.getByText('Details', { exact: true });
  const node = page.locator('.react-flow__node').filter({ hasText: name }).first();
  await node.or(details).first().waitFor();
  if (!(await details.isVisible())) return await node.click();
  await page.getByRole('button', { name, exact: true }).click();
  await details.click();
}

/** Opens a tab next to a graph; on a narrow page the graph and the tabs are two views. */
async function openTab(page: Page, name: RegExp): Promise<void> {
  const details = page.getByText('Details', { exact: true });
  const tab = page.getByRole('tab', { name });
  await tab.or(details).first().waitFor();
  if (!(await tab.isVisible())) await details.click();
  await tab.click();
  await page.getByRole('tabpanel').waitFor();
}

/** Every picture, in the order of the navigation. */
export const pictures: readonly Picture[] = [
  { name: 'inbox', path: '/inbox' },
  {
    name: 'approval',
    path: '/inbox',
    async prepare(page) {
      await page.getByRole('link', { name: 'Decide' }).click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
  { name: 'add', path: '/add' },
  {
    name: 'add-preview',
    path: '/add',
    async prepare(page) {
      await page.getByLabel('Files').setInputFiles(petstore);
      await page.getByText('As tools').waitFor();
    },
  },
  {
    name: 'add-imported',
    path: '/add',
    async prepare(page) {
      await page.getByLabel('Files').setInputFiles(petstore);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    },
  },
  { name: 'catalogue', path: '/catalogue' },
  {
    name: 'catalogue-filters',
    path: '/catalogue?sort=calls&order=desc&attention=["errors+in+24+h"]',
    async prepare(page) {
      const button = page.getByRole('button', { name: /^Filters/ });
      if (await button.isVisible()) await button.click();
    },
  },
  { name: 'catalogue-operations', path: '/catalogue?view=operations' },
  { name: 'catalogue-operations-text', path: '/catalogue?view=operations&text=book%20a%20berth' },
  { name: 'find', path: '/find' },
  {
    name: 'find-found',
    path: '/find?q=refund%20the%2040%20dollar%20charge%20ch_123',
    prepare: async (page) => await page.getByRole('heading', { name: 'Found' }).waitFor(),
  },
  {
    name: 'find-steps',
    path: '/find?q=find%20a%20flight%20to%20Porto%20on%2020%20November%2C%20then%20book%20it&impact=reversible',
    prepare: async (page) => await page.getByRole('heading', { name: /^Step 2/ }).waitFor(),
  },
  {
    name: 'find-nothing',
    path: '/find?q=paint%20my%20house',
    prepare: async (page) => await page.getByRole('heading', { name: 'Nothing' }).waitFor(),
  },
  { name: 'toolsets', path: '/toolsets' },
  {
    name: 'toolset',
    path: '/toolsets/harbor-desk',
    prepare: async (page) =>
      await page
        .getByText(/about [\d,]+ tokens/)
        .first()
        .waitFor(),
  },
  {
    name: 'toolset-save',
    path: '/toolsets/harbor-desk',
    async prepare(page) {
      await page.getByLabel('Name for models').first().fill('book_a_berth');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('list', { name: 'Differences' }).waitFor();
    },
  },
  { name: 'toolset-history', path: '/toolsets/harbor-desk?tab=history' },
  {
    name: 'updates',
    path: '/updates',
    async prepare(page) {
      await page.getByRole('button', { name: 'Try 1 saved example of book_berth' }).click();
      await page.getByRole('list', { name: 'Trials of book_berth' }).waitFor();
    },
  },
  {
    name: 'updates-accept',
    path: '/updates',
    async prepare(page) {
      await page.getByRole('button', { name: 'Accept book_berth in Quay desk' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'updates-replace',
    path: '/updates',
    async prepare(page) {
      await page.getByRole('button', { name: 'Replace book_berth in Quay desk' }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  { name: 'procedures', path: '/procedures' },
  ...['Findings', 'Steps', 'Coverage', 'Skill'].map((tab) => ({
    name: `procedure-${tab.toLowerCase()}`,
    path: '/procedures/arrivals',
    async prepare(page: Page) {
      await page.getByRole('textbox', { name: 'Procedure' }).waitFor();
      const checks = page.getByText('Checks', { exact: true });
      if (await checks.isVisible()) await checks.click();
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel').waitFor();
    },
  })),
  { name: 'procedure-text', path: '/procedures/arrivals' },
  { name: 'teams', path: '/teams' },
  {
    name: 'team',
    path: '/teams/front-office',
    prepare: (page) => selectPart(page, 'berths'),
  },
  {
    name: 'team-text',
    path: '/teams/front-office',
    async prepare(page) {
      await page.getByText('YAML', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Team' }).waitFor();
    },
  },
  { name: 'workflows', path: '/workflows' },
  {
    name: 'workflow',
    path: '/workflows/weather-tool',
    prepare: (page) => selectPart(page, 'forecast'),
  },
  {
    name: 'workflow-text',
    path: '/workflows/weather-tool',
    async prepare(page) {
      await page.getByText('YAML', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Arazzo document' }).waitFor();
    },
  },
  {
    name: 'workflow-run',
    path: '/workflows/weather-tool',
    async prepare(page) {
      await openTab(page, /^Run/);
      await page.getByLabel('Inputs (JSON)').fill('{"place": "Bergen"}');
      await page.getByRole('button', { name: 'Preview the first step' }).click();
      await page.getByRole('button', { name: 'Run this step' }).click();
      await page
        .getByText(/60\.3913/)
        .first()
        .waitFor();
    },
  },
  { name: 'playground', path: '/playground' },
  {
    name: 'playground-chat',
    path: '/playground?toolset=quay-desk',
    async prepare(page) {
      await runScript(page);
      await page.getByRole('log').getByText('She has berth 7.').waitFor();
    },
  },
  {
    name: 'playground-confirm',
    path: '/playground?toolset=quay-desk',
    async prepare(page) {
      await runScript(page);
      await page.getByRole('log').getByText('She has berth 7.').waitFor();
      await page.getByRole('textbox', { name: 'Message' }).fill('Book it');
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  ...servicePictures,
  {
    name: 'find-evaluation',
    path: '/find/evaluation',
    async prepare(page) {
      await page.getByRole('button', { name: 'Run all cases' }).click();
      await page.getByText('Right one first').waitFor();
    },
  },
  {
    name: 'activity',
    path: '/activity',
    prepare: async (page) => await page.getByRole('row').filter({ hasText: 'done' }).first().waitFor(),
  },
  {
    name: 'activity-services',
    path: '/activity?view=services',
    prepare: async (page) => await page.locator('canvas').first().waitFor(),
  },
  {
    name: 'activity-trace',
    path: '/activity?outcome=failed',
    async prepare(page) {
      await page.getByRole('row').filter({ hasText: 'failed' }).first().click();
      await page.getByText('Who can fix it').waitFor();
    },
  },
  {
    name: 'service-capture',
    path: '/services/harbor?tab=activity',
    async prepare(page) {
      const start = page.getByRole('button', { name: 'Capture payloads' });
      const on = page.getByText('capturing', { exact: true });
      await start.or(on).first().waitFor();
      if (await start.isVisible()) await start.click();
      await on.waitFor();
      const input = { ship: 'Aurora', hours: 6, payment: { number: '4111', password: 'hunter22' } };
      const invoke = `fetch('/agents/harbor/invoke/reserve', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '${JSON.stringify(input)}' })`;
      await page.evaluate(invoke);
      await page.getByRole('list', { name: 'Captured calls' }).getByText('reserve').first().click();
    },
  },
  { name: 'sources', path: '/sources' },
  {
    name: 'sources-held',
    path: '/sources',
    async prepare(page) {
      await page.getByRole('row').filter({ hasText: 'Ships' }).click();
      await page.getByText('Changes wait for your decision').waitFor();
    },
  },
  {
    name: 'sources-servers',
    path: '/sources?view=servers',
    async prepare(page) {
      await page.getByRole('button', { name: 'Restart' }).last().click();
      await page.getByText('CHART_TOKEN').waitFor();
    },
  },
  {
    name: 'try',
    path: '/services/harbor/operations/reserve/try',
    async prepare(page) {
      await page.getByRole('textbox', { name: 'ship' }).fill('Aurora');
      await page.getByRole('textbox', { name: 'number' }).fill('4111 1111');
      await page.getByRole('checkbox', { name: /crew/ }).check();
      await page.getByRole('button', { name: 'Add item' }).click();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('figure', { name: 'request body' }).or(page.getByRole('alert')).first().waitFor();
    },
  },
  {
    name: 'try-result',
    path: '/services/harbor/operations/hostile/try',
    async prepare(page) {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('region', { name: 'Result of the service' }).waitFor();
    },
  },
  {
    name: 'try-photo',
    path: '/services/harbor/operations/photo/try',
    async prepare(page) {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('img', { name: /^Result 1/ }).waitFor();
    },
  },
  {
    name: 'try-confirm',
    path: '/services/harbor/operations/demolish/try',
    async prepare(page) {
      await page.getByRole('textbox', { name: 'pier' }).fill('north');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page
        .getByRole('dialog')
        .getByText(/Valid for/)
        .waitFor();
    },
  },
  {
    name: 'try-timeline',
    path: '/services/harbor/operations/flaky/try',
    async prepare(page) {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('Wait before the next try').waitFor();
    },
  },
  {
    name: 'try-stream',
    path: '/services/harbor/operations/tides/try',
    async prepare(page) {
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('{"tide":5}', { exact: true }).waitFor();
    },
  },
  { name: 'try-history', path: '/services/harbor/operations/hostile/try?show=history' },
  { name: 'connect', path: '/connect' },
  { name: 'admin', path: '/admin' },
  {
    name: 'admin-create',
    path: '/admin',
    async prepare(page) {
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  ...['limits', 'settings', 'readiness', 'sessions'].map((tab) => ({
    name: `admin-${tab}`,
    path: `/admin?tab=${tab}`,
  })),
  {
    name: 'admin-audit',
    path: '/admin?tab=audit',
    async prepare(page) {
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await page.getByText('The chain is intact').waitFor();
    },
  },
  { name: 'gallery', path: '/gallery' },
  {
    name: 'palette',
    path: '/catalogue',
    async prepare(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('find a pet');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'help',
    path: '/catalogue',
    async prepare(page) {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account',
    path: '/catalogue',
    prepare: async (page) => await page.getByRole('button', { name: 'Account and appearance' }).click(),
  },
  { name: 'missing', path: '/no-such-page' },
  { name: 'workbench', path: '/workbench' },
  {
    name: 'workbench-findings',
    path: '/workbench',
    prepare: openTictactoe,
  },
  {
    name: 'workbench-fixes',
    path: '/workbench',
    async prepare(page) {
      await openTictactoe(page);
      await page
        .getByRole('button', { name: /^Fix \d/ })
        .first()
        .click();
      await page.getByRole('textbox', { name: 'Changes' }).waitFor();
    },
  },
  {
    name: 'workbench-preview',
    path: '/workbench?tab=preview',
    async prepare(page) {
      await openTictactoe(page);
      await page.getByText(/About \d+ tokens/).waitFor();
    },
  },
  {
    name: 'workbench-compare',
    path: '/workbench?tab=compare',
    prepare: openTictactoe,
  },
  { name: 'workbench-outline', path: '/workbench?tab=outline', prepare: openTictactoe },
  { name: 'workbench-conditions', path: '/workbench?tab=conditions', prepare: openTictactoe },
];
