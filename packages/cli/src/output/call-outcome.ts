/** The result of a call for people: the output on standard output, everything else on standard error. */
import type { JsonValue } from '@dragoman/model';
import { describeMedia } from '@dragoman/model';
import type { AnswerMedia, BatchAnswer, CallAnswer, CallPreview } from '@dragoman/sdk';
import type { Painted } from '../terminal/paint.js';
import { join, line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { escapeJson } from '../terminal/sanitize.js';
import { impactMeanings } from './impact-words.js';
import { problemOf } from './report-problem.js';

/** Prints the result of a call. Bytes are described and never printed, unless as Base64 with `--json`. */
export function printAnswer(print: Printer, answer: CallAnswer, { saved = false }: { saved?: boolean } = {}): void {
  if (print.json) {
    print.value(answer);
    return;
  }
  const { output, media = [] } = answer;
  const isBytes = answer.mediaType !== undefined && typeof output === 'string';
  if (output !== undefined && !isBytes && !saved) print.value(describeBytes(output, media));
  const hint = saved || media.length === 0 ? '' : '; save it with --save FILE';
  for (const { mediaType, size, name } of media) {
    print.note(
      line`received ${describeMedia({ mediaType, bytes: size, ...(name === undefined ? {} : { name }) })}${hint}`,
    );
  }
  if (answer.partsId !== undefined) {
    print.note(line`the service also sent images or other parts; "dragoman results ${answer.partsId}" reads them`);
  }
  const { noteColor } = print;
  const facts = [
    line`third-party content from ${noteColor.name(answer.origin)}`,
    verdictOf(print, answer),
    ...(answer.replayed ? [line`replayed from an earlier call; not executed again`] : []),
    ...(answer.attempts > 1 ? [line`${answer.attempts} attempts`] : []),
  ];
  print.note(join(facts, '; '));
  for (const { code, message } of answer.findings) {
    print.note(line`  ${noteColor.warning('warning:')} ${message} ${noteColor.faint(`[${code}]`)}`);
  }
  const { deprecation } = answer;
  if (deprecation === undefined) return;
  const end = deprecation.sunset === undefined ? '' : `; it will be removed on ${deprecation.sunset}`;
  const successor = deprecation.successor === undefined ? '' : `; use ${deprecation.successor}`;
  print.note(line`  ${noteColor.warning('warning:')} the operation is deprecated${end}${successor}`);
}

/** The output with descriptions instead of Base64. */
function describeBytes(output: JsonValue, media: readonly AnswerMedia[]): JsonValue {
  if (media.length === 0) return output;
  const shown = structuredClone(output);
  for (const { pointer, mediaType, size } of media) {
    if (pointer === undefined) continue;
    if (pointer === '') return `(${describeMedia({ mediaType, bytes: size })})`;
    const path = pointer.split('/').slice(1);
    const last = path.pop() ?? '';
    const holder = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], shown);
    (holder as Record<string, string>)[last] = `(${describeMedia({ mediaType, bytes: size })})`;
  }
  return shown;
}

function verdictOf({ noteColor }: Printer, { verdict }: CallAnswer): Painted {
  if (verdict === 'fits') return noteColor.good('matches its schema');
  return verdict === 'breaks' ? noteColor.bad('violates its schema') : noteColor.faint('not checked against a schema');
}

/** Prints the result of each input of a batch. */
export function printBatch(print: Printer, { items, failed, ...facts }: BatchAnswer): void {
  const results = items.map((item) => {
    if (item.error !== undefined) return { error: problemOf(item.error) };
    const { output, media = [], mediaType } = item;
    const type = mediaType === undefined ? {} : { mediaType };
    return print.json ? { output, ...type } : { output: describeBytes(output, media) };
  });
  if (print.json) print.value({ ...facts, items: results, failed });
  else print.value(results);
  print.note(line`${items.length - failed} of ${items.length} succeeded`);
}

/** The lines of a preview; with `calling`, of a call that is made next. */
export function previewLines(print: Printer, preview: CallPreview, { calling = false } = {}): Painted[] {
  const { noteColor: color } = print;
  const { agent, operation, target, method, impact, input, rehearsal, confirmation, request } = preview;
  const grade = impact === 'irreversible' ? color.bad : impact === 'unknown' ? color.warning : color.good;
  const facts: [string, Painted][] = [
    ['service', line`${color.name(agent)}`],
    ...(operation === '' ? [] : [['operation', line`${operation}`] as [string, Painted]]),
    ...(target === ''
      ? []
      : [[calling ? 'sends' : 'would send', line`${method} ${request?.url ?? target}`] as [string, Painted]]),
    ...Object.entries(request?.headers ?? {}).map(([name, value]): [string, Painted] => [
      'header',
      line`${name}: ${value}`,
    ]),
    ...(request?.body === undefined ? [] : [['body', compact(bodyOf(request.body))] as [string, Painted]]),
    ['with', compact(input)],
    ['impact', line`${grade(impact)}: ${impactMeanings[impact]}`],
    ...(rehearsal === undefined ? [] : [['response', compact(rehearsal.output)] as [string, Painted]]),
    ...(confirmation === undefined || calling
      ? []
      : [['confirm by', line`${confirmation.expiresAt}`] as [string, Painted]]),
  ];
  const width = Math.max(...facts.map(([title]) => title.length));
  return [
    line`${color.strong(calling ? 'Calling:' : 'Preview: nothing was called.')}`,
    ...facts.map(([title, value]) => line`  ${color.faint(title.padEnd(width))}  ${value}`),
    ...(preview.steps ?? []).map(
      ({ step, agent: service, operation: name, impact: effect, input: given }) =>
        line`  ${color.faint('step')} ${color.strong(step)}: ${color.name(service)} ${name} (${effect}) ${compact(given)}`,
    ),
  ];
}

/** JSON on one line, shortened to 400 characters. */
/** A JSON text as its value, so that it is not shown as an escaped string. */
function bodyOf(body: unknown): unknown {
  if (typeof body !== 'string' || !/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function compact(value: unknown): Painted {
  const text = escapeJson(JSON.stringify(value) ?? 'nothing');
  return line`${text.length > 400 ? `${text.slice(0, 400)} …` : text}`;
}

/** JSON on one line, for programs that read line by line. */
export function jsonLine(value: unknown): string {
  return escapeJson(JSON.stringify(value) ?? 'null');
}
