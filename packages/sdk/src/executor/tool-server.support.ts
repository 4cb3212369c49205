/** A small N-ACT test server as a function of requests: locked versions, pages, injected faults, a log. */
import type { ToolArgument, ToolSignature } from '@dragoman/model';
import { checkInvocation } from '@dragoman/model';
import type { Fetch } from '../transport.js';

/** A received request. */
export interface Arrived {
  method: string;
  url: URL;
  headers: Headers;
  body: { name?: string; input_parameters?: ToolArgument[] } | undefined;
}

/** A reply that replaces the tool's own; `broken` is a connection error. */
export type Faulty = { status: number; body?: unknown; headers?: Record<string, string> } | 'broken';

/** A running server. */
export interface ToolServer {
  /** URL of its root. */
  root: string;
  fetch: Fetch;
  arrived: Arrived[];
  /** The invocations only. */
  invoked(): Arrived[];
  /** Adds a version, or a tool. */
  publish(signature: ToolSignature): void;
  /** Replies that precede the tools' own, one per request. */
  faults: Faulty[];
  /** Changes a published version, which no server may do. */
  tamper(version: ToolSignature): void;
  /** True: reads fail; invocations still work. */
  unlisted: boolean;
}

/** Server options. */
export interface ToolServerOptions {
  root?: string;
  tools: readonly ToolSignature[];
  /** Outputs for inputs, by tool name; by default one text per declared output. */
  answer?: (name: string, inputs: ReadonlyMap<string, unknown>) => unknown;
  /** Accepted tokens; all by default. */
  tokens?: string[];
  pageSize?: number;
  /** True: `text` selects tools by their names; otherwise it is ignored. */
  searches?: boolean;
}

/** Starts a server. */
export function createToolServer(options: ToolServerOptions): ToolServer {
  const versions: ToolSignature[] = [...options.tools];
  const root = options.root ?? 'https://tools.example/v2';
  const server: ToolServer = {
    root,
    arrived: [],
    faults: [],
    unlisted: false,
    invoked: () => server.arrived.filter(({ method }) => method === 'POST'),
    publish: (signature) => void versions.push(signature),
    tamper(version) {
      const at = versions.findIndex((each) => each.toolId === version.toolId && each.version === version.version);
      versions[at] = version;
    },
    async fetch(input, init) {
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Arrived['body']) : undefined;
      const request = { method: init.method ?? 'GET', url: new URL(input), headers: new Headers(init.headers), body };
      server.arrived.push(request);
      const fault = request.method === 'POST' ? server.faults.shift() : undefined;
      if (fault === 'broken') throw new TypeError('fetch failed');
      if (fault !== undefined) return reply(fault.status, fault.body ?? {}, fault.headers);
      return serve(request, { ...options, root, versions, unlisted: server.unlisted });
    },
  };
  return server;
}

type Serving = ToolServerOptions & { root: string; versions: readonly ToolSignature[]; unlisted: boolean };

function serve({ method, url, headers, body }: Arrived, serving: Serving): Response {
  const token = headers.get('authorization')?.replace('Bearer ', '') ?? '';
  if (serving.tokens !== undefined && !serving.tokens.includes(token))
    return reply(401, { error: { code: 'Unauthorized' } });
  const path = url.href.split('?')[0]?.slice(serving.root.length) ?? '';
  const [, id, version, invoke] = /^\/tools(?:\/([^/:]+)(?:\/versions(?:\/(\d+))?)?)?(:invoke)?$/.exec(path) ?? [];
  if (serving.unlisted && method === 'GET') return reply(503, {});
  if (id === undefined) return path === '/tools' ? page(latest(serving.versions), url, serving) : reply(404, {});
  const all = withCurrent(serving.versions.filter(({ toolId }) => toolId === id));
  if (path.endsWith('/versions')) return page(all.reverse(), url, serving);
  const found = version === undefined ? all.at(-1) : all.find((each) => each.version === Number(version));
  if (found === undefined) return reply(404, { error: { code: 'NotFound', message: 'There is no such tool.' } });
  if (invoke === undefined) return reply(200, found);
  const { invocation, faults } = checkInvocation(found, body);
  if (invocation === undefined) {
    return reply(400, { error: { code: 'InvalidInput', message: `${faults.length} problems`, details: faults } });
  }
  const inputs = new Map(invocation.input_parameters.map(({ name, value }) => [name, value]));
  return reply(200, serving.answer?.(found.name, inputs) ?? plainAnswer(found));
}

function plainAnswer({ output_parameters }: ToolSignature): unknown {
  return { output_parameters: output_parameters.map(({ name }) => ({ name, value: 'done' })) };
}

function withCurrent(versions: readonly ToolSignature[]): ToolSignature[] {
  const currentVersion = Math.max(...versions.map(({ version }) => version));
  return versions.map((each) => ({ ...each, currentVersion }));
}

function latest(versions: readonly ToolSignature[]): ToolSignature[] {
  const ids = [...new Set(versions.map(({ toolId }) => toolId))];
  return ids.flatMap((id) => withCurrent(versions.filter(({ toolId }) => toolId === id)).slice(-1));
}

function page(tools: readonly ToolSignature[], url: URL, { pageSize = 100, searches }: Serving): Response {
  const from = tools.findIndex(
    ({ toolId, version }) => cursorOf(toolId, version) === url.searchParams.get('pageCursor'),
  );
  const text = searches === true ? (url.searchParams.get('text') ?? '') : '';
  const rest = tools.slice(from + 1).filter(({ name }) => name.includes(text));
  const items = rest.slice(0, pageSize);
  const last = items.at(-1);
  const next = rest.length > pageSize && last !== undefined ? cursorOf(last.toolId, last.version) : null;
  return reply(200, { items, paging: { pageLimit: pageSize, next } });
}

/** Contains characters that must be encoded in a cursor. */
function cursorOf(toolId: string, version: number): string {
  return `${toolId}+/${version}=`;
}

function reply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** Gives the weather of a city. */
export const weather: ToolSignature = {
  toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4',
  name: 'lookup_weather_by_city',
  description: 'Returns the weather of today in one city.',
  version: 1,
  currentVersion: 1,
  tags: ['weather'],
  input_parameters: [
    { id: 'par-city', name: 'City', description: 'The city, for example Omaha.', maxLength: 40 },
    { id: 'par-days', name: 'Days Ahead', type: 'int', description: 'How many days from today.', required: false },
  ],
  output_parameters: [
    { id: 'out-temp', name: 'Temperature in Fahrenheit', type: 'int', description: 'At noon.' },
    { id: 'out-sky', name: 'Sky', type: 'json', description: 'Clouds by the hour.' },
  ],
};

/** Its next version: one more optional input and output. */
export const weather2: ToolSignature = {
  ...weather,
  version: 2,
  currentVersion: 2,
  input_parameters: [
    ...weather.input_parameters,
    { id: 'par-wind', name: 'With Wind', type: 'boolean', description: 'Whether wind is wanted.', required: false },
  ],
  output_parameters: [
    ...weather.output_parameters,
    { id: 'out-wind', name: 'Wind in Knots', type: 'int', description: 'At noon.' },
  ],
};

/** Orders a refill. */
export const refill: ToolSignature = {
  toolId: 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
  name: 'order_refill_for_prescription',
  description: 'Orders a refill of one prescription.',
  version: 1,
  currentVersion: 1,
  tags: ['refills'],
  input_parameters: [
    { id: 'rx', name: 'Prescription Number', description: 'The number on the label.', maxLength: 20 },
    { id: 'days', name: 'Days of Supply', type: 'int', description: 'How long it should last.', min: 1, max: 90 },
    {
      id: 'delivery',
      name: 'Delivery',
      type: 'enum',
      description: 'How the patient gets it.',
      'allowed-values': [
        { name: 'PICKUP', description: 'Collected at the branch.' },
        { name: 'HOME_COURIER', description: 'Brought home.' },
      ],
    },
    {
      id: 'generic',
      name: 'Accept Generic',
      type: 'boolean',
      description: 'Whether a generic will do.',
      required: false,
    },
  ],
  output_parameters: [{ id: 'order', name: 'Order Number', type: 'int', description: 'To quote at the counter.' }],
};

/** Returns where something is; several vendors have one under this name. */
export function statusTool(toolId: string, version = 1): ToolSignature {
  return {
    toolId,
    name: 'check_delivery_status',
    description: 'Returns where a parcel is.',
    version,
    currentVersion: version,
    input_parameters: [
      { id: 'no', name: 'Booking Number', description: 'The booking number.' },
      { id: 'leg', name: 'Leg', type: 'int', description: 'Which leg of the route.', required: false },
    ],
    output_parameters: [{ id: 'st', name: 'Status', description: 'Where it is.' }],
  };
}
