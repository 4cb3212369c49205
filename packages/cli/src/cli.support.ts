/** Runs the command line in-process: captured output, files from a map, and a real server as `fetch`. */
import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import type { Upstream } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import type { Fetch } from '@dragoman/sdk';
import { afterEach } from 'vitest';
import type { ExitCode } from './command/command.js';
import type { ServiceDefinition } from './demo/upstream.js';
import { run } from './run.js';
import type { Runtime, Terminal } from './terminal/runtime.js';

/** Output and exit code of a command line. */
export interface Outcome {
  code: ExitCode;
  stdout: string;
  stderr: string;
  /** Prompts that were shown. */
  questions: string[];
}

/** Overrides of the default: no terminal, no environment, no files, no answers to prompts. */
export interface Situation {
  env?: Record<string, string>;
  files?: Record<string, unknown>;
  /** Exports of modules, by file name. */
  modules?: Record<string, Record<string, unknown>>;
  stdin?: string;
  terminal?: Partial<Terminal>;
  fetch?: Fetch;
  answer?: string;
  cwd?: string;
  signal?: AbortSignal;
  /** Changes of watched files. */
  changes?: () => Iterable<void>;
}

/** A `fetch` without any server: every connection is refused. */
const refused: Fetch = async () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
};

/** Runs one command line. */
export async function call(argv: readonly string[], situation: Situation = {}): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' };
  const questions: string[] = [];
  const writer = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      printed[name] += text;
    },
    settled: () => Promise.resolve(),
  });
  const runtime: Runtime = {
    stdout: writer('stdout'),
    stderr: writer('stderr'),
    stdin: bytesOf(situation.stdin ?? ''),
    env: situation.env ?? {},
    cwd: situation.cwd ?? '/work',
    terminal: { stdin: false, stdout: false, stderr: false, columns: 100, ...situation.terminal },
    fetch: situation.fetch ?? refused,
    openFile: (path) => openFile(path, situation.files ?? {}),
    async listFiles(path) {
      const names = Object.keys(situation.files ?? {}).map((name) => posix.join('/work', name));
      const below = names.filter((name) => name.startsWith(`${posix.join(path, '/')}`));
      return below.length === 0 ? undefined : below.sort();
    },
    async *watchFiles() {
      yield* situation.changes?.() ?? [];
    },
    async writeFile(path, text) {
      if (situation.files === undefined) throw new Error('no files');
      situation.files[posix.basename(path.replaceAll('\\', '/'))] = text;
    },
    async createFile(path, text, { replace }) {
      const files = situation.files ?? {};
      const name = posix.relative(situation.cwd ?? '/work', path);
      if (!replace && Object.hasOwn(files, name)) throw Object.assign(new Error('there'), { code: 'EEXIST' });
      files[name] = text;
    },
    program: async () => ['dragoman'],
    async loadModule(path) {
      const module = situation.modules?.[posix.basename(path.replaceAll('\\', '/'))];
      if (module === undefined) throw new Error(`Cannot find module ${path}`);
      return module;
    },
    async ask(question) {
      questions.push(question);
      return situation.answer ?? '';
    },
    signal: situation.signal ?? new AbortController().signal,
    now: () => Date.parse('2026-11-15T00:00:00Z'),
    newId: randomUUID,
    version: '1.2.3',
  };
  const code = await run(argv, runtime);
  return { code, ...printed, questions };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function* openFile(path: string, files: Record<string, unknown>): AsyncGenerator<Uint8Array> {
  const content = files[posix.relative('/work', path)] ?? files[posix.basename(path.replaceAll('\\', '/'))];
  if (content === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
  if (content instanceof Uint8Array) yield content;
  else yield new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
}

/**
 * A server with an empty memory store, as a `fetch`. URLs that it fetches are served from `cards`, and services that it calls by
 * `agents`, each at `https://<id>.example/invoke`.
 */
export async function openRegistry(
  cards: Record<string, unknown> = {},
  agents: Record<string, ServiceDefinition> = {},
  settings: Record<string, string> = {},
) {
  const { createServer, loadConfig } = await import('@dragoman/server');
  const { createMemoryStore } = await import('@dragoman/core/engine');
  const absent = () => {
    throw Object.assign(new Error('none'), { code: 'ENOENT' });
  };
  const flags = { 'log-level': 'silent', 'secrets.key': '0'.repeat(64), 'search.embedder': 'none', ...settings };
  const config = loadConfig({ cwd: '/', environment: {}, flags, readFile: absent });
  const server = await createServer(config, {
    store: createMemoryStore(),
    upstream: upstreamOf(agents),
    host: {
      async fetch(uri) {
        const card = cards[uri];
        if (card === undefined) throw new Failure('UPSTREAM_ERROR');
        return {
          outcome: 'fetched',
          uri,
          bytes: new TextEncoder().encode(JSON.stringify(card)),
          mediaType: 'application/json',
        };
      },
    },
  });
  const fetch: Fetch = (input, init) => server.fetch(new Request(input, init));
  return { fetch, close: () => server.close() };
}

/** `openRegistry` for the tests of one file: closes every registry after the test that opened it. */
export function openRegistriesPerTest(): typeof openRegistry {
  const opened: Awaited<ReturnType<typeof openRegistry>>[] = [];
  afterEach(async () => {
    for (const registry of opened.splice(0)) await registry.close();
  });
  return async (...given) => {
    const registry = await openRegistry(...given);
    opened.push(registry);
    return registry;
  };
}

function upstreamOf(agents: Record<string, ServiceDefinition>): Upstream {
  return {
    async send({ url, body, headers, onSend }) {
      const { hostname, origin } = new URL(url);
      const agent = agents[hostname.split('.')[0] ?? ''];
      await onSend?.();
      const { operation = '', ...input } = (body ?? {}) as Record<string, never>;
      const reply = (await agent?.handle({ operation, input, headers })) ?? { cut: true };
      if (reply.cut === true) throw new Failure('UPSTREAM_ERROR');
      const text =
        reply.events === undefined
          ? JSON.stringify(reply.body)
          : `${reply.events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}event: done\ndata: {}\n\n`;
      return {
        status: reply.status ?? 200,
        headers: {},
        mediaType: reply.events === undefined ? 'application/json' : 'text/event-stream',
        body: new Response(text).body ?? new ReadableStream(),
        attempts: 1,
        origin,
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Metadata of a weather service. */
export const pierWeather = {
  id: 'pier-weather-001',
  name: 'Pier Weather',
  description: 'Wind and wave forecast for a harbour pier.',
  version: '1.0',
  publisher: 'Pier Weather Co-operative',
  capabilities: ['weather_forecast'],
  tags: ['weather', 'sea'],
  endpoint: 'https://pierweather.example/forecast',
  authentication: { type: 'api_key' },
  certification: { verified: true, quality_score: 4.1 },
  operations: [
    { name: 'forecast', description: 'Wind at a pier.', inputs: { type: 'object' }, outputs: { type: 'object' } },
  ],
};

/** Metadata of a freight service. */
export const freightDesk = {
  id: 'freight-desk',
  name: 'Northquay Freight Desk',
  description: 'Quotes container rates and reports where a booked container is.',
  capabilities: ['freight_quote'],
  tags: ['logistics', 'sea'],
  endpoint: 'https://agents.northquay.example/desk',
  supported_languages: ['en', 'pl'],
  inputs: { type: 'object' },
  outputs: { type: 'object' },
};
