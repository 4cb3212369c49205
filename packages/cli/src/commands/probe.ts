/** `dragoman probe`: what a running API does, held against the Agent-Friendly Profile. Reads alone, unless writes are named. */
import type { ProbeReport } from '@dragoman/lint/probe';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { readLintConfig } from '../lint-config.js';
import { readLintInput } from '../lint-inputs.js';
import { line } from '../output/paint.js';
import { probeLines } from '../output/probe-report.js';
import { reachesFailOn, reportOptions, writeReport } from '../output/write-report.js';
import { readProbeOptions, sleep } from '../probe-options.js';
import { secretOptions } from '../read-secret.js';

/** Checks a running API against the Agent-Friendly Profile. */
export const probe: Command = {
  name: 'probe',
  summary: 'Check what a running API does, not only what its description says',
  details:
    'Calls the API as its OpenAPI description says and holds the answers against the Agent-Friendly HTTP API Profile: errors, ' +
    'pages, cursors, order, conditional requests, field selection, strictness, deprecation, next actions, and for writes idempotency, dry runs, ' +
    'batches, long-running operations and what becomes of texts of users. ' +
    'Only GET, and POST that the description marks as a read, are called; writes need --allow-writes and each operation by name with ' +
    '--writes, and belong to a sandbox. Things that are made are deleted again where the delete operation is named too. The pace is even and ' +
    'bounded, one origin is called, and Retry-After is kept. A --key goes to the API as a bearer token; DRAGOMAN_KEY does not. Exit code 0 when nothing reaches --fail-on, 1 when something does, 2 when the ' +
    'call or the description cannot be used.',
  arguments: [
    {
      name: 'base-url',
      required: true,
      multiple: false,
      description: 'Address below which the paths of the description lie',
    },
  ],
  options: [
    {
      name: 'openapi',
      value: 'file',
      description: 'The description: a file, an http address, or "-"; /openapi.json below the address unless given',
    },
    {
      name: 'header',
      value: 'name: value',
      multiple: true,
      description: 'A header that carries a credential; may be repeated, never shown',
    },
    ...secretOptions,
    { name: 'allow-writes', description: 'Allow the writes that --writes names; only for a sandbox' },
    {
      name: 'writes',
      value: 'operations',
      multiple: true,
      description: 'Operations that write, by operationId, with commas between; with --allow-writes',
    },
    {
      name: 'only',
      value: 'operations',
      multiple: true,
      description: 'Call only these reads, by operationId, with commas between',
    },
    { name: 'breadth', value: 'number', description: 'Operations that each check tries; 3 unless given' },
    { name: 'burst', value: 'number', description: 'Send up to so many requests of one read to see a 429' },
    { name: 'rate', value: 'number', description: 'Requests per second; 5 unless given' },
    { name: 'max-requests', value: 'number', description: 'Requests in all; 400 unless given' },
    { name: 'timeout', value: 'seconds', description: 'For one answer; 10 unless given' },
    { name: 'max-bytes', value: 'number', description: 'Bytes of one answer that are read; 1000000 unless given' },
    { name: 'dry-run', description: 'Print the first requests and send nothing' },
    ...reportOptions,
    {
      name: 'config',
      value: 'file',
      description: 'Names and attestations, as for lint; dragoman-lint.yaml or .json beside you is taken by itself',
    },
    { name: 'all', description: 'Show remarks, and every check that passed' },
  ],
  examples: [
    { line: 'dragoman probe http://127.0.0.1:8080 --openapi openapi.yaml', explanation: 'Reads alone' },
    {
      line: 'dragoman probe http://127.0.0.1:8080 --openapi openapi.yaml --allow-writes --writes task_create,task_delete',
      explanation: 'In a sandbox: idempotency, dry runs, cursors under inserts',
    },
    {
      line: 'dragoman probe https://api.example --secret-env API_TOKEN --format junit --output probe.xml',
      explanation: 'In CI, with a bearer token',
    },
    {
      line: 'dragoman probe https://api.example --openapi openapi.yaml --dry-run',
      explanation: 'What would be sent first',
    },
  ],
  async run(context) {
    const report = await runProbe(context);
    const { checks } = await import('@dragoman/lint/probe');
    const text = () => probeLines(report, { colour: context.print.colour, all: context.options.flag('all') });
    await writeReport(context, [report], { program: { name: 'dragoman probe', rules: checks }, text });
    return reachesFailOn(context, [report]) ? 1 : 0;
  },
};

async function runProbe(context: CommandContext): Promise<ProbeReport> {
  const { surroundings, options } = context;
  const { fetch, now, newId, signal } = surroundings;
  const { probeDocument, ProbeRefused } = await import('@dragoman/lint/probe');
  const asked = await readProbeOptions(context);
  const { settings, attested, levels } = await readLintConfig(context);
  const { base, credentials } = asked;
  const source = options.text('openapi') ?? new URL('openapi.json', base.href.replace(/\/?$/, '/')).href;
  const ofApi = URL.canParse(source) && new URL(source).origin === base.origin;
  const bytes = await readLintInput(context, source, ofApi ? credentials : {});
  const uri = source === '-' ? 'standard input' : source;
  const ports = { fetch, now, newId, signal, sleep };
  const lint = { settings, attested, levels };
  try {
    return await probeDocument(bytes, { ...asked, uri, ports, lint, onRequest: createTeller(context) });
  } catch (error) {
    if (!(error instanceof ProbeRefused)) throw error;
    throw new UsageError(error.message);
  } finally {
    context.print.progress(undefined);
  }
}

/** In a dry run every request is told; otherwise the last one is shown while it is under way. */
function createTeller({ options, print }: CommandContext): (request: string) => void {
  if (options.flag('dry-run')) return (request) => print.note(line`would send ${request}`);
  let count = 0;
  return (request) => {
    count += 1;
    print.progress(line`${count}  ${request.slice(0, 60)}`);
  };
}
