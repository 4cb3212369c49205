/** `dragoman agis summary`: writes the summary of an AGIS document, or checks an existing one. */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readAgisFile } from '../files/read-agis.js';
import { readOrRefuse, readValue } from '../files/read-documents.js';
import { line } from '../terminal/paint.js';

/** Writes and checks summaries. */
export const agisSummary: Command = {
  name: 'agis summary',
  summary: 'Write the /.well-known/agis.json of an AGIS document, or check one',
  details:
    'For a document, prints its summary; --at is the URL where the document will be served. For a summary, checks it; with ' +
    '--document also compares it with the document. Nothing is sent over the network. Exit code 1 when there is an ' +
    'error, otherwise 0.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'Document or summary, or "-"' }],
  options: [
    {
      name: 'at',
      value: 'address',
      description: 'With a document: URL where it is served (default: its AGTP address)',
    },
    { name: 'document', value: 'file', description: 'With a summary: the document that it summarizes' },
  ],
  examples: [
    { line: 'dragoman agis summary freight.agis --at https://freight.example/ > agis.json', explanation: 'Write' },
    { line: 'dragoman agis summary agis.json --document freight.agis', explanation: 'Check against the document' },
  ],
  async run(context) {
    const [path = ''] = context.args;
    const value = await readAny(context, path);
    if (!isJsonObject(value) || !Object.hasOwn(value, 'endpoints')) return check(context, path, value);
    if (context.options.text('document') !== undefined)
      throw new UsageError(`--document needs a summary, but ${path} is a document`);
    return write(context, path);
  },
};

/** A summary is JSON; a document can have any AGIS syntax. */
async function readAny({ runtime }: CommandContext, path: string): Promise<JsonValue> {
  return (await readOrRefuse(path, () => readValue(runtime, path))) as JsonValue;
}

async function write(context: CommandContext, path: string): Promise<0 | 1> {
  const { document, faults } = await readDocument(context, path);
  const { print } = context;
  if (document === undefined) {
    print.note(line`${path} does not conform: ${faults} ${print.noteColor.faint('(dragoman agis validate says why)')}`);
    return 1;
  }
  const { writeSummary } = await import('@dragoman/agis');
  const place = context.options.text('at') ?? String(document.agtp);
  print.value(writeSummary(document, { document: place, related: [], confirms: false }));
  return 0;
}

async function check(context: CommandContext, path: string, summary: JsonValue): Promise<0 | 1> {
  const { checkSummary } = await import('@dragoman/agis');
  const documentPath = context.options.text('document');
  const document = documentPath === undefined ? undefined : (await readDocument(context, documentPath)).document;
  if (documentPath !== undefined && document === undefined) throw new UsageError(`${documentPath} does not conform`);
  const found = checkSummary(summary, document);
  if (context.print.json) context.print.value({ ok: !hasErrors(found), findings: found });
  else show(context, path, found);
  return hasErrors(found) ? 1 : 0;
}

function show({ print }: CommandContext, path: string, found: readonly Diagnostic[]): void {
  const { color } = print;
  for (const { severity, message, help, location } of found) {
    const grade = severity === 'error' ? color.bad : color.warning;
    print.out(line`${path}${location.pointer}: ${grade(severity)}: ${message} ${color.faint(help)}`);
  }
  print.out(
    line`${color.strong(path)} ${hasErrors(found) ? color.bad('is not a valid summary') : color.good('is valid')}`,
  );
}

interface ReadDocument {
  /** Undefined when the file does not conform. */
  document?: JsonObject;
  faults: string;
}

async function readDocument(context: CommandContext, path: string): Promise<ReadDocument> {
  if (path === '-') throw new UsageError('the document must be a file, not standard input');
  const { value, diagnostics } = await readAgisFile(context, path);
  if (value === undefined) return { faults: diagnostics[0]?.message ?? 'the file cannot be read' };
  const { createAgisValidator } = await import('@dragoman/agis');
  const { conforms, findings } = createAgisValidator().validate(value);
  if (conforms && isJsonObject(value.document)) return { document: value.document, faults: '' };
  return {
    faults: findings.find(({ severity }) => severity === 'error')?.message ?? 'the file is not an AGIS document',
  };
}
