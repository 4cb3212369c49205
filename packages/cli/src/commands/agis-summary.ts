/** `dragoman agis summary`: the short summary of an AGIS document, and what is wrong with a summary that is there. */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { hasErrors, isJsonObject } from '@dragoman/model';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { line } from '../output/paint.js';
import { readAgisFile } from '../read-agis.js';
import { readOrRefuse, readValue } from '../read-documents.js';

/** Writes and checks summaries. */
export const agisSummary: Command = {
  name: 'agis summary',
  summary: 'Write the /.well-known/agis.json of an AGIS document, or check one',
  details:
    'Given a document, prints its summary; --at says where the document will be served. Given a summary, checks it; with ' +
    '--document also whether it says what the document says. Nothing is sent anywhere. Exit code 0 when there is no error, ' +
    '1 when there is one.',
  arguments: [{ name: 'file', required: true, multiple: false, description: 'Document or summary, or "-"' }],
  options: [
    { name: 'at', value: 'address', description: 'With a document: where it is served; its AGTP address unless given' },
    { name: 'document', value: 'file', description: 'With a summary: the document that it stands for' },
  ],
  examples: [
    { line: 'dragoman agis summary freight.agis --at https://freight.example/ > agis.json', explanation: 'Write' },
    { line: 'dragoman agis summary agis.json --document freight.agis', explanation: 'Check, against the document' },
  ],
  async run(context) {
    const [path = ''] = context.args;
    const value = await readAny(context, path);
    if (!isJsonObject(value) || !Object.hasOwn(value, 'endpoints')) return check(context, path, value);
    if (context.options.text('document') !== undefined)
      throw new UsageError('--document goes with a summary; the file is a document');
    return write(context, path);
  },
};

/** A summary is JSON; a document may be written in any syntax. */
async function readAny({ surroundings }: CommandContext, path: string): Promise<JsonValue> {
  return (await readOrRefuse(path, () => readValue(surroundings, path))) as JsonValue;
}

async function write(context: CommandContext, path: string): Promise<0 | 1> {
  const { document, faults } = await readDocument(context, path);
  const { print } = context;
  if (document === undefined) {
    print.note(
      line`${path} does not conform: ${faults} ${print.noteColour.faint('(dragoman agis validate says why)')}`,
    );
    return 1;
  }
  const { writeSummary } = await import('@dragoman/agis');
  const place = context.options.text('at') ?? String(document.agtp);
  print.value(writeSummary(document, { document: place, related: [], confirms: false }));
  return 0;
}

async function check(context: CommandContext, path: string, summary: JsonValue): Promise<0 | 1> {
  const { checkSummary } = await import('@dragoman/agis');
  const beside = context.options.text('document');
  const document = beside === undefined ? undefined : (await readDocument(context, beside)).document;
  if (beside !== undefined && document === undefined) throw new UsageError(`${beside} does not conform`);
  const found = checkSummary(summary, document);
  if (context.print.json) context.print.value({ ok: !hasErrors(found), findings: found });
  else show(context, path, found);
  return hasErrors(found) ? 1 : 0;
}

function show({ print }: CommandContext, path: string, found: readonly Diagnostic[]): void {
  const { colour } = print;
  for (const { severity, message, help, location } of found) {
    const grade = severity === 'error' ? colour.bad : colour.warning;
    print.out(line`${path}${location.pointer}: ${grade(severity)}: ${message} ${colour.faint(help)}`);
  }
  print.out(
    line`${colour.strong(path)} ${hasErrors(found) ? colour.bad('is no good summary') : colour.good('is good')}`,
  );
}

interface ReadDocument {
  /** Undefined when the file does not conform. */
  document?: JsonObject;
  faults: string;
}

async function readDocument(context: CommandContext, path: string): Promise<ReadDocument> {
  if (path === '-') throw new UsageError('a document is read from a file here');
  const { value, diagnostics } = await readAgisFile(context, path);
  if (value === undefined) return { faults: diagnostics[0]?.message ?? 'it cannot be read' };
  const { createAgisValidator } = await import('@dragoman/agis');
  const { conforms, findings } = createAgisValidator().validate(value);
  if (conforms && isJsonObject(value.document)) return { document: value.document, faults: '' };
  return { faults: findings.find(({ severity }) => severity === 'error')?.message ?? 'it is no document' };
}
