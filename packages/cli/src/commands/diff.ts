/** `dragoman diff`: shows what changed between two versions of an API or of tools. */
import { resolve } from 'node:path';
import type { Api, ChangeEffect } from '@dragoman/lint';
import type { ToolSignature } from '@dragoman/model';
import type { Command, CommandArgument, CommandContext, ExitCode } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import type { PublishedTools } from '../files/read-signatures.js';
import { readSignatures } from '../files/read-signatures.js';
import type { ToolDifference } from '../lint/compare-tools.js';
import { compareTools, isBreaking } from '../lint/compare-tools.js';
import { readApis, versionOf } from '../lint/read-apis.js';
import { paintEffect, printApiDifference } from '../output/api-difference.js';
import { serverOf } from '../registry/server-address.js';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { escapeJson } from '../terminal/sanitize.js';

const side = (name: string): CommandArgument => ({
  name,
  required: true,
  multiple: false,
  description:
    'OpenAPI or Swagger file or URL (.json, .yaml), file with MCP tools, operations of a service or N-ACT tools, "-", ' +
    'URL of an N-ACT root, or id of a service; @n selects version n',
});

/** Effects from the most severe one; `none` never fails. */
const failLevels = ['breaking', 'undecided', 'meaning', 'compatible', 'description', 'none'] as const;

/** Compares two versions. */
export const diff: Command = {
  name: 'diff',
  summary: 'Show what changed between two versions of an API or of tools',
  details:
    'Compares two OpenAPI or Swagger documents operation by operation. A change is breaking when a request that was ' +
    'accepted is rejected, or when a response becomes possible that was impossible before; an example value is shown ' +
    'where one can be built. Other changes are compatible, a change of the description, a change of meaning, or ' +
    'undecided. ' +
    'Changes that also change the tool made from the operation are marked. Stored versions of a service and lists of ' +
    'MCP tools are compared the same way, by the schemas of each tool; tools are matched by name. N-ACT tools have ' +
    'signatures instead of schemas; tools and parameters are matched by id, so a rename is detected. ' +
    'Exit code 1 when a change reaches --fail-on.',
  arguments: [side('old'), side('new')],
  options: [
    {
      name: 'format',
      value: 'name',
      choices: ['text', 'json', 'markdown', 'html', 'changelog'],
      description:
        'text (the default), json, markdown, html, or changelog for users of the API; N-ACT tools: text or json',
    },
    { name: 'output', value: 'file', description: 'Write the report to a file' },
    {
      name: 'fail-on',
      value: 'effect',
      choices: failLevels,
      description: 'Exit with 1 for this effect or a worse one (default: breaking)',
    },
    { name: 'all', description: 'Also show changes of descriptions' },
  ],
  examples: [
    { line: 'dragoman diff linden-pharm@1 linden-pharm@2', explanation: 'Two stored versions of a service' },
    { line: 'dragoman diff v1/openapi.yaml v2/openapi.yaml', explanation: 'Two versions of an API' },
    { line: 'dragoman diff tools-before.json tools-after.json --json', explanation: 'Two lists of tools, as JSON' },
    {
      line: 'dragoman diff v1.yaml v2.yaml --format html --output changes.html --fail-on undecided',
      explanation: 'In CI: a report, and a failure also when compatibility cannot be decided',
    },
  ],
  async run(context) {
    const { args, print } = context;
    const apis = await readApis(context);
    if (apis !== undefined) return diffApis(context, apis);
    const [before, after] = [await readSide(context, args[0] ?? ''), await readSide(context, args[1] ?? '')];
    const tools = compareTools(before, after);
    const format = print.json ? 'json' : (context.options.text('format') ?? 'text');
    if (format !== 'json' && format !== 'text')
      throw new UsageError(`--format ${format} is not available for N-ACT tools; they have text and json`);
    const breaking = tools.some(isBreaking);
    if (format === 'json')
      await writeText(context, escapeJson(`${JSON.stringify({ breaking, tools }, undefined, 2)}\n`));
    else printDifferences(print, tools);
    const effects = tools.flatMap((tool) => [
      ...(isBreaking(tool) ? ['breaking'] : []),
      ...tool.changes.map(({ effect }) => effect),
    ]);
    return fails(context, effects) ? 1 : 0;
  },
};

/** True when an effect is as severe as `--fail-on`, or worse; a wider contract is compatible. */
function fails({ options }: CommandContext, effects: readonly string[]): boolean {
  const level = options.text('fail-on') ?? 'breaking';
  const counted = failLevels.slice(0, failLevels.indexOf(level as (typeof failLevels)[number]) + 1);
  return (
    level !== 'none' &&
    effects.some((effect) => counted.includes((effect === 'widened' ? 'compatible' : effect) as ChangeEffect))
  );
}

async function diffApis(context: CommandContext, { before, after }: { before: Api; after: Api }): Promise<ExitCode> {
  const { options, print } = context;
  const lint = await import('@dragoman/lint');
  const difference = lint.compareApis(before, after);
  const format = print.json ? 'json' : (options.text('format') ?? 'text');
  if (format === 'text') {
    if (options.text('output') !== undefined) throw new UsageError('--output needs a --format other than text');
    printApiDifference(print, difference, { ...lint, all: options.flag('all') });
  } else {
    const written = lint.diffFormats[format as keyof typeof lint.diffFormats](difference);
    await writeText(context, format === 'json' ? escapeJson(written) : written);
  }
  const effects = difference.changes.map(({ effect }) => effect);
  return fails(context, effects) ? 1 : 0;
}

/** Writes a report to standard output, or to the file of `--output`. */
async function writeText({ options, print, runtime }: CommandContext, text: string): Promise<void> {
  const output = options.text('output');
  if (output === undefined) return print.raw(text);
  await runtime.writeFile(resolve(runtime.cwd, output), text);
  print.note(line`Wrote the report to ${output}`);
}

async function readSide(context: CommandContext, given: string): Promise<ToolSignature[]> {
  const { source, version } = versionOf(given);
  const { signatures, faults } = await readTools(context, source);
  if (faults.length > 0) throw new UsageError(`${source}: ${faults[0]}`);
  if (version === undefined) return signatures;
  const chosen = signatures.filter((signature) => signature.version === version);
  if (chosen.length === 0) {
    const highest = Math.max(0, ...signatures.map((signature) => signature.version));
    throw new UsageError(`${source} has no tool with a version ${version}; the highest is ${highest}`);
  }
  return chosen;
}

/** The tools of a source; a name that is neither a file nor a service is reported as such. */
async function readTools(context: CommandContext, source: string): Promise<PublishedTools> {
  const [place, token] = placeOf(context, source);
  try {
    return await readSignatures(context.runtime, place, token);
  } catch (error) {
    const isService = place !== source;
    if (!isService || !(error instanceof UsageError) || !error.message.endsWith('responded with 404')) throw error;
    throw new UsageError(`${source} is neither a file nor a service; "dragoman list" shows the services`);
  }
}

/** Anything that is neither a file nor a URL is a service in the registry, read with the registry's credential. */
function placeOf(context: CommandContext, source: string): [source: string, token: string | undefined] {
  if (source === '-' || source.endsWith('.json') || /^https?:\/\//i.test(source)) return [source, undefined];
  const { options, runtime } = context;
  const token = options.text('key') ?? (runtime.env.DRAGOMAN_KEY || runtime.env.DRAGOMAN_TOKEN || undefined);
  return [`${serverOf(context).replace(/\/+$/, '')}/agents/${encodeURIComponent(source)}`, token];
}

function printDifferences(print: Printer, tools: readonly ToolDifference[]): void {
  const changed = tools.filter(({ state }) => state !== 'same');
  if (changed.length === 0) print.out(line`${print.color.good('same')}  ${tools.length} tools`);
  for (const tool of changed) {
    const { name, before, after, state, changes } = tool;
    const word = isBreaking(tool) ? print.color.bad(state) : print.color.good(state);
    print.out(line`${word}  ${name}  ${before ?? '–'} → ${after ?? '–'}`);
    if (state === 'locked') print.out(line`  ${print.color.bad('breaking')}  A published version has changed.`);
    for (const { effect, message, rule } of changes) {
      const shown = rule === undefined ? '' : ` [${rule}]`;
      print.out(line`  ${paintEffect(print, effect)}  ${message}${print.color.faint(shown)}`);
    }
  }
}
