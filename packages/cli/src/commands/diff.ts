/** `dragoman diff`: shows what changed between two versions of an API or of tools. */
import type { Api } from '@dragoman/lint';
import type { ToolSignature } from '@dragoman/model';
import type { Command, CommandArgument, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readSignatures } from '../files/read-signatures.js';
import type { ToolDifference } from '../lint/compare-tools.js';
import { compareTools, isBreaking } from '../lint/compare-tools.js';
import { readApis } from '../lint/read-apis.js';
import { paintEffect, printApiDifference } from '../output/api-difference.js';
import { serverOf } from '../registry/server-address.js';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

const side = (name: string): CommandArgument => ({
  name,
  required: true,
  multiple: false,
  description:
    'OpenAPI or Swagger file or URL (.json, .yaml), file (.json) with tools, "-", URL of an N-ACT root, or id of a service; @n selects version n',
});

/** Compares two versions. */
export const diff: Command = {
  name: 'diff',
  summary: 'Show what changed between two versions of an API or of tools',
  details:
    'Compares two OpenAPI or Swagger documents operation by operation. Each change is breaking, compatible, a change of the description or a change of ' +
    'meaning, and is marked if it also changes the tool made from the operation. Tools are compared the same way; tools and parameters are matched by id, so reordering is ignored and a rename is detected. ' +
    'Exit code 1 when a client of the older version would break.',
  arguments: [side('old'), side('new')],
  options: [],
  examples: [
    { line: 'dragoman diff linden-pharm@1 linden-pharm@2', explanation: 'Two versions of the tools of a service' },
    { line: 'dragoman diff v1/openapi.yaml v2/openapi.yaml', explanation: 'Two versions of an API' },
    { line: 'dragoman diff before.json after.json --json', explanation: 'Two files, as JSON' },
  ],
  async run(context) {
    const { args, print } = context;
    const apis = await readApis(context);
    if (apis !== undefined) return diffApis(print, apis);
    const [before, after] = [await readSide(context, args[0] ?? ''), await readSide(context, args[1] ?? '')];
    const tools = compareTools(before, after);
    const breaking = tools.some(isBreaking);
    if (print.json) print.value({ breaking, tools });
    else printDifferences(print, tools);
    return breaking ? 1 : 0;
  },
};

async function diffApis(print: Printer, { before, after }: { before: Api; after: Api }): Promise<0 | 1> {
  const { compareApis } = await import('@dragoman/lint');
  const difference = compareApis(before, after);
  if (print.json) print.value(difference);
  else printApiDifference(print, difference);
  return difference.breaking ? 1 : 0;
}

async function readSide(context: CommandContext, given: string): Promise<ToolSignature[]> {
  const [, source = given, version] = /^(.+)@(\d{1,9})$/.exec(given) ?? [];
  const { signatures, faults } = await readSignatures(context.runtime, ...placeOf(context, source));
  if (faults.length > 0) throw new UsageError(`${source}: ${faults[0]}`);
  if (version === undefined) return signatures;
  const chosen = signatures.filter((signature) => signature.version === Number(version));
  if (chosen.length === 0) throw new UsageError(`${source} has no tool with a version ${version}`);
  return chosen;
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
