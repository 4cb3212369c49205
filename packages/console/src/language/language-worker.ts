/**
 * The web worker of one document: keeps the text and answers questions about it. Edits are applied as they arrive;
 * questions wait until all messages were read, so that those about an older text are dropped instead of computed.
 */
import type { DescriptionService, LanguageDiagnostic, LanguageService, ProjectionTarget } from '@dragoman/language';
import { applyEdits, createDescriptionService, createLanguageService } from '@dragoman/language';
import type { FromWorker, Question, ToWorker } from './language-client.js';

type Ask = Extract<ToWorker, { type: 'ask' }>;

let text = '';
let version = 0;
let description: DescriptionService | undefined;
let language: LanguageService | undefined;
let queue: Ask[] = [];
let isDraining = false;

const answers: Readonly<Record<Question, (...args: never[]) => unknown>> = {
  check: () => language?.check(text),
  fix: (diagnostics: readonly LanguageDiagnostic[]) => language?.fix(text, diagnostics),
  complete: (offset: number) => language?.complete(text, offset),
  hover: (offset: number) => language?.hover(text, offset),
  define: (offset: number) => language?.define(text, offset),
  outline: () => language?.outline(text),
  format: () => language?.format(text),
  assess: () => description?.assess(text),
  operations: () => description?.operations(text),
  project: (operation: string, targets: readonly ProjectionTarget[]) => description?.project(text, operation, targets),
  compare: (before: string) => description?.compare(before, text),
};

const reply = (message: FromWorker) => postMessage(message);

/** Questions about the cursor come before those that read the whole text. */
const quick: ReadonlySet<Question> = new Set(['complete', 'hover', 'define']);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'open') [text, version] = [data.text, version + 1];
  else if (data.type === 'edit') [text, version] = [applyEdits(text, data.edits), version + 1];
  else if (data.type === 'configure') {
    description =
      data.kind === 'openapi' || data.kind === 'agis'
        ? (description ?? createDescriptionService(data.kind))
        : undefined;
    language = description?.language ?? createLanguageService(data.kind, data.options);
  } else {
    queue.push(data);
    if (!isDraining) void drain();
  }
});

/** Answers one question at a time, and reads further messages between two of them. */
async function drain(): Promise<void> {
  isDraining = true;
  for (;;) {
    await new Promise<void>((resolve) => setTimeout(resolve));
    const stale = queue.filter((ask) => ask.version !== version);
    for (const { id } of stale) reply({ id, stale: true });
    queue = queue.filter((ask) => ask.version === version);
    const asked = queue.find(({ question }) => quick.has(question)) ?? queue[0];
    if (asked === undefined) break;
    queue = queue.filter((ask) => ask !== asked);
    await answer(asked);
  }
  isDraining = false;
}

async function answer({ id, question, args }: Ask): Promise<void> {
  try {
    reply({ id, value: await answers[question](...(args as never[])) });
  } catch (error) {
    reply({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}
