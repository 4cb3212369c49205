/**
 * What editors and the workbench ask about a text. The answers come from a web worker, so that typing never waits for
 * them; nothing is sent anywhere else.
 */
import type {
  Assessment,
  Completion,
  DescribedOperations,
  DescriptionService,
  DocumentKind,
  Hover,
  LanguageDiagnostic,
  OutlineItem,
  Projection,
  ProjectionTarget,
  ServiceOptions,
  TextEdit,
  TextRange,
} from '@dragoman/language';

/** Differences between two versions, with their effect on callers. */
export type Differences = NonNullable<ReturnType<DescriptionService['compare']>>;

/** A language service elsewhere, which keeps the text. An answer is undefined when the text changed meanwhile. */
export interface LanguageClient {
  kind: DocumentKind;
  /** Replaces the whole text. */
  open(text: string): void;
  /** Changes the text; offsets are those before the edits. */
  edit(edits: readonly TextEdit[]): void;
  /** Changes what the text is checked against: tools of a procedure, operations of a workflow. */
  configure(options: ServiceOptions): void;
  check(): Promise<LanguageDiagnostic[] | undefined>;
  fix(diagnostics: readonly LanguageDiagnostic[]): Promise<TextEdit[] | undefined>;
  complete(offset: number): Promise<Completion[] | undefined>;
  hover(offset: number): Promise<Hover | undefined>;
  define(offset: number): Promise<TextRange | undefined>;
  outline(): Promise<OutlineItem[] | undefined>;
  format(): Promise<TextEdit[] | undefined>;
  /** For OpenAPI and AGIS: score, conditions and findings by rule. */
  assess(): Promise<Assessment | undefined>;
  operations(): Promise<DescribedOperations | undefined>;
  project(operation: string, targets: readonly ProjectionTarget[]): Promise<Projection[] | undefined>;
  /** Compares with an earlier text; undefined when one of them cannot be read. */
  compare(before: string): Promise<Differences | undefined>;
  /** Ends the worker. */
  close(): void;
}

/** Questions that have an answer. */
export type Question = Exclude<keyof LanguageClient, 'kind' | 'open' | 'edit' | 'configure' | 'close'>;

/** A message to the worker. */
export type ToWorker =
  | { type: 'open'; text: string }
  | { type: 'edit'; edits: readonly TextEdit[] }
  | { type: 'configure'; kind: DocumentKind; options: ServiceOptions }
  | { type: 'ask'; id: number; version: number; question: Question; args: readonly unknown[] };

/** A message from the worker. */
export interface FromWorker {
  id: number;
  value?: unknown;
  /** The answer is about an older text, or was not computed because a newer question came. */
  stale?: true;
  fault?: string;
}

/** Starts a worker for one document. */
export function createLanguageClient(kind: DocumentKind, options: ServiceOptions = {}): LanguageClient {
  const worker = new Worker(new URL('./language-worker.ts', import.meta.url), {
    type: 'module',
    name: `language ${kind}`,
  });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let [next, version] = [0, 0];
  const send = (message: ToWorker) => worker.postMessage(message);
  worker.onmessage = ({ data: { id, value, stale, fault } }: MessageEvent<FromWorker>) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (fault !== undefined) asked?.reject(new Error(fault));
    else asked?.resolve(stale === true ? undefined : value);
  };
  const ask =
    (question: Question) =>
    (...args: unknown[]): Promise<never> =>
      new Promise((resolve, reject) => {
        next += 1;
        waiting.set(next, { resolve: resolve as (value: unknown) => void, reject });
        send({ type: 'ask', id: next, version, question, args });
      });
  send({ type: 'configure', kind, options });
  return {
    kind,
    open(text) {
      version += 1;
      send({ type: 'open', text });
    },
    edit(edits) {
      version += 1;
      send({ type: 'edit', edits });
    },
    configure: (changed) => send({ type: 'configure', kind, options: changed }),
    check: ask('check'),
    fix: ask('fix'),
    complete: ask('complete'),
    hover: ask('hover'),
    define: ask('define'),
    outline: ask('outline'),
    format: ask('format'),
    assess: ask('assess'),
    operations: ask('operations'),
    project: ask('project'),
    compare: ask('compare'),
    close: () => worker.terminate(),
  };
}
