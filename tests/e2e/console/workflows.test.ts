/** The editor of workflows in a real browser: build a graph, wire it, run it step by step, publish it as one tool. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { addHostileServices } from './sample-content.js';
import { startWeatherServices, type WeatherServices } from './weather-services.js';

const tool = readFileSync(
  new URL('../../../examples/sculpt-a-weather-tool/weather-tool.yaml', import.meta.url),
  'utf8',
);

async function addStep(page: Page, text: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add step', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a step' });
  await dialog.getByRole('searchbox', { name: 'Find operations' }).fill(text);
  await dialog.getByRole('button', { name }).click();
  await dialog.waitFor({ state: 'detached' });
}

const node = (page: Page, name: string) => page.locator('.react-flow__node').filter({ hasText: name });

describe.skipIf(browser === undefined)('the editor of workflows', () => {
  let opened: OpenedConsole;
  let services: WeatherServices;

  beforeAll(async () => {
    services = await startWeatherServices();
    opened = await openConsole(services.env);
    await services.register(opened.client);
    await addHostileServices(opened.client);
  });

  afterAll(async () => {
    await opened.close();
    await services.close();
  });

  it('builds a workflow by search, wires it, keeps comments, runs it step by step and publishes it as one tool', async () => {
    const { page, check, finish } = await opened.open('/workflows', { expectedErrors: /404/ });
    await page.getByRole('heading', { name: 'No workflows yet' }).waitFor();
    await check();
    await page.getByRole('button', { name: 'New workflow' }).click();
    await page.getByLabel('Title').fill('Weather by name');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Weather by name' }).waitFor();
    await page.getByRole('heading', { name: 'No steps yet' }).waitFor();
    await addStep(page, 'places that match a text', 'Add search of geocoder');
    await addStep(page, 'forecast for the cell around a point', 'Add forecast of grid-forecast');
    await page.getByText('2 steps, not published yet').waitFor();
    await node(page, 'forecast of grid-forecast').click();
    await page.getByRole('tab', { name: 'Step' }).waitFor();
    await check();

    // Both ways: what is written in the text appears in the graph, and a change in the panel keeps the comment.
    await page.getByText('YAML', { exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Arazzo document' });
    await editor.waitFor();
    await page.reload();
    await page.getByText('2 steps, not published yet').waitFor();
    await page.getByText('YAML', { exact: true }).click();
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(`# the tool of the guide\n${tool}`)})`);
    await page.keyboard.press('Control+v');
    await page.getByText('Graph', { exact: true }).click();
    await node(page, 'find_place').waitFor();
    await node(page, 'find_place').click();
    await page.getByLabel('Name of the step').fill('locate');
    await page.keyboard.press('Enter');
    await node(page, 'locate').waitFor();
    await page.getByLabel('Source of limit').selectOption('');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByLabel('Value of limit').waitFor();
    await page.getByText('YAML', { exact: true }).click();
    const kept = () => page.evaluate<string>('localStorage.getItem("dragoman.workflow-draft.weather-by-name")');
    await expect.poll(kept).toContain('$steps.locate.outputs.latitude');
    expect(await kept()).toContain('# the tool of the guide');
    await page.getByText('Graph', { exact: true }).click();

    // A wrong reference is a problem at its step.
    await page.locator('[data-id="step 1"]').click();
    await page.getByLabel('Value of units').fill('$steps.locate.outputs.nothing');
    await page.getByRole('tab', { name: /Problems/ }).click();
    await page
      .getByRole('list', { name: 'Problems' })
      .getByText(/has no output "nothing"/)
      .waitFor();
    await check();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();

    // Nothing is sent before the step is run.
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByLabel('Inputs (JSON)').fill('{"place": "Bergen"}');
    await page.getByRole('button', { name: 'Preview the first step' }).click();
    const run = page.getByRole('list', { name: 'Run' });
    await run
      .getByText(/"q": "Bergen"/)
      .first()
      .waitFor();
    expect(services.received()).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Run this step' }).click();
    await run
      .getByText(/60\.3913/)
      .first()
      .waitFor();
    await check();
    await page.getByRole('button', { name: 'Run this step' }).click();
    await page.getByText('Outputs of the workflow').first().waitFor();
    expect(services.received()).toEqual([1, 1]);

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish the workflow' });
    await dialog.getByText(/tokens for a model/).waitFor();
    await check();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('2 steps, published').waitFor();
    const answer = await opened.client.agents.invoke('weather-by-name', { place: 'Bergen' }, { operation: 'weather' });
    expect(answer.output).toMatchObject({ place: 'Bergen, Vestland, Norway' });
    await finish();
  });

  it('draws a wire with the mouse, and moves, selects and removes with the keyboard', async () => {
    const { page, finish } = await opened.open('/workflows/weather-by-name');
    await node(page, 'Inputs').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByLabel('Name of the step').waitFor();
    expect(await page.getByLabel('Name of the step').inputValue()).toBe('locate');
    const from = page.locator('.react-flow__node[data-id="$inputs"] .react-flow__handle.source[data-handleid="place"]');
    const to = page.locator('.react-flow__node[data-id="step 0"] .react-flow__handle.target[data-handleid="limit"]');
    await from.dragTo(to);
    await expect.poll(() => page.getByLabel('Source of limit').inputValue()).toBe('$inputs.place');
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('list', { name: 'Steps of the workflow' }).getByText('place gives locate limit').waitFor();
    await page.getByText('Graph', { exact: true }).click();
    // The text has the language of Arazzo, and keeps the focus while it cannot be read.
    await page.getByText('YAML', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Arazzo document' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('comp');
    await page.getByRole('option', { name: /^components/ }).waitFor();
    await page.getByText('The text cannot be read').waitFor();
    for (let typed = 0; typed < 4; typed += 1) await page.keyboard.press('Backspace');
    await page.getByText(/^2 steps/).waitFor();
    await page.getByText('Graph', { exact: true }).click();
    await page.locator('[data-id="step 1"]').focus();
    await page.keyboard.press('Delete');
    await page.getByText('1 step, changes not published yet').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 steps, changes not published yet').waitFor();
    await finish();
  });

  it('merges what somebody else published in between, and loses nothing', async () => {
    const { client } = opened;
    const { page, finish } = await opened.open('/workflows/weather-by-name', { expectedErrors: /412/ });
    await page.getByLabel('Purpose').fill('Ours.');
    const { document, etag } = await client.agents.readArazzo('weather-by-name');
    await client.agents.replaceArazzo(
      'weather-by-name',
      {
        ...document,
        info: { title: 'Theirs', version: '1.0.1' },
      },
      { ifMatch: etag ?? '' },
    );
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish the workflow' });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Merge the changes' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('2 steps, published').waitFor();
    const merged = JSON.stringify((await client.agents.readArazzo('weather-by-name')).document);
    expect(merged).toContain('"Theirs"');
    expect(merged).toContain('"Ours."');
    await finish();
  });

  it('shows hostile texts as text, and stays fluid with 50 steps', async () => {
    const steps = Array.from({ length: 50 }, (_, at) => ({
      stepId: `s${at}`,
      description: '<img src=x onerror="document.title=1">'.repeat(3),
      operationId: `$sourceDescriptions.h.run`,
      ...(at === 0 ? {} : { parameters: [{ name: 'x', value: `$steps.s${at - 1}.outputs.all` }] }),
      outputs: { all: '$response.body' },
    }));
    const document = {
      arazzo: '1.0.1',
      info: { title: 'خدمة الطقس <script>document.title=1</script>', version: '1.0.0' },
      'x-agent': { id: 'long-one', visibility: 'private' },
      sourceDescriptions: [{ name: 'h', url: '/agents/hostile-0' }],
      workflows: [{ workflowId: 'run', summary: 'Runs.', steps, outputs: { all: '$steps.s49.outputs.all' } }],
    };
    await opened.client.agents.replaceArazzo('long-one', document);
    const { page, finish } = await opened.open('/workflows/long-one');
    await page.getByText('50 steps, published').waitFor();
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(52);
    await node(page, 's7').first().focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Description').first().fill('short');
    await page.getByText('50 steps, changes not published yet').waitFor();
    expect(await page.title()).not.toBe('1');
    await finish();
  });
});
