/** What agents must be able to do with the gateway; each step returns the cell of the table in docs/reference/frameworks.md. */
import type { Agent, Setting } from './agent.js';
import type { Desk } from './desk.js';
import type { Line, Use } from './script.js';
import { createScript } from './script.js';

/** An agent of the table. */
export interface Column {
  title: string;
  agent: Agent;
  /** How it is connected: with its MCP client, or with the executor. */
  way: 'MCP' | 'executor';
}

/** One row of the table. */
export interface Row {
  title: string;
  /** How the step is tested. */
  how: string;
  run(column: Column, desk: Desk): Promise<string>;
}

type Where = Pick<Setting, 'root' | 'mcp' | 'apiKey'> & Partial<Setting>;

/** Runs a conversation; returns every request to the model. */
async function converse({ agent }: Column, where: Where, lines: readonly Line[]): Promise<string[]> {
  const script = createScript([...lines, 'Done.']);
  await agent({ question: 'Please help.', ...where, script });
  return script.seen;
}

const call = (name: string, inputs: Record<string, unknown> = {}): Line => [[name, inputs]];
const isIn = (text: string | undefined, ...parts: (string | RegExp)[]) =>
  parts.every((part) => (typeof part === 'string' ? text?.includes(part) : part.test(text ?? '')));
const yes = (isSo: boolean, words = 'yes') => (isSo ? words : 'no');

async function deleteBerth(column: Column, desk: Desk, id: string, approved: boolean): Promise<string | undefined> {
  const caller = column.way === 'MCP' ? 'worker' : 'loop';
  const where = { ...desk.settingOf('desk', caller), approve: () => approved };
  const seen = await converse(column, where, [call('delete_berth', { id })]);
  return seen[1];
}

/** A part of a request that an API reads as an image. */
const imagePart = /image_url|input_image|inlineData|"type":"(image|image-data|media|file)"|"image":\{|mimeType":"image/;

/** The steps, in order. */
export const rows: readonly Row[] = [
  {
    title: 'List',
    how: 'The model is shown all tools of a service, with their inputs.',
    async run(column, desk) {
      const [first] = await converse(column, desk.settingOf('desk'), []);
      return yes(isIn(first, 'get_berth', 'delete_berth', 'get_photo', 'Id of the berth'));
    },
  },
  {
    title: 'Find, describe, call',
    how: 'The model finds a tool for a task among all services: over MCP with `search_tools`, `describe_tool` and `call_tool`; the executor gets the tools that the registry finds.',
    async run(column, desk) {
      desk.arrived.length = 0;
      const where = desk.findingFor('read one berth of the harbour');
      const { root } = desk.settingOf('desk');
      const inputs = { id: 'B7' };
      const named = { agent: decodeURIComponent(root.split('/').at(-1) ?? ''), tool: 'get_berth' };
      const lines =
        column.way === 'executor'
          ? [(request: string): Use[] => [[/[\w-]*get_berth/.exec(request)?.[0] ?? '', inputs]]]
          : [
              call('search_tools', { query: 'read one berth of the harbour' }),
              call('describe_tool', named),
              call('call_tool', { ...named, arguments: inputs }),
            ];
      const seen = await converse(column, where, lines);
      return yes(isIn(seen.at(-1), 'Hel') && desk.arrived.join() === 'GET /berths/B7');
    },
  },
  {
    title: 'Destructive call without a person',
    how: 'The model deletes something, and no person approves. Nothing reaches the service, and the model is informed.',
    async run(column, desk) {
      desk.arrived.length = 0;
      const told = await deleteBerth(column, desk, 'B1', false);
      if (desk.arrived.length > 0) return 'no';
      if (isIn(told, /waits for the approval|approv.*pending|APPROVAL_PENDING|pending.*approv/i)) return 'waits';
      return yes(isIn(told, 'needs the approval of a person, which was not given'), 'declined');
    },
  },
  {
    title: 'Destructive call with a person',
    how: 'A person approves: on the server for a call over MCP, which is then repeated; in `escalate.ask` for the executor. It is executed once.',
    async run(column, desk) {
      desk.arrived.length = 0;
      let told = await deleteBerth(column, desk, 'B2', true);
      if (column.way === 'MCP') {
        if (desk.arrived.length > 0 || (await desk.approveAll()) === 0) return 'no';
        told = await deleteBerth(column, desk, 'B2', true);
      }
      return yes(isIn(told, 'Hel') && desk.arrived.join() === 'DELETE /berths/B2');
    },
  },
  {
    title: 'Error with retry hint',
    how: 'The service answers 503 with `Retry-After: 30`; the model reads what failed, and when it may retry.',
    async run(column, desk) {
      const seen = await converse(column, desk.settingOf('desk'), [call('read_tide')]);
      return yes(isIn(seen[1], '503', 'in 30 seconds'));
    },
  },
  {
    title: 'Progress',
    how: 'A tool of an MCP server reports its progress; the program receives it if the framework passes it on.',
    async run(column, desk) {
      const progress: number[] = [];
      const where = { ...desk.settingOf('progress'), onProgress: (value: number) => void progress.push(value) };
      const seen = await converse(column, where, [call('test_tool_with_progress')]);
      if (!isIn(seen[1], 'done')) return 'no';
      return progress.join() === '0,50,100' ? 'yes' : 'result only';
    },
  },
  {
    title: 'Cancel',
    how: 'The program aborts while a call runs; the call ends at the service too.',
    async run(column, desk) {
      desk.arrived.length = 0;
      const before = desk.canceled;
      const abort = new AbortController();
      const where = { ...desk.settingOf('desk'), signal: abort.signal };
      const ended = converse(column, where, [call('wait_for_pilot')]).then(
        () => 'ended',
        () => 'rejected',
      );
      await until(() => desk.arrived.length > 0);
      abort.abort();
      const isCanceled = await until(() => desk.canceled > before, 300);
      desk.sendPilot();
      await ended;
      return yes(isCanceled);
    },
  },
  {
    title: 'Large result',
    how: 'The service returns 1 MB; the model gets the first part of it, and how to read on.',
    async run(column, desk) {
      const seen = await converse(column, desk.settingOf('desk'), [call('read_log')]);
      const characters = (seen[1]?.length ?? 0) - (seen[0]?.length ?? 0);
      if (characters > 500_000) return 'whole';
      return characters > 5_000 ? 'first part' : yes(isIn(seen[1], 'characters'), 'refused with the size');
    },
  },
  {
    title: 'Image',
    how: 'The service returns a PNG image; the model gets it as an image, not as text.',
    async run(column, desk) {
      const seen = await converse(column, desk.settingOf('desk'), [call('get_photo')]);
      if (isIn(seen[1], 'iVBORw0KGgo', imagePart)) return 'yes';
      return isIn(seen[1], 'iVBORw0KGgo') ? 'as text' : yes(isIn(seen[1], 'image/png'), 'described');
    },
  },
  {
    title: '167 tools',
    how: 'The model is shown a service with 167 tools, or the program gets an error that names the limit of the model API.',
    async run(column, desk) {
      const seen = await converse(column, desk.settingOf('cranes'), []).catch((error: unknown) => [String(error)]);
      if (isIn(seen[0], 'accepts at most 128 tools')) return 'refused: at most 128';
      return `${new Set(seen[0]?.match(/read_crane_\d+/g)).size} shown`;
    },
  },
  {
    title: 'Root union',
    how: 'A tool whose input is one of two objects: it is shown as a plain object (over N-ACT as one input with JSON text), a call for one of them works, and a wrong mix gets a correction.',
    async run(column, desk) {
      desk.arrived.length = 0;
      const isMcp = column.way === 'MCP';
      const use = (inputs: object) => call('moor_vessel', isMcp ? { ...inputs } : { input: JSON.stringify(inputs) });
      const lines = [use({ berth: 'B7', pier: 'P1' }), use({ pier: 'P1', side: 'A' })];
      const seen = await converse(column, desk.settingOf('union'), lines);
      if (isIn(seen[0], '"oneOf"') || !isIn(seen[1], /INVALID_INPUT|was not called|answered 400/)) return 'no';
      return yes(isIn(seen[2], 'Hel') && desk.arrived.join() === 'POST /moor', isMcp ? 'yes' : 'as JSON text');
    },
  },
];

/** Polls a condition every ten milliseconds; false when it does not become true. */
async function until(isSo: () => boolean, most = 3_000): Promise<boolean> {
  for (let tries = 0; tries < most && !isSo(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return isSo();
}
