/** The features of a language as extensions of CodeMirror. */
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { forEachDiagnostic, lintGutter, lintKeymap } from '@codemirror/lint';
import type { ChangeSpec, Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import type { Completion, TextEdit } from '@dragoman/language';
import type { LanguageClient } from './language-client.js';

/** Edits as changes of a document. */
export function toChanges(edits: readonly TextEdit[]): ChangeSpec {
  return edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
}

/** All features. */
export function languageFeatures(client: LanguageClient): Extension[] {
  return [
    lintGutter(),
    autocompletion({ override: [(context) => complete(client, context)], icons: false, maxRenderedOptions: 60 }),
    hoverTooltip(async (_, offset) => {
      const hover = await client.hover(offset);
      if (hover === undefined) return null;
      return { pos: hover.start, end: hover.end, above: true, create: () => ({ dom: createHover(hover.text) }) };
    }),
    keymap.of([
      { key: 'F12', run: (view) => started(goToDefinition(view, client, view.state.selection.main.head)) },
      { key: 'Shift-Alt-f', run: (view) => started(formatDocument(view, client)) },
      { key: 'Mod-.', run: fixAtCursor },
      { key: 'Tab', run: acceptCompletion },
      ...completionKeymap,
      ...lintKeymap,
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const offset = event.ctrlKey || event.metaKey ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
        if (offset === null) return false;
        void goToDefinition(view, client, offset);
        return true;
      },
    }),
  ];
}

/** A command that continues later. */
function started(_: Promise<void>): true {
  return true;
}

const types: Readonly<Record<Completion['kind'], string>> = {
  member: 'property',
  value: 'constant',
  reference: 'variable',
  tool: 'function',
  input: 'variable',
  output: 'variable',
};

async function complete(client: LanguageClient, context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[\w$./#'"-]+/);
  const isSpace = /[:(,.[-] ?$/.test(context.state.sliceDoc(Math.max(0, context.pos - 3), context.pos));
  if (!context.explicit && before === null && !isSpace) return null;
  const found = await client.complete(context.pos);
  const [first] = found ?? [];
  if (found === undefined || first === undefined) return null;
  return {
    from: Math.min(first.edit.start, context.pos),
    filter: false,
    options: found.map(({ label, kind, detail, documentation, edit, cursor }) => ({
      label,
      type: types[kind],
      ...(detail === undefined ? {} : { detail: detail.slice(0, 60) }),
      ...(documentation === undefined || documentation === '' ? {} : { info: () => createHover(documentation) }),
      apply(view: EditorView) {
        view.dispatch({
          changes: { from: edit.start, to: Math.max(edit.end, view.state.selection.main.head), insert: edit.text },
          selection: { anchor: cursor ?? edit.start + edit.text.length },
          userEvent: 'input.complete',
        });
      },
    })),
  };
}

/** Text of a service or of a third party, always as text. */
function createHover(text: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'language-hover';
  for (const paragraph of text.split('\n\n')) box.appendChild(document.createElement('p')).textContent = paragraph;
  return box;
}

async function goToDefinition(view: EditorView, client: LanguageClient, offset: number): Promise<void> {
  const target = await client.define(offset);
  if (target === undefined) return;
  view.dispatch({
    selection: { anchor: target.start, head: target.end },
    effects: EditorView.scrollIntoView(target.start, { y: 'center' }),
  });
  view.focus();
}

/** Lays the text out; a text that cannot be read stays as it is. */
export async function formatDocument(view: EditorView, client: LanguageClient): Promise<void> {
  const edits = await client.format();
  if (edits !== undefined && edits.length > 0) view.dispatch({ changes: toChanges(edits), userEvent: 'format' });
}

/** Applies the first quick fix at the cursor. */
function fixAtCursor(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const fixes: (() => void)[] = [];
  forEachDiagnostic(view.state, ({ actions: [action] = [] }, from, to) => {
    if (action !== undefined && from <= line.to && to >= line.from) fixes.push(() => action.apply(view, from, to));
  });
  fixes[0]?.();
  return fixes.length > 0;
}

/** Layers of the features, in the colors of the console. */
export const lookOfFeatures = EditorView.theme({
  '.cm-tooltip': {
    background: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '0.375rem',
    boxShadow: 'var(--shadow-layer)',
    maxWidth: 'min(32rem, 80vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--surface-selected)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--text-muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.language-hover': {
    padding: '0.375rem 0.625rem',
    fontFamily: 'var(--font-sans)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.language-hover p': { margin: '0 0 0.25rem' },
  '.cm-diagnostic': {
    fontFamily: 'var(--font-sans)',
    padding: '0.375rem 0.625rem',
    borderLeft: '3px solid var(--line-strong)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--note)' },
  '.cm-diagnosticSource': { color: 'var(--text-muted)', opacity: '1' },
  '.cm-diagnosticAction': { background: 'var(--accent-fill)', color: 'var(--on-accent)', padding: '0.125rem 0.5rem' },
  '.cm-panels': { background: 'var(--surface-sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { background: 'var(--surface-selected)' },
  '.cm-panel.cm-panel-lint ul [aria-selected] .cm-diagnosticText': { color: 'var(--text)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warn)' },
  '.cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline dotted var(--note)' },
  '.cm-lint-marker': { content: 'normal', width: '0.5rem', height: '0.5rem', borderRadius: '50%', margin: '0.3rem' },
  '.cm-lint-marker-error': { background: 'var(--bad)' },
  '.cm-lint-marker-warning': { background: 'var(--warn)' },
  '.cm-lint-marker-info': { background: 'var(--note)' },
});
