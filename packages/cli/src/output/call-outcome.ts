/** What came of a call, as people read it: the output alone on standard output, everything about it beside it. */
import type { BatchAnswer, CallAnswer, CallPreview } from '@dragoman/sdk';
import type { Painted } from './paint.js';
import { join, line } from './paint.js';
import type { Printer } from './printer.js';
import { problemOf } from './report-problem.js';
import { escapeJson } from './sanitise.js';

/** Prints an answer. */
export function printAnswer(print: Printer, answer: CallAnswer): void {
  if (print.json) {
    print.value(answer);
    return;
  }
  if (answer.output !== undefined) print.value(answer.output);
  const { noteColour } = print;
  const facts = [
    line`from ${noteColour.name(answer.origin)}, not to be trusted blindly`,
    verdictOf(print, answer),
    ...(answer.replayed ? [line`known from before, nothing was done again`] : []),
    ...(answer.attempts > 1 ? [line`sent ${answer.attempts} times`] : []),
  ];
  print.note(join(facts, '; '));
  for (const { code, message } of answer.findings) {
    print.note(line`  ${noteColour.warning('warning:')} ${message} ${noteColour.faint(`[${code}]`)}`);
  }
  const { deprecation } = answer;
  if (deprecation === undefined) return;
  const end = deprecation.sunset === undefined ? '' : `; it will be gone on ${deprecation.sunset}`;
  const successor = deprecation.successor === undefined ? '' : `; use ${deprecation.successor}`;
  print.note(line`  ${noteColour.warning('warning:')} the operation is deprecated${end}${successor}`);
}

function verdictOf({ noteColour }: Printer, { verdict }: CallAnswer): Painted {
  if (verdict === 'fits') return noteColour.good('fits its schema');
  return verdict === 'breaks' ? noteColour.bad('breaks its schema') : noteColour.faint('not compared with a schema');
}

/** Prints what became of each input of a batch. */
export function printBatch(print: Printer, { items, failed, ...facts }: BatchAnswer): void {
  const told = items.map(({ output, error }) => (error === undefined ? { output } : { error: problemOf(error) }));
  if (print.json) print.value({ ...facts, items: told, failed });
  else print.value(told);
  print.note(line`${items.length - failed} of ${items.length} succeeded`);
}

const impactWords = {
  informational: 'it only tells something',
  reversible: 'it can be undone',
  irreversible: 'it cannot be undone',
  unknown: 'its provider does not say what it does to the world',
} as const;

/** The lines of a preview. */
export function previewLines(print: Printer, preview: CallPreview): Painted[] {
  const { noteColour: colour } = print;
  const { agent, operation, target, method, impact, input, rehearsal, confirmation } = preview;
  const mood = impact === 'irreversible' ? colour.bad : impact === 'unknown' ? colour.warning : colour.good;
  const facts: [string, Painted][] = [
    ['agent', line`${colour.name(agent)}`],
    ...(operation === '' ? [] : [['operation', line`${operation}`] as [string, Painted]]),
    ...(target === '' ? [] : [['would send', line`${method} ${target}`] as [string, Painted]]),
    ['with', compact(input)],
    ['impact', line`${mood(impact)}: ${impactWords[impact]}`],
    ...(rehearsal === undefined ? [] : [['the agent says', compact(rehearsal.output)] as [string, Painted]]),
    ...(confirmation === undefined ? [] : [['confirm by', line`${confirmation.expiresAt}`] as [string, Painted]]),
  ];
  const width = Math.max(...facts.map(([title]) => title.length));
  return [
    line`${colour.strong('Preview: nothing was done.')}`,
    ...facts.map(([title, value]) => line`  ${colour.faint(title.padEnd(width))}  ${value}`),
    ...(preview.steps ?? []).map(
      ({ step, agent: of, operation: name, impact: grade, input: given }) =>
        line`  ${colour.faint('step')} ${colour.strong(step)}: ${colour.name(of)} ${name} (${grade}) ${compact(given)}`,
    ),
  ];
}

/** JSON on one line, cut where it would fill the screen. */
function compact(value: unknown): Painted {
  const text = escapeJson(JSON.stringify(value) ?? 'nothing');
  return line`${text.length > 400 ? `${text.slice(0, 400)} …` : text}`;
}

/** JSON on one line, whole, for programs that read line by line. */
export function jsonLine(value: unknown): string {
  return escapeJson(JSON.stringify(value) ?? 'null');
}
