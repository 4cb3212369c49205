/** `dragoman probe`: checks a running API against the Agent-Friendly Profile. It only reads, unless writes are allowed by name. */
import type { ProbePlan, ProbeReport } from '@dragoman/lint/probe';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { secretOptions } from '../files/read-secret.js';
import { readLintConfig } from '../lint/lint-config.js';
import { readLintInput } from '../lint/lint-inputs.js';
import { readProbeOptions, sleep } from '../lint/probe-options.js';
import { planLines } from '../output/probe-plan.js';
import { probeLines } from '../output/probe-report.js';
import { reachesFailOn, reportOptions, writeReport } from '../output/write-report.js';
import { line } from '../terminal/paint.js';

/** Checks a running API against the Agent-Friendly Profile. */
export const probe: Command = {
  name: 'probe',
  summary: 'Check how a running API behaves, not only its description',
  details:
    'Calls the API as its OpenAPI description says and checks the responses against the Agent-Friendly HTTP API Profile: errors, ' +
    'pagination, cursors, order, conditional requests, field selection, strictness, deprecation, next actions, and ' +
    'for writes idempotency, dry runs, ' +
    'batches, long-running operations and the handling of user-supplied text. ' +
    'Only GET operations, and POST operations that the description marks as read-only, are called. Writes, and GET ' +
    'operations whose wording suggests a change, need --allow-writes and each operation by name with --writes; run ' +
    'them only in a sandbox. Created resources are deleted again if the delete operation is named too. Requests are ' +
    'rate limited and ' +
    'sent to one origin only, and Retry-After is honored. The plan is shown before the first request, with every ' +
    'operation that is left out, and why. A --key is ' +
    'sent to the API as a bearer token; DRAGOMAN_KEY is not. Exit code 0 when no finding reaches --fail-on, 1 when ' +
    'one does, 2 when the ' +
    'arguments or the description cannot be used.',
  arguments: [
    {
      name: 'base-url',
      required: true,
      multiple: false,
      description: 'Base URL of the paths in the description',
    },
  ],
  options: [
    {
      name: 'openapi',
      value: 'file',
      description: 'The description: a file, a URL, or "-" (default: /openapi.json below the base URL)',
    },
    {
      name: 'header',
      value: 'name: value',
      multiple: true,
      description: 'Header with a credential; never printed (repeatable)',
    },
    ...secretOptions,
    { name: 'allow-writes', description: 'Allow the writes that --writes names; only for a sandbox' },
    {
      name: 'writes',
      value: 'operations',
      multiple: true,
      description: 'With --allow-writes: write operations to call, as comma-separated operationIds',
    },
    {
      name: 'only',
      value: 'operations',
      multiple: true,
      description: 'Call only these reads, as comma-separated operationIds',
    },
    {
      name: 'base-path',
      value: 'path',
      description:
        'Base path of the paths (default: that of the base URL, of the server with its origin, or of the first server)',
    },
    { name: 'breadth', value: 'number', description: 'Operations that each check tries (default: 3)' },
    {
      name: 'burst',
      value: 'number',
      description: 'Send up to this many requests to one read operation, to provoke a 429',
    },
    { name: 'rate', value: 'number', description: 'Requests per second (default: 5)' },
    { name: 'max-requests', value: 'number', description: 'Maximum number of requests (default: 400)' },
    { name: 'timeout', value: 'seconds', description: 'Timeout of a request (default: 10)' },
    { name: 'max-bytes', value: 'number', description: 'Maximum bytes to read of a response (default: 1000000)' },
    { name: 'dry-run', description: 'Print the plan and the first requests; send nothing' },
    ...reportOptions,
    {
      name: 'config',
      value: 'file',
      description:
        'Names and attestations, as for lint (default: dragoman-lint.yaml or .json in the current directory)',
    },
    { name: 'verbose', description: 'Also list the reads of the first round before the first request' },
    { name: 'all', description: 'Also show findings of severity info and the checks that passed' },
  ],
  examples: [
    { line: 'dragoman probe http://127.0.0.1:8080 --openapi openapi.yaml', explanation: 'Only reads' },
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
      explanation: 'Show the first requests',
    },
  ],
  async run(context) {
    const report = await runProbe(context);
    const { checks } = await import('@dragoman/lint/probe');
    const text = () => probeLines(report, { color: context.print.color, all: context.options.flag('all') });
    await writeReport(context, [report], { program: { name: 'dragoman probe', rules: checks }, text });
    return reachesFailOn(context, [report]) ? 1 : 0;
  },
};

async function runProbe(context: CommandContext): Promise<ProbeReport> {
  const { runtime, options } = context;
  const { fetch, now, newId, signal } = runtime;
  const { probeDocument, ProbeRefused } = await import('@dragoman/lint/probe');
  const asked = await readProbeOptions(context);
  const { settings, attested, levels } = await readLintConfig(context);
  const { base, credentials } = asked;
  if (options.text('openapi') === undefined && /\.(?:json|ya?ml)$/i.test(base.pathname)) {
    throw new UsageError(
      `${base.href} looks like a description; write: dragoman probe ${base.origin} --openapi ${base.href}`,
    );
  }
  const source = options.text('openapi') ?? new URL('openapi.json', base.href.replace(/\/?$/, '/')).href;
  const ofApi = URL.canParse(source) && new URL(source).origin === base.origin;
  const bytes = await readProbed(context, source, ofApi ? credentials : {});
  const uri = source === '-' ? 'standard input' : source;
  const ports = { fetch, now, newId, signal, sleep };
  const lint = { settings, attested, levels };
  const onRequest = createRequestPrinter(context);
  const onPlan = (plan: ProbePlan) => {
    for (const each of planLines(plan, { verbose: options.flag('verbose') })) context.print.note(each);
  };
  try {
    return await probeDocument(bytes, { ...asked, uri, ports, lint, onRequest, onPlan });
  } catch (error) {
    if (!(error instanceof ProbeRefused)) throw error;
    throw new UsageError(error.message);
  } finally {
    context.print.progress(undefined);
  }
}

/** The description; without --openapi it may simply not be served there. */
async function readProbed(context: CommandContext, source: string, credentials: Readonly<Record<string, string>>) {
  try {
    return await readLintInput(context, source, credentials);
  } catch (error) {
    if (!(error instanceof UsageError) || context.options.text('openapi') !== undefined) throw error;
    throw new UsageError(`${error.message}; name the OpenAPI description with --openapi <file or URL>`);
  }
}

/** Prints every request of a dry run; otherwise shows the current request as progress. */
function createRequestPrinter({ options, print }: CommandContext): (request: string) => void {
  if (options.flag('dry-run')) return (request) => print.note(line`would send ${request}`);
  let count = 0;
  return (request) => {
    count += 1;
    print.progress(line`${count}  ${request.slice(0, 60)}`);
  };
}
