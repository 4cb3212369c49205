/** `dragoman doctor`: checks configuration, files, connections, clocks and a running server, each problem with its fix. */
import { isDragomanError } from '@dragoman/sdk';
import type { Finding } from '@dragoman/server';
import type { Command, CommandContext } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { sourcesOf } from '../registry/local-store.js';
import { serverOf } from '../registry/server-address.js';
import { line } from '../terminal/paint.js';
import { serve } from './serve.js';

/** Checks a server and its machine. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check configuration, files, connections and clocks, and explain how to fix each problem',
  details:
    'Reads the same configuration as "dragoman serve" and changes nothing: the database is not created or migrated. ' +
    'If a server runs, its state is checked too. Exit code 1 when a problem is found; warnings do not count.',
  arguments: [],
  options: [
    ...serve.options,
    { name: 'remote', description: 'Check only the running server, such as one on another machine' },
  ],
  examples: [
    { line: 'dragoman doctor', explanation: 'This machine, and the server that runs on it' },
    { line: 'dragoman doctor --remote --server https://registry.example', explanation: 'A server elsewhere' },
    { line: 'dragoman doctor --json', explanation: 'For scripts' },
  ],
  async run(context) {
    const { print, options } = context;
    const { examine } = await import('@dragoman/server');
    const here = options.flag('remote') ? [] : await examine(sourcesOf(context));
    const findings = [...here, ...(await checkServer(context, options.flag('remote')))];
    const problems = findings.filter(({ state }) => state === 'problem').length;
    if (print.json) print.value({ ok: problems === 0, findings });
    else printFindings(context, findings, problems);
    return problems === 0 ? 0 : 1;
  },
};

function printFindings({ print, options }: CommandContext, findings: readonly Finding[], problems: number): void {
  const { color } = print;
  const marks = { good: color.good('good'), warning: color.warning('warning'), problem: color.bad('problem') };
  const columns = [{ title: 'check' }, { title: 'state' }, { title: 'finding', min: 30, prose: true }];
  print.table(
    columns,
    findings.map(({ check, state, detail, fix }) => [
      check,
      marks[state],
      fix === undefined ? detail : line`${detail} ${color.strong('Fix:')} ${fix}`,
    ]),
  );
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;
  print.note(line`${count(problems, 'problem')}, ${count(warnings, 'warning')}, ${findings.length} checks.`);
  if (!options.flag('remote'))
    print.note(
      line`Configuration, files and store are checked as "dragoman serve" would use them in this folder; a running server may have other settings ("dragoman config --running").`,
    );
}

/** The running server: whether it is ready, of this version, with the same clock, and which parts need attention. */
async function checkServer(context: CommandContext, required: boolean): Promise<Finding[]> {
  const { signal, version } = context.runtime;
  const { compareClocks } = await import('@dragoman/server');
  const client = connect(context, { attempts: 1, timeoutMs: 5000 });
  const address = serverOf(context);
  try {
    const sentAt = Date.now();
    const { ready, details } = await client.ready({ signal });
    const middle = (sentAt + Date.now()) / 2;
    const state: Finding = ready
      ? { check: 'server', state: 'good', detail: `${address} is ready.` }
      : {
          check: 'server',
          state: 'problem',
          detail: `${address}: ${String(details.detail ?? 'not ready')}`,
          fix: 'See the log: dragoman logs --level warn',
        };
    const dated = await context.runtime.fetch(new URL('healthz', client.baseUrl).href, { signal });
    // The header has whole seconds.
    const theirs = Date.parse(dated.headers.get('date') ?? '') + 500;
    const clock = Number.isNaN(theirs) ? [] : [compareClocks('the server', theirs, Math.max(middle, Date.now()))];
    return [state, ...clock, ...(await checkParts(context, version))];
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    if (!required && error.code === 'CONNECTION_FAILED') {
      return [{ check: 'server', state: 'good', detail: `No server runs at ${address}.` }];
    }
    const fix = 'Check --server, the network, and that the server runs: dragoman serve';
    return [{ check: 'server', state: 'problem', detail: `${address}: ${error.message}`, fix }];
  }
}

async function checkParts(context: CommandContext, version: string): Promise<Finding[]> {
  try {
    const status = await connect(context, { attempts: 1 }).status.read({ signal: context.runtime.signal });
    const older: Finding[] =
      status.version === version
        ? []
        : [
            {
              check: 'version',
              state: 'warning',
              detail: `The server is version ${status.version}; this program is ${version}.`,
              fix: 'Upgrade the older one.',
            },
          ];
    return [
      ...older,
      ...status.parts
        .filter(({ state }) => state !== 'ready')
        .map(
          ({ part, state, detail }): Finding => ({
            check: `server: ${part}`,
            state: state === 'failed' ? 'problem' : 'warning',
            detail,
            fix: fixes[part] ?? 'See dragoman status and dragoman logs.',
          }),
        ),
    ];
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    const fix = 'Set DRAGOMAN_KEY to a key with the scope admin.';
    return [{ check: 'server', state: 'warning', detail: `Its parts cannot be read: ${error.message}`, fix }];
  }
}

const fixes: Readonly<Record<string, string>> = {
  store: 'Check that the database runs, accepts writes and has space.',
  disk: 'Free some space on the disk of the store.',
  redis: 'Check redis.url and that Redis runs.',
  sources: 'See dragoman sources list.',
  servers: 'See dragoman servers list --stderr.',
};
