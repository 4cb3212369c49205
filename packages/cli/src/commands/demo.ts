/**
 * `dragoman demo`: runs a registry, a gateway and three services on this machine for a minute, and the commands a newcomer
 * would type. Everything uses free ports and a temporary folder, and is removed afterwards.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Command, CommandContext, ExitCode } from '../command/command.js';
import type { DemoUpstreams } from '../demo/start-upstreams.js';
import { startDemoUpstreams } from '../demo/start-upstreams.js';
import type { DemoStep } from '../demo/story.js';
import { demoSteps } from '../demo/story.js';
import { line, verbatim } from '../terminal/paint.js';
import type { Runtime, Writer } from '../terminal/runtime.js';

/** Runs the demo. */
export const demo: Command = {
  name: 'demo',
  summary: 'Run a one-minute tour with three services, a registry and a gateway',
  details:
    'Starts three small services and a server on free local ports, with a store in a temporary folder, and shows ' +
    'search, inspection, calls, retries, preview, confirmation and audit. It uses only this machine and removes ' +
    'everything at the end. Exit code 1 when a step does not give the expected result.',
  arguments: [],
  options: [{ name: 'yes', short: 'y', description: 'Do not pause between steps' }],
  examples: [
    { line: 'dragoman demo', explanation: 'Pause before each step' },
    { line: 'dragoman demo --yes', explanation: 'Run without pauses' },
  ],
  async run(context) {
    const upstreams = await startDemoUpstreams();
    try {
      return await withFolder((folder) =>
        withServer(folder, upstreams, async (address) => {
          const files = await writeDocuments(folder, upstreams);
          return runSteps(context, demoSteps(files, join(folder, 'demo.db')), { folder, address });
        }),
      );
    } finally {
      await upstreams.close();
    }
  },
};

async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-demo-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withServer<Result>(
  folder: string,
  { settings }: DemoUpstreams,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const { createServer, loadConfig } = await import('@dragoman/server');
  const own = { port: 0, store: join(folder, 'demo.db'), 'log-level': 'silent', 'gateway.auditDurable': true };
  // Isolated from the user: no configuration file, no environment, no other store.
  const config = loadConfig({ cwd: folder, environment: {}, flags: { ...own, ...settings } });
  const server = await createServer(config);
  try {
    const { url } = await server.listen();
    return await work(url);
  } finally {
    await server.close();
  }
}

async function writeDocuments(folder: string, upstreams: DemoUpstreams): Promise<string[]> {
  const documents = [upstreams.harbourDesk, upstreams.oldLedger, upstreams.stormRelay].map(({ document }) => document);
  const files = documents.map(({ id }) => `${id}.json`);
  await Promise.all(
    documents.map((document, index) => writeFile(join(folder, files[index] ?? ''), JSON.stringify(document))),
  );
  return files;
}

interface DemoServer {
  folder: string;
  address: string;
}

interface StepResult {
  command: string;
  code: ExitCode;
  output: string;
  /** True when the step showed what it should. */
  ok: boolean;
}

async function runSteps(context: CommandContext, steps: readonly DemoStep[], server: DemoServer): Promise<ExitCode> {
  const { print, runtime, options } = context;
  const paced = !options.flag('yes') && !print.json && runtime.terminal.stdin && runtime.terminal.stdout;
  const results: StepResult[] = [];
  if (!print.json) print.out(line`A server with a registry and a gateway is listening on ${server.address}.`);
  for (const [index, step] of steps.entries()) {
    if (runtime.signal.aborted) return 1;
    if (!print.json) announce(context, step, `${index + 1}/${steps.length}`);
    // A closed prompt returns a line break: the user wants to stop.
    if (paced && (await runtime.ask('  (Enter) ')) === '\n') return 1;
    const result = await runStep(context, step, server);
    results.push(result);
    if (!result.ok) {
      print.note(
        line`${print.noteColor.bad('error:')} this step did not show what it should (exit code ${result.code})`,
      );
      break;
    }
  }
  if (print.json) print.value({ steps: results });
  const good = results.length === steps.length && results.every(({ ok }) => ok);
  if (good && !print.json) {
    print.out(line``);
    print.out(line`Done. The demo left nothing behind; "dragoman serve" starts a permanent server.`);
  }
  return good ? 0 : 1;
}

function announce({ print: { out, color } }: CommandContext, step: DemoStep, number: string): void {
  out(line``);
  out(line`${color.strong(`${number}  ${step.title}`)}`);
  out(line`${step.intro}`);
  out(verbatim(line`${color.faint('$')} ${color.name(`dragoman ${step.argv.map(quoted).join(' ')}`)}`));
}

function quoted(word: string): string {
  return /^[\w./:=@-]+$/.test(word) ? word : `"${word}"`;
}

/** Runs a command as if it had been typed in the folder, with all output in one stream. */
async function runStep(
  { runtime, print, run }: CommandContext,
  step: DemoStep,
  server: DemoServer,
): Promise<StepResult> {
  let output = '';
  let transcript = '';
  const tee: Writer = {
    write(text) {
      output += text;
      if (!print.json) runtime.stdout.write(text);
    },
    settled: () => runtime.stdout.settled(),
  };
  const { terminal, env } = runtime;
  const isShown = terminal.stdout && !print.json;
  const inner: Runtime = {
    ...runtime,
    stdout: tee,
    stderr: tee,
    // Words are looked for here, because a terminal may have broken them anywhere.
    transcript(text) {
      transcript += stripVTControlCharacters(text);
    },
    terminal: { ...terminal, stdin: false, stdout: isShown, stderr: isShown },
    env: { ...(env.NO_COLOR === undefined ? {} : { NO_COLOR: env.NO_COLOR }), DRAGOMAN_SERVER: server.address },
    cwd: server.folder,
  };
  const code = await run(step.argv, inner);
  const ok = code === step.code && step.shows.every((text) => transcript.includes(text));
  return { command: `dragoman ${step.argv.map(quoted).join(' ')}`, code, output, ok };
}
