/** `dragoman agis convert`: converts a description to another protocol and reports every choice and every loss. */
import type { Conversion, ConversionTarget } from '@dragoman/core/conversion';
import type { Diagnostic, JsonObject, JsonValue, Protocol } from '@dragoman/model';
import { hasErrors } from '@dragoman/model';
import type { Command, CommandContext } from '../command/command.js';
import { parseAgisText, readOrRefuse, readText, readValue } from '../files/read-documents.js';
import { diagnosticLines } from '../output/diagnostic-lines.js';
import { line } from '../terminal/paint.js';

const targets: readonly ConversionTarget[] = ['agis', 'openapi', 'mcp'];
const sources: readonly Protocol[] = ['agis', 'openapi', 'mcp', 'nact', 'aidip'];

/** Converts descriptions. */
export const agisConvert: Command = {
  name: 'agis convert',
  summary: 'Convert a description between AGIS, OpenAPI and MCP tools',
  details:
    'The new document goes to standard output, the report to standard error: each verb and path with its reason, ' +
    'drafted sentences, withheld texts, and content that the new format cannot express. A new AGIS document is ' +
    'validated, and open findings are listed. Exit code 1 when the description cannot be read or the result does not conform.',
  arguments: [
    {
      name: 'file',
      required: true,
      multiple: false,
      description: 'AGIS, OpenAPI (JSON or YAML), a list of MCP tools, or "-"',
    },
  ],
  options: [
    { name: 'to', value: 'form', choices: targets, description: 'Format to write (default: agis)' },
    {
      name: 'from',
      value: 'form',
      choices: sources,
      description: 'Format of the file (default: detected)',
    },
    { name: 'yaml', description: 'Write AGIS or OpenAPI in YAML (default: JSON)' },
    { name: 'strict-names', description: 'MCP: fail when two tools have the same name, instead of renaming one' },
    { name: 'underscores', description: 'MCP: replace hyphens in names with underscores' },
    {
      name: 'verbs',
      value: 'place',
      choices: ['first', 'last'],
      description: 'MCP: position of the verb in names, list_tasks or tasks_list (default: unchanged)',
    },
    { name: 'no-annotations', description: 'MCP: omit hints about impact and idempotency' },
    { name: 'output-schemas', description: 'MCP: write output schemas too' },
    { name: 'quiet', short: 'q', description: 'Print no report' },
  ],
  examples: [
    { line: 'dragoman agis convert petstore.yaml --yaml', explanation: 'OpenAPI to AGIS' },
    { line: 'dragoman agis convert freight.agis --to mcp', explanation: 'AGIS to a list of MCP tools' },
    { line: 'dragoman agis convert tools.json --from mcp --json', explanation: 'MCP to AGIS, with the report as JSON' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [path = ''] = args;
    const from = options.text('from') as Protocol | undefined;
    const document = await readSource(context, path, from);
    const { convertDescription } = await import('@dragoman/core/conversion');
    const conversion = convertDescription(document, {
      to: (options.text('to') ?? 'agis') as ConversionTarget,
      ...(from === undefined ? {} : { from }),
      context: { at: new Date(runtime.now()).toISOString(), strict: false, ownOrigins: [] },
      tools: toolOptions(context),
    });
    const failed = conversion.document === undefined || hasErrors([...conversion.written, ...conversion.open]);
    if (print.json) print.value({ ok: !failed, ...conversion });
    else {
      if (conversion.document !== undefined) await printDocument(context, conversion.document);
      if (!options.flag('quiet') || failed) report(context, path, conversion);
    }
    return failed ? 1 : 0;
  },
};

function toolOptions({ options }: CommandContext) {
  const verbs = options.text('verbs') as 'first' | 'last' | undefined;
  return {
    collisions: options.flag('strict-names') ? ('strict' as const) : ('lenient' as const),
    hyphens: options.flag('underscores') ? ('underscore' as const) : ('keep' as const),
    ...(verbs === undefined ? {} : { verbs }),
    annotations: !options.flag('no-annotations'),
    outputSchemas: options.flag('output-schemas'),
  };
}

/** AGIS has its own syntax; everything else is JSON or YAML. */
async function readSource(context: CommandContext, path: string, from: Protocol | undefined): Promise<JsonValue> {
  const { runtime } = context;
  return readOrRefuse(path, async () => {
    if (from === 'agis') return parseAgisText(await readText(runtime, path), path);
    return (await readValue(runtime, path)) as JsonValue;
  });
}

async function printDocument({ print, options }: CommandContext, document: JsonObject): Promise<void> {
  const { printAgis } = await import('@dragoman/agis');
  const { writeYaml } = await import('@dragoman/core/descriptions');
  const isAgis = (options.text('to') ?? 'agis') === 'agis';
  if (isAgis) print.raw(printAgis(document, options.flag('yaml') ? 'yaml' : 'json'));
  else if (options.flag('yaml')) print.raw(writeYaml(document));
  else print.value(document);
}

const isNote = ({ severity }: Diagnostic) => severity === 'info';

function report({ print }: CommandContext, path: string, { read, written, open }: Conversion): void {
  for (const text of diagnosticLines(read, path, print.noteColor)) print.note(text);
  // Lines and columns would be those of a text that is not the printed one; notes come first, so that warnings are near the end.
  const made = [...written, ...open].map((each) => ({ ...each, location: { pointer: each.location.pointer } }));
  const [notes, rest] = [made.filter(isNote), made.filter((each) => !isNote(each))];
  for (const text of diagnosticLines([...notes, ...rest], 'result', print.noteColor)) print.note(text);
  const all = [...read, ...written, ...open];
  const count = (severity: string, word: string) => {
    const found = all.filter((each) => each.severity === severity).length;
    return `${found} ${word}${found === 1 ? '' : 's'}`;
  };
  const counts = `${count('error', 'error')}, ${count('warning', 'warning')}, ${count('info', 'note')}`;
  print.note(line`${counts} in the conversion`);
}
