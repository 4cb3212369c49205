/**
 * Binds CodeMirror to a language client, in a shadow root as in `components/code-editor.tsx`. No rule of any language is
 * here: it translates questions, answers and edits.
 */
import { redo, undo } from '@codemirror/commands';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import type { TextEdit } from '@dragoman/language';
import { useEffect, useRef, useState } from 'react';
import { createEchoes } from '../components/echoes.js';
import { editorBasics, editorKeys } from '../components/editor-theme.js';
import { smallestChange } from '../components/smallest-change.js';
import { formatDocument, languageFeatures, lookOfFeatures, toChanges } from './codemirror-features.js';
import { createChecker } from './create-checker.js';
import type { LanguageEditorProps } from './language-editor.js';

/** Marks a transaction that the page itself made, which it need not be told about. */
const fromPage = Annotation.define<boolean>();

/** The editor. */
export default function CodeMirrorBinding(props: LanguageEditorProps) {
  const { text, client, language, label, height, readOnly = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const current = useRef(props);
  current.current = props;
  const shown = useRef(text);
  const [echoes] = useState(createEchoes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is only the beginning; the effect below replaces it
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    client.open(text);
    const checker = createChecker(client, (diagnostics) => current.current.onDiagnostics?.(diagnostics));
    const created = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          ...editorBasics({ language, label, height, readOnly }),
          lookOfFeatures,
          ...languageFeatures(client),
          editorKeys,
          EditorView.updateListener.of((update) => onUpdate(update)),
        ],
      }),
    });
    const onUpdate = (update: ViewUpdate) => {
      const { onChange, onCursor, onEdit } = current.current;
      if (update.docChanged) {
        client.edit(editsOf(update));
        checker.schedule(created);
        onEdit?.();
        if (onChange !== undefined && !update.transactions.some((each) => each.annotation(fromPage))) {
          const changed = update.state.doc.toString();
          echoes.emit(changed);
          onChange(changed);
        }
      }
      if (update.docChanged || update.selectionSet) onCursor?.(update.state.selection.main.head);
    };
    view.current = created;
    checker.checkNow(created);
    current.current.onReady?.(createHandle(created, client));
    return () => {
      checker.stop();
      created.destroy();
    };
  }, [client, language, label, height, readOnly]);
  useEffect(() => {
    const editor = view.current;
    const isNew = shown.current !== text;
    shown.current = text;
    if (editor === undefined || !isNew || echoes.isEcho(text)) return;
    editor.dispatch({
      changes: smallestChange(editor.state.doc.toString(), text),
      annotations: fromPage.of(true),
    });
  }, [text, echoes]);
  return <div ref={host} className="h-full" />;
}

function editsOf({ changes }: ViewUpdate): TextEdit[] {
  const edits: TextEdit[] = [];
  changes.iterChanges((start, end, _from, _to, inserted) => edits.push({ start, end, text: inserted.toString() }));
  return edits;
}

function createHandle(view: EditorView, client: LanguageEditorProps['client']) {
  return {
    reveal({ start, end }: { start: number; end: number }) {
      const last = view.state.doc.length;
      view.dispatch({
        selection: { anchor: Math.min(start, last), head: Math.min(end, last) },
        effects: EditorView.scrollIntoView(Math.min(start, last), { y: 'center' }),
      });
      view.focus();
    },
    apply: (edits: readonly TextEdit[]) => view.dispatch({ changes: toChanges(edits) }),
    text: () => view.state.doc.toString(),
    cursor: () => view.state.selection.main.head,
    undo: () => undo(view),
    redo: () => redo(view),
    format: () => void formatDocument(view, client),
  };
}
