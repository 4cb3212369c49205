/** `dragoman add`: registers services from documents in files or at URLs. */
import type { AgentDocument, ClientServers, ImportCuration, StdioCommand } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { readInterval } from '../command/interval.js';
import { UsageError } from '../command/usage-error.js';
import { fillVariables, readServersText } from '../files/read-client-servers.js';
import type { FoundDocument } from '../files/read-documents.js';
import { readBytes, readDocuments, UnreadableFile } from '../files/read-documents.js';
import { configureServer, serverOf } from '../mcp/configure-server.js';
import { noteConfirmations } from '../output/confirmation-notes.js';
import { diagnosticLines } from '../output/diagnostic-lines.js';
import { printPreview } from '../output/import-preview.js';
import { printSources } from '../output/source-table.js';
import { addServer, dropServer, readStandardError } from '../registry/add-servers.js';
import { connect } from '../registry/connect.js';
import type { ItemResult, OriginatedItem } from '../registry/import-batches.js';
import { importBatches } from '../registry/import-batches.js';
import { serverOf as registryOf } from '../registry/server-address.js';
import { line } from '../terminal/paint.js';
import type { Runtime } from '../terminal/runtime.js';

/** Registers services. */
export const add: Command = {
  name: 'add',
  summary: 'Register services from files or URLs',
  details:
    'A file contains one document in JSON or YAML, or an array of documents: service metadata, OpenAPI 3.x, Swagger 2.0, AGIS (.agis), ' +
    'Arazzo, N-ACT, A2A cards or a list of MCP tools; or the configuration of an MCP client (Claude, Cursor, VS ' +
    'Code, Codex, Zed, OpenCode, Continue, …), ' +
    'whose servers are all added: programs run next to the registry, which needs the scope admin. "-" reads ' +
    'standard input. Files that an OpenAPI document references are read from its own folder. The registry fetches URLs itself. ' +
    'Prints one line per item, and the tools that require a confirmation, with who must confirm; exit code 1 when an ' +
    'item was not registered.',
  arguments: [{ name: 'file|url', required: false, multiple: true, description: 'Files, "-", or https URLs' }],
  options: [
    { name: 'public', description: 'Visible to everyone who may use the registry' },
    { name: 'private', description: 'Visible only to you, administrators and granted callers' },
    {
      name: 'grant',
      value: 'who',
      multiple: true,
      description: 'With --private, who else can see them: caller:<subject> or scope:<scope> (repeatable)',
    },
    {
      name: 'include',
      value: 'pattern',
      multiple: true,
      description:
        'OpenAPI: import only operations that match tag:…, path:…, method:… or id:… (repeatable; kinds are combined with AND)',
    },
    {
      name: 'exclude',
      value: 'pattern',
      multiple: true,
      description: 'OpenAPI: skip operations that match (repeatable)',
    },
    {
      name: 'media-type',
      value: 'type',
      multiple: true,
      description:
        'OpenAPI: use this media type where offered, as multipart/form-data or id:upload*=multipart/form-data ' +
        '(repeatable; default: JSON, then forms, text)',
    },
    { name: 'max', value: 'count', description: 'OpenAPI: import at most this many operations' },
    { name: 'id', value: 'id', description: 'Id of the service, such as github (one document only)' },
    { name: 'call-at', value: 'url', description: 'OpenAPI and AGIS: base URL for all calls' },
    {
      name: 'operation',
      value: 'name',
      multiple: true,
      description: 'Import only this operation, under the name that --dry-run shows (repeatable)',
    },
    { name: 'dry-run', description: 'Store nothing; show what would be stored, and every finding' },
    { name: 'report', description: 'Report what was read, derived and skipped, and why' },
    { name: 'stdio', value: 'command', description: 'Run this MCP server next to the registry and register its tools' },
    {
      name: 'name',
      value: 'word',
      description: 'With --stdio, the name of the server, which is the id of the service',
    },
    {
      name: 'config',
      value: 'file',
      description: 'With --stdio, write it to this configuration file; works without a running registry',
    },
    { name: 'crawl', value: 'interval', description: 'Poll the URLs: 15m, 6h, 1d (URLs only)' },
  ],
  examples: [
    { line: 'dragoman add agent.json', explanation: 'Register one document' },
    { line: 'dragoman add freight.agis', explanation: 'Register a service described in AGIS' },
    { line: 'dragoman add agents/*.json --private', explanation: 'Register several services, visible only to you' },
    {
      line: 'dragoman add openapi.yaml --include tag:pets --include method:get --max 20 --report',
      explanation: 'Register some operations of an API and report on the rest',
    },
    { line: 'dragoman add openapi.yaml --dry-run', explanation: 'Preview an API before you import it' },
    { line: 'dragoman add https://tools.example/mcp', explanation: 'Register the tools of a running MCP server' },
    { line: 'dragoman add ~/.cursor/mcp.json', explanation: 'Add all MCP servers of a client' },
    {
      line: 'dragoman add --stdio "npx -y @modelcontextprotocol/server-filesystem /srv/docs" --name files',
      explanation: 'Run an MCP server next to the registry',
    },
    {
      line: 'dragoman add https://pierweather.example/.well-known/agent-card.json --crawl 6h',
      explanation: 'Register an agent card and poll it every six hours',
    },
  ],
  async run(context) {
    const { options } = context;
    const args = [...context.args];
    checkOptions(context);
    const command = options.text('stdio');
    const gathered: Gathered = { items: [], failed: [], ids: new Map(), servers: new Set() };
    if (command !== undefined) {
      const server = serverOf(context, command);
      if (options.text('config') === undefined) await gatherServer(context, server, gathered);
      else if (await configureServer(context, server)) args.push(`stdio:${server.name}`);
      else return 0;
    }
    const interval = options.text('crawl');
    if (interval !== undefined) return crawl(context, readInterval(interval));
    for (const argument of args) await gather(context, argument, gathered);
    const { items, failed: results } = gathered;
    for (const result of results) printResult(context, result);
    const client = connect(context, { timeoutMs: 300_000, attempts: 5 });
    let done = 0;
    let waiting = 0;
    const { signal } = context.runtime;
    const wanted = { signal, report: options.flag('report'), dryRun: options.flag('dry-run') };
    for await (const batch of importBatches(client, items, wanted)) {
      for (const result of batch.results) {
        const stderr = await readStandardError(context, result);
        if (stderr.length > 0) result.stderr = stderr;
        printResult(context, result);
        if (result.error !== undefined && gathered.servers.has(result.origin)) await dropServer(context, result.origin);
      }
      results.push(...batch.results);
      done += batch.results.length;
      waiting = batch.vectorsWaiting ?? 0;
      if (done < items.length) context.print.progress(line`${done} of ${items.length}, ${waiting} vectors wait …`);
    }
    return summarize(context, results, waiting);
  },
};

function checkOptions({ args, options }: CommandContext): void {
  const files = args.filter((argument) => !isAddress(argument));
  const grants = options.texts('grant');
  if (options.flag('private') && options.flag('public')) throw new UsageError('give either --private or --public');
  if (grants.length > 0 && !options.flag('private')) throw new UsageError('--grant needs --private');
  if (grants.length > 0 && files.length < args.length) {
    throw new UsageError('--grant works for files only: a document at a URL states its own grants');
  }
  const [odd] = grants.filter((grant) => !/^(caller|scope):./.test(grant));
  if (odd !== undefined) throw new UsageError(`--grant takes caller:<subject> or scope:<scope>, not "${odd}"`);
  if (options.text('crawl') !== undefined && files.length > 0) {
    throw new UsageError(`--crawl works for URLs only, and "${files[0]}" is a file`);
  }
  if (options.flag('dry-run') && (options.text('crawl') ?? options.text('config')) !== undefined)
    throw new UsageError('--dry-run cannot be used with --crawl or --config');
  if (options.text('id') !== undefined && args.length > 1) throw new UsageError('--id works for one document only');
  if (options.text('stdio') !== undefined && files.length > 0) {
    throw new UsageError(
      `--stdio takes the whole command in quotes: --stdio "${[options.text('stdio'), ...files].join(' ')}"`,
    );
  }
  if (args.length === 0 && options.text('stdio') === undefined) throw new UsageError('<file|url> is missing');
  for (const name of ['name', 'config']) {
    if (options.text(name) !== undefined && options.text('stdio') === undefined)
      throw new UsageError(`--${name} needs --stdio`);
  }
  if (args.filter((argument) => argument === '-').length > 1) throw new UsageError('"-" can be given only once');
}

/** The import filter that the options set; empty when they set none. */
function curationOf({ options }: CommandContext, isAgis = false): { curation?: ImportCuration } {
  const [include, exclude] = [options.texts('include'), options.texts('exclude')];
  const max = options.number('max', { min: 1, max: 10_000 });
  const operations = options.texts('operation');
  const mediaTypes = options.texts('media-type');
  const server = isAgis ? undefined : options.text('call-at');
  const id = options.text('id');
  const curation: ImportCuration = {
    ...(include.length === 0 ? {} : { include }),
    ...(exclude.length === 0 ? {} : { exclude }),
    ...(mediaTypes.length === 0 ? {} : { media_types: mediaTypes }),
    ...(max === undefined ? {} : { max }),
    ...(operations.length === 0 ? {} : { operations }),
    ...(server === undefined ? {} : { server }),
    ...(id === undefined ? {} : { id }),
    ...visibilityOf(options),
  };
  return Object.keys(curation).length === 0 ? {} : { curation };
}

function isAddress(argument: string): boolean {
  return /^(?:mcp\+)?https?:\/\//i.test(argument) || /^stdio:/.test(argument);
}

/** Items to send, items that failed before sending, and the ids seen so far with their origin. */
interface Gathered {
  items: OriginatedItem[];
  failed: ItemResult[];
  ids: Map<string, string>;
  /** Addresses of servers that this command added. */
  servers: Set<string>;
}

async function gather(context: CommandContext, argument: string, gathered: Gathered): Promise<void> {
  const { items, failed } = gathered;
  if (isAddress(argument)) {
    items.push({ origin: argument, item: { url: argument, ...curationOf(context) }, length: argument.length });
    return;
  }
  try {
    const { runtime, servers } = await lookForServers(context.runtime, argument);
    if (servers === undefined) {
      for (const found of await readDocuments(runtime, argument)) gatherDocument(context, found, gathered);
      return;
    }
    for (const { name, text } of servers.remarks) context.print.note(line`${argument}: ${name} ${text}`);
    await gatherServers(context, argument, { servers, gathered });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    failed.push({ origin: argument, outcome: 'failed', error: { code: 'UNREADABLE_FILE', message: error.message } });
  }
}

/** Adds the programs and the URLs of a client's configuration, with the variables of this process filled in. */
async function gatherServers(
  context: CommandContext,
  argument: string,
  { servers, gathered }: { servers: ClientServers; gathered: Gathered },
): Promise<void> {
  const { runtime, print } = context;
  const others = servers.items.filter((item) => !('url' in item && isOfRegistry(context, item.url)));
  if (others.length < servers.items.length) print.note(line`${argument}: connections to this registry are left out`);
  const isEmpty = servers.commands.length + others.length === 0;
  if (isEmpty) print.note(line`${argument}: no server was added`);
  for (const server of servers.commands) {
    const { filled, missing } = fillVariables(server, runtime, argument);
    if (missing.length === 0) await gatherServer(context, filled, gathered);
    else gathered.failed.push(missingVariables(`stdio:${server.name}`, server.name, missing));
  }
  const { curation } = curationOf(context);
  for (const item of others) {
    const { filled, missing } = fillVariables(item, runtime, argument);
    const origin = 'url' in item ? item.url : argument;
    const made = { ...filled, curation: { ...item.curation, ...curation } };
    if (missing.length === 0) gathered.items.push({ origin, item: made, length: origin.length });
    else gathered.failed.push(missingVariables(origin, item.curation?.id, missing));
  }
}

/** True for an endpoint of the registry, as `connect` writes it. */
function isOfRegistry(context: CommandContext, url: string): boolean {
  const address = url.replace(/^mcp\+/, '');
  const registry = registryOf(context);
  return URL.canParse(address) && URL.canParse(registry) && new URL(address).origin === new URL(registry).origin;
}

/** The failure of a server whose configuration refers to variables that this process does not have. */
function missingVariables(origin: string, id: string | undefined, missing: readonly string[]): ItemResult {
  const message = `its configuration refers to values that are not set here: ${missing.join(', ')}; set them as environment variables of this command`;
  return {
    origin,
    ...(id === undefined ? {} : { id }),
    outcome: 'failed',
    error: { code: 'MISSING_VARIABLE', message },
  };
}

/** The servers of a client's configuration, if the file is one; standard input can be read again afterwards. */
async function lookForServers(runtime: Runtime, path: string) {
  if (/\.agis$/i.test(path)) return { runtime, servers: undefined };
  const bytes = await readBytes(runtime, path);
  const stdin = (async function* () {
    yield bytes;
  })();
  const servers = await readServersText(path, Buffer.from(bytes).toString('utf8'));
  return { runtime: path === '-' ? { ...runtime, stdin } : runtime, servers };
}

/** Adds a server to the registry, and registers its tools. */
async function gatherServer(context: CommandContext, server: StdioCommand, gathered: Gathered): Promise<void> {
  const result = await addServer(context, server);
  if ('failed' in result) {
    gathered.failed.push(result.failed);
    return;
  }
  const url = `stdio:${server.name}`;
  const variables = Object.keys(server.env);
  if (result.isNew) gathered.servers.add(url);
  else if (variables.length > 0) {
    context.print.note(
      line`${url} was added before, and the values of its variables are not compared (${variables.join(', ')}). Replace one with: dragoman servers change ${server.name} --env ${variables[0] ?? ''}`,
    );
  }
  gathered.items.push({ origin: url, item: { url, ...curationOf(context) }, length: url.length });
}

/** Of two documents with the same id only the first is sent, even if they would go into different batches. */
function gatherDocument(context: CommandContext, found: FoundDocument, { items, failed, ids }: Gathered): void {
  const { options } = context;
  const { origin, document, length } = found;
  const { id } = document;
  const twin = typeof id === 'string' ? ids.get(id) : undefined;
  if (typeof id === 'string' && twin !== undefined) {
    const message = `skipped, because ${twin} has the same id`;
    failed.push({ origin, id, outcome: 'failed', error: { code: 'CONFLICT', message } });
    return;
  }
  if (typeof id === 'string') ids.set(id, origin);
  const access = grantsOf(document, options.texts('grant'));
  items.push({
    origin,
    item: {
      document: { ...document, ...access, ...baseOf(document, options.text('call-at')) } as unknown as AgentDocument,
      ...curationOf(context, Object.hasOwn(document, 'agis')),
    },
    length,
  });
}

/** The base URL of an AGIS document, from `--call-at`. */
function baseOf(document: FoundDocument['document'], callAt: string | undefined): Record<string, unknown> {
  return callAt !== undefined && Object.hasOwn(document, 'agis') ? { x_http_base: callAt } : {};
}

/** The visibility that the options set. */
export function visibilityOf(options: CommandContext['options']): { visibility?: 'public' | 'private' } {
  if (options.flag('public')) return { visibility: 'public' };
  return options.flag('private') ? { visibility: 'private' } : {};
}

/** AGIS accepts unknown members only with the prefix `x_`. */
function grantsOf(document: FoundDocument['document'], grants: string[]): Record<string, unknown> {
  if (grants.length === 0) return {};
  return Object.hasOwn(document, 'agis') ? { x_grants: grants } : { grants };
}

/** The outcome in words; a dry run only says what it would be. */
function wordOf(outcome: NonNullable<ItemResult['outcome']>, isDry: boolean): string {
  const would = { created: 'would create', updated: 'would update', unchanged: 'unchanged', failed: 'failed' };
  return isDry ? would[outcome].padEnd(12) : outcome.padEnd(9);
}

/** Lines of standard error that are shown with a failure. */
const shownLines = 10;

function printResult(
  context: CommandContext,
  {
    origin,
    outcome = 'failed',
    id,
    warnings = 0,
    operations,
    findings = [],
    error,
    stderr = [],
    preview,
    held_texts: held = 0,
    confirmations = [],
    changes = [],
  }: ItemResult,
): void {
  const { print } = context;
  if (print.json) return;
  const { color, noteColor } = print;
  if (error === undefined) {
    const count = operations === undefined || operations < 2 ? '' : `  ${operations} operations`;
    const all = findings.length >= warnings ? '' : '; --report lists them';
    const remark = warnings === 0 ? '' : `  (${warnings} ${warnings === 1 ? 'warning' : 'warnings'}${all})`;
    print.out(
      line`${color.good(wordOf(outcome, context.options.flag('dry-run')))}  ${color.name(id ?? '')}  ${origin}${count}${color.warning(remark)}`,
    );
    const found = findings.map(({ pointer, ...finding }) => ({ ...finding, location: { pointer } }));
    if (outcome === 'updated') for (const change of changes) print.out(line`  ${color.faint('changes')}     ${change}`);
    if (preview !== undefined) printPreview(print, preview);
    if (held > 0)
      print.note(
        line`           ${held} ${held === 1 ? 'text looks like an instruction' : 'texts look like instructions'} to a model and ${held === 1 ? 'is' : 'are'} held: "dragoman texts list ${id ?? ''}" shows why, "dragoman texts release" shows them to models.`,
      );
    noteConfirmations(print, confirmations, '           ');
    for (const text of diagnosticLines(found, origin, noteColor)) print.note(text);
    return;
  }
  print.out(
    line`${color.bad('failed'.padEnd(9))}  ${color.name(id ?? /^stdio:(.+)$/.exec(origin)?.[1] ?? '-')}  ${origin}: ${error.message} [${error.code}]`,
  );
  for (const { field, detail } of error.field_errors ?? []) {
    print.note(line`           ${noteColor.strong(field === '' ? '(document)' : field)}: ${detail}`);
  }
  if (stderr.length > 0) print.note(line`           Its last lines on standard error:`);
  for (const text of stderr.slice(-shownLines)) print.note(line`             ${text}`);
  const hint = hints[error.code];
  if (hint !== undefined) print.note(line`           ${hint}`);
}

/** What to do about failures that no change of the document fixes. */
const hints: Readonly<Record<string, string>> = {
  PAYLOAD_TOO_LARGE:
    'Raise limits.importBodyBytes of the registry, or let the registry fetch the document by URL (outbound.maxBytes).',
};

/** From this many waiting vectors on, computing them takes long enough to report it. */
const manyVectors = 100;

function summarize({ options, print }: CommandContext, results: readonly ItemResult[], waiting: number): 0 | 1 {
  const summary = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { outcome = 'failed' } of results) summary[outcome] += 1;
  if (print.json) print.value({ results, summary });
  const words = Object.entries(summary).flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]));
  if (results.length > 1) print.note(line`${words.join(', ')}`);
  if (options.flag('dry-run')) print.note(line`Dry run: nothing was stored.`);
  if (waiting >= manyVectors)
    print.note(
      line`The vectors of ${waiting} operations are being computed; until then they are found by their words. See "dragoman status".`,
    );
  return summary.failed > 0 ? 1 : 0;
}

async function crawl(context: CommandContext, intervalSeconds: number): Promise<0> {
  const { args, print, runtime } = context;
  const { signal } = runtime;
  const agentId = context.options.text('id');
  const { sources, created } = await connect(context).sources.create(args, {
    intervalSeconds,
    signal,
    ...(agentId === undefined ? {} : { agentId }),
    ...visibilityOf(context.options),
  });
  if (print.json) print.value({ sources, created });
  else printSources(print, sources);
  const known = sources.length - created;
  if (known > 0)
    print.note(
      line`${known} of them ${known === 1 ? 'was' : 'were'} already followed and ${known === 1 ? 'is' : 'are'} unchanged`,
    );
  return 0;
}
