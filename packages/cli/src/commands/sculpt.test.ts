/** `dragoman sculpt` against a real server in-process: draft, check, run, and error messages. */
import { describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistriesPerTest } from '../cli.support.js';
import { createHarbourDesk } from '../demo/harbour-desk.js';

const openRegistry = openRegistriesPerTest();

async function harbour() {
  const desk = createHarbourDesk();
  const { fetch } = await openRegistry({}, { harbour: desk });
  const document = desk.describe('https://harbour.example/invoke');
  await call(['add', 'desk.json'], { fetch, files: { 'desk.json': document } });
  return (argv: string, situation: Situation = {}) => call(argv.split(' '), { fetch, ...situation });
}

const tool = `arazzo: 1.0.1
info:
  title: Wind tool
  version: 1.0.0
sourceDescriptions:
  - name: desk
    url: /agents/harbour-desk
workflows:
  - workflowId: windAt
    summary: Reports the wind at a pier.
    inputs:
      type: object
      properties: { pier: { type: string } }
      required: [pier]
    steps:
      - stepId: ask
        operationId: forecast
        parameters:
          - { name: pier, value: $inputs.pier }
        outputs: { knots: $response.body#/knots }
    outputs: { knots: $steps.ask.outputs.knots }
`;

describe('dragoman sculpt', () => {
  it('drafts a workflow that passes the check and runs', async () => {
    const dragoman = await harbour();
    const drafted = await dragoman('sculpt new harbour-desk#forecast --title Wind --workflow wind');
    expect(drafted.code).toBe(0);
    const files = { 'wind.yaml': drafted.stdout };
    const checked = await dragoman('sculpt check wind.yaml --strict', { files });
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('1 workflow') });
    const ran = await dragoman('sculpt run wind.yaml wind -i pier=7', { files });
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ pier: '7', knots: expect.any(Number) });
    expect(JSON.parse((await dragoman('sculpt new harbour-desk#forecast --json')).stdout)).toMatchObject({
      arazzo: '1.0.1',
    });
  });

  it('confirms a workflow with an irreversible step once, as a whole', async () => {
    const dragoman = await harbour();
    const booked = await dragoman('call harbour-desk book_berth -i vessel=Fram -i nights=2');
    const { booking } = JSON.parse(booked.stdout);
    const files = {
      'cancel.yaml': tool
        .replace(
          'properties: { pier: { type: string } }\n      required: [pier]',
          'properties: { booking: { type: string } }\n      required: [booking]',
        )
        .replace('operationId: forecast', 'operationId: cancel_booking')
        .replace('{ name: pier, value: $inputs.pier }', '{ name: booking, value: $inputs.booking }')
        .replaceAll('knots', 'cancelled'),
    };
    const run = `sculpt run cancel.yaml windAt -i booking=${booking}`;
    expect(await dragoman(run, { files })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs confirmation'),
    });
    const confirmed = await dragoman(`${run} --confirm`, { files });
    expect(confirmed.code, confirmed.stderr).toBe(0);
    expect(JSON.parse(confirmed.stdout)).toEqual({ cancelled: booking });
  });

  it('reports every error in a file with its location, and fails', async () => {
    const dragoman = await harbour();
    const faulty = tool.replace('$inputs.pier', '$inputs.port').replace('operationId: forecast', 'operationPath: x');
    const files = { 'tool.yaml': faulty };
    const { code, stdout } = await dragoman('sculpt check tool.yaml', { files });
    expect(code).toBe(1);
    expect(stdout).toContain('tool.yaml:17:24 /workflows/0/steps/0/operationPath: error:');
    expect(stdout).toContain('[arazzo/unknown-input]');
    const json = await dragoman('sculpt check tool.yaml --json', { files });
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, diagnostics: [{ severity: 'error' }, {}] });
    expect(await dragoman('sculpt run tool.yaml', { files })).toMatchObject({ code: 1, stdout: '' });
    expect((await dragoman('sculpt check nothing.yaml')).code).toBe(2);
  });

  it('fails on warnings only with --strict', async () => {
    const dragoman = await harbour();
    const files = { 'tool.yaml': tool.replaceAll('pier', 'pier_id') };
    expect((await dragoman('sculpt check tool.yaml', { files })).code).toBe(0);
    expect((await dragoman('sculpt check tool.yaml --strict', { files })).code).toBe(1);
  });

  it('looks up the operations that the steps call with --online', async () => {
    const dragoman = await harbour();
    const check = async (text: string) => {
      const { stdout } = await dragoman('sculpt check tool.yaml --online --json', { files: { 'tool.yaml': text } });
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; location: { start?: object } }[] };
      return diagnostics;
    };
    expect(await check(tool)).toEqual([]);
    expect(await check(tool.replace('/agents/harbour-desk', 'nobody'))).toMatchObject([
      { code: 'sculpt/no-agent', location: { pointer: '/workflows/0/steps/0', start: { line: 16 } } },
    ]);
    expect(await check(tool.replace('operationId: forecast', 'operationId: wave'))).toMatchObject([
      { code: 'sculpt/no-operation' },
    ]);
    expect(await check(tool.replace('operationId: forecast', 'operationId: book_berth'))).toMatchObject([
      { code: 'sculpt/missing-input', severity: 'error' },
      { code: 'sculpt/missing-input' },
      { code: 'sculpt/unknown-input' },
    ]);
  });

  it('registers the workflow privately and once, and shows the steps of a dry run', async () => {
    const dragoman = await harbour();
    const files = { 'tool.yaml': tool };
    const preview = await dragoman('sculpt run tool.yaml --input pier=7 --dry-run', { files });
    expect(preview.code, preview.stderr).toBe(0);
    expect(preview.stderr).toContain('step ask: harbour-desk forecast');
    const { code, stdout, stderr } = await dragoman('sculpt run tool.yaml windAt --input pier=7', { files });
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ knots: expect.any(Number) });
    expect(stderr).toContain('unchanged: sculpt-wind-tool');
    const anonymous = await dragoman('show sculpt-wind-tool --json');
    expect(JSON.parse(anonymous.stdout)).toMatchObject({ visibility: 'private' });
    expect((await dragoman('sculpt run tool.yaml other', { files })).code).toBe(2);
    const shown = await dragoman('sculpt show sculpt-wind-tool');
    expect(shown.stdout).toContain('operationId: $sourceDescriptions.harbour_desk.forecast');
    const again = await dragoman('sculpt run again.yaml --input pier=7', { files: { 'again.yaml': shown.stdout } });
    expect(again.code, again.stderr).toBe(0);
    expect((await dragoman('sculpt show harbour-desk')).stderr).toContain('has no workflows');
  });

  it('reports a step that fails', async () => {
    const dragoman = await harbour();
    const files = { 'tool.yaml': tool.replace('operationId: forecast', 'operationId: no_such_thing') };
    const { code, stderr } = await dragoman('sculpt run tool.yaml --input pier=7', { files });
    expect(code).toBe(1);
    expect(stderr).toContain("Step 'ask' cannot be made");
  });

  it('registers YAML like any description', async () => {
    const dragoman = await harbour();
    const added = await dragoman('add tool.yaml --private', { files: { 'tool.yaml': tool } });
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('created') });
    const broken = await dragoman('add tool.yaml', { files: { 'tool.yaml': 'a: [1' } });
    expect(broken).toMatchObject({ code: 1, stdout: expect.stringContaining('line 1') });
  });
});
