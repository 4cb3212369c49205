/** Checks the text of an editor after a pause, shows the result, and never shows one of an older text. */
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { LanguageDiagnostic } from '@dragoman/language';
import { toChanges } from './codemirror-features.js';
import type { LanguageClient } from './language-client.js';

/** Milliseconds without a key before a text is checked; large texts wait longer, because a check keeps the worker busy. */
const pauseMs = (length: number) => (length > 4_000_000 ? 400 : 40);

/** Largest number of diagnostics that the editor marks; the others are in the list of findings. */
const maxMarked = 2000;

/** A checker of one editor. */
export interface Checker {
  schedule(view: EditorView): void;
  checkNow(view: EditorView): void;
  stop(): void;
}

/** Creates the checker. */
export function createChecker(
  client: LanguageClient,
  onDiagnostics: (diagnostics: readonly LanguageDiagnostic[]) => void,
): Checker {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const checkNow = (view: EditorView) => {
    void client.check().then((diagnostics) => {
      if (diagnostics === undefined || isStopped) return;
      view.dispatch(setDiagnostics(view.state, mark(diagnostics, client)));
      onDiagnostics(diagnostics);
    });
  };
  return {
    checkNow,
    schedule(view) {
      clearTimeout(timer);
      timer = setTimeout(() => checkNow(view), pauseMs(view.state.doc.length));
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const severest = { error: 0, warning: 1, info: 2 };

function mark(diagnostics: readonly LanguageDiagnostic[], client: LanguageClient): Diagnostic[] {
  const marked =
    diagnostics.length <= maxMarked
      ? diagnostics
      : [...diagnostics]
          .sort((one, other) => severest[one.severity] - severest[other.severity])
          .slice(0, maxMarked)
          .sort((one, other) => one.start - other.start);
  return marked.map((diagnostic) => {
    const { start, end, severity, message, help, code, fix } = diagnostic;
    return {
      ...{ from: start, to: end, severity, source: code },
      message: help === '' || message.includes(help) ? message : `${message} ${help}`,
      ...(fix === undefined
        ? {}
        : { actions: [{ name: fix, apply: (view: EditorView) => void applyFix(view, client, diagnostic) }] }),
    };
  });
}

async function applyFix(view: EditorView, client: LanguageClient, diagnostic: LanguageDiagnostic): Promise<void> {
  const edits = await client.fix([diagnostic]);
  if (edits !== undefined && edits.length > 0) view.dispatch({ changes: toChanges(edits), userEvent: 'input.fix' });
}
