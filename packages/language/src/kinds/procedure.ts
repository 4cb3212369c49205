/** Operating procedures: Markdown that mentions tools, checked against a list of tools. */
import type { ProcedureContext, ProcedureParameter, ProcedureTool } from '@dragoman/core/editing';
import { checkProcedure, meantMentions, readProcedure, resolveTool } from '@dragoman/core/editing';
import type { Diagnostic, Position } from '@dragoman/model';
import { nearestName } from '@dragoman/model';
import type {
  Completion,
  Hover,
  LanguageDiagnostic,
  LanguageService,
  OutlineItem,
  TextEdit,
  TextRange,
} from '../service/language-service.js';
import { editsBetween } from '../text/edits.js';
import { createOffsets } from '../text/offsets.js';
import { rememberLast } from '../text/remember-last.js';

/** A tool with the texts that hover shows. */
export interface DescribedTool extends ProcedureTool {
  description?: string;
  inputs: readonly (ProcedureParameter & { description?: string })[];
  outputs: readonly (ProcedureParameter & { description?: string })[];
}

/** What a procedure is checked against. */
export interface ProcedureOptions extends Omit<ProcedureContext, 'tools'> {
  tools: readonly DescribedTool[];
}

/** Creates the service. */
export function createProcedureService(options: ProcedureOptions): LanguageService {
  const read = rememberLast(readProcedure);
  return {
    kind: 'procedure',
    check: (text) => checkText(text, options),
    fix: (text, diagnostics) => fixText(text, diagnostics, options.tools),
    complete: (text, offset) => complete(text, offset, options.tools),
    hover: (text, offset) => hover(text, offset, options.tools),
    define: (text, offset) => define(text, { offset, read: read(text), tools: options.tools }),
    outline,
    format: (text) => editsBetween(text, layOut(text)),
  };
}

function checkText(text: string, options: ProcedureOptions): LanguageDiagnostic[] {
  const rangeOf = createOffsets(text);
  return checkProcedure(readProcedure(text), options).diagnostics.map((diagnostic) => {
    const { code, severity, message, help, location } = diagnostic;
    const range = location.start === undefined ? { start: 0, end: 0 } : rangeOf(location);
    const fix = replacementOf(diagnostic, text.slice(range.start, range.end), options.tools);
    return {
      ...range,
      ...{ code, severity, message, help, key: `${code} ${message} ${range.start}` },
      ...(fix === undefined ? {} : { fix: `Replace it with ${fix}` }),
    };
  });
}

/** The name that should replace the one in the text; undefined when several are possible. */
function replacementOf(
  { code, message }: Pick<Diagnostic, 'code' | 'message'>,
  name: string,
  tools: readonly ProcedureTool[],
): string | undefined {
  if (code === 'procedure/renamed-tool') {
    const resolved = resolveTool(name, tools);
    return resolved !== undefined && 'tool' in resolved ? resolved.tool.name : undefined;
  }
  if (code === 'procedure/unknown-tool') {
    const near = nearestName(
      name,
      tools.flatMap((tool) => [tool.name, ...tool.otherNames]),
    );
    const resolved = near === undefined ? undefined : resolveTool(near, tools);
    return resolved !== undefined && 'tool' in resolved ? resolved.tool.name : near;
  }
  const isInput = code === 'procedure/unknown-input';
  if (!isInput && code !== 'procedure/unknown-output' && code !== 'procedure/unlikely-output') return undefined;
  const tool = tools.find((each) => message.includes(each.name));
  return nearestName(
    name,
    ((isInput ? tool?.inputs : tool?.outputs) ?? []).map((each) => each.name),
  );
}

function fixText(
  text: string,
  diagnostics: readonly LanguageDiagnostic[],
  tools: readonly ProcedureTool[],
): TextEdit[] {
  return diagnostics
    .flatMap(({ start, end, code, message }): TextEdit[] => {
      const now = replacementOf({ code, message }, text.slice(start, end), tools);
      return now === undefined ? [] : [{ start, end, text: now }];
    })
    .sort((one, other) => one.start - other.start);
}

/** Characters before the cursor that decide what is completed. */
const lookBehind = 600;

function complete(text: string, offset: number, tools: readonly DescribedTool[]): Completion[] {
  const before = text.slice(Math.max(0, offset - lookBehind), offset);
  const output = /([A-Za-z][\w-]*)\([^()\n]*\)\.(\w*)$/.exec(before);
  if (output !== null)
    return parameters(toolNamed(output[1], tools)?.outputs, 'output', { typed: output[2] ?? '', offset });
  const input = /([A-Za-z][\w-]*)\((?:[^()\n]*[,(])?\s*([\w-]*)$/.exec(before);
  const called = input === null ? undefined : toolNamed(input[1], tools);
  if (input !== null && called !== undefined)
    return parameters(called.inputs, 'input', { typed: input[2] ?? '', offset });
  const typed = /[A-Za-z][\w-]*$/.exec(before)?.[0] ?? '';
  if (typed === '' && !mayBegin(before)) return [];
  const start = offset - typed.length;
  const quoted = text[start - 1] === '`';
  const hasCall = text[offset] === '(';
  return tools
    .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
    .map(({ name, description, inputs }) => {
      const call = hasCall ? name : `${name}()`;
      const written = quoted || hasCall ? call : `\`${call}\``;
      const needed = inputs.filter(({ required }) => required !== false).map((each) => each.name);
      return {
        label: name,
        kind: 'tool' as const,
        detail: needed.join(', '),
        ...(description === undefined ? {} : { documentation: description }),
        edit: { start, end: offset, text: written },
      };
    });
}

/** True where a mention may begin: after a space, or after a backtick that opens one. */
function mayBegin(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line === '' || /\s$/.test(line) || (line.endsWith('`') && line.split('`').length % 2 === 0);
}

function toolNamed(name: string | undefined, tools: readonly DescribedTool[]): DescribedTool | undefined {
  const resolved = name === undefined ? undefined : resolveTool(name, tools);
  return resolved !== undefined && 'tool' in resolved ? (resolved.tool as DescribedTool) : undefined;
}

function parameters(
  list: DescribedTool['inputs'] | undefined,
  kind: 'input' | 'output',
  { typed, offset }: { typed: string; offset: number },
): Completion[] {
  return (list ?? [])
    .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
    .map(({ name, required, description }) => ({
      label: name,
      kind,
      detail: kind === 'input' ? (required === false ? 'optional' : 'required') : '',
      ...(description === undefined ? {} : { documentation: description }),
      edit: { start: offset - typed.length, end: offset, text: name },
    }));
}

/** The word around an offset. */
function wordAt(text: string, offset: number): TextRange {
  const before = /[\w-]*$/.exec(text.slice(Math.max(0, offset - 260), offset))?.[0].length ?? 0;
  const after = /^[\w-]*/.exec(text.slice(offset, offset + 260))?.[0].length ?? 0;
  return { start: offset - before, end: offset + after };
}

function hover(text: string, offset: number, tools: readonly DescribedTool[]): Hover | undefined {
  const range = wordAt(text, offset);
  const tool = toolNamed(text.slice(range.start, range.end), tools);
  if (tool === undefined) return undefined;
  const names = (list: readonly ProcedureParameter[]) =>
    list.map(({ name, required }) => `${name}${required === false ? '?' : ''}`).join(', ');
  const said = [
    `${tool.name}(${names(tool.inputs)})`,
    ...(tool.description === undefined ? [] : [tool.description]),
    ...(tool.outputs.length === 0 ? [] : [`Returns ${tool.outputs.map(({ name }) => name).join(', ')}.`]),
    ...(tool.otherNames.length === 0 ? [] : [`Also named ${tool.otherNames.join(', ')}.`]),
  ];
  return { ...range, text: said.join('\n\n') };
}

interface Defining {
  offset: number;
  read: ReturnType<typeof readProcedure>;
  tools: readonly ProcedureTool[];
}

/** The first call of the tool under the cursor: the step that its values come from. */
function define(text: string, { offset, read, tools }: Defining): TextRange | undefined {
  const { start, end } = wordAt(text, offset);
  const name = text.slice(start, end);
  const rangeOf = createOffsets(text);
  const mentions = meantMentions(read, tools).filter((mention) => mention.name === name);
  const first = mentions.find(({ role }) => role === 'call') ?? mentions[0];
  return first === undefined ? undefined : rangeOf(first as { start: Position; end: Position });
}

/** The headings, nested by level; code blocks have none. */
function outline(text: string): OutlineItem[] {
  const roots: OutlineItem[] = [];
  const open: { level: number; item: OutlineItem }[] = [];
  for (const { level, name, start } of listHeadings(text)) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const item: OutlineItem = { name, kind: 'heading', start, end: start, children: [] };
    (open.at(-1)?.item.children ?? roots).push(item);
    open.push({ level, item });
  }
  closeItems(roots, text.length);
  return roots;
}

function* listHeadings(text: string): Iterable<{ level: number; name: string; start: number }> {
  let fenced = false;
  for (const { 0: line, index } of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    const found = fenced ? null : /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line);
    if (found !== null) yield { level: found[1]?.length ?? 1, name: found[2] ?? '', start: index };
  }
}

/** A section ends where the next one of its level begins. */
function closeItems(items: readonly OutlineItem[], end: number): void {
  for (const [at, item] of items.entries()) {
    item.end = items[at + 1]?.start ?? end;
    closeItems(item.children, item.end);
  }
}

/** One empty line between blocks, none at the ends of lines or of the text; code blocks stay as they are. */
function layOut(text: string): string {
  const parts = text.split(/(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[^\n]*$)/m);
  const laidOut = parts.map((part, at) => {
    if (at % 2 === 1) return part;
    return part
      .replace(/^\n(?=#{1,6} )/, at === 0 ? '\n' : '\n\n')
      .replace(/(\S)[ \t]+(\r?\n)/g, (_, last: string, end: string, where: number, whole: string) =>
        /(\S) {2}\r?\n/.test(whole.slice(where, where + 4)) ? `${last}  ${end}` : `${last}${end}`,
      )
      .replace(/^[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/([^\n])\n(#{1,6} )/g, '$1\n\n$2')
      .replace(/^(#{1,6} [^\n]*)\n(?=[^\n#])/gm, '$1\n\n');
  });
  return `${laidOut.join('').trim()}\n`;
}
