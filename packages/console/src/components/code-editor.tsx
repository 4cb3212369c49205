/**
 * CodeMirror in a shadow root: its styles are then constructed style sheets, which the content security policy allows,
 * instead of style elements, which it blocks. Loaded on demand.
 */
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import type { CodeViewProps } from './code-view.js';
import { createEchoes } from './echoes.js';
import { editorBasics, editorKeys } from './editor-theme.js';
import { smallestChange } from './smallest-change.js';

/** The editor; the text is replaced only when it differs, so that typing keeps its position. */
export default function CodeEditor({ text, language = 'text', label, onChange, height }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  const first = useRef(text);
  const [echoes] = useState(createEchoes);
  const isFromPage = useRef(false);
  const editable = onChange !== undefined;
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    const state = EditorState.create({
      doc: first.current,
      extensions: [
        ...editorBasics({ language, label, height, readOnly: !editable }),
        editorKeys,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const now = update.state.doc.toString();
          if (!isFromPage.current) echoes.emit(now);
          changed.current?.(now);
        }),
      ],
    });
    const created = new EditorView({ state, parent: root, root });
    view.current = created;
    return () => created.destroy();
  }, [language, label, height, editable, echoes]);
  useEffect(() => {
    const current = view.current;
    first.current = text;
    if (current === undefined || echoes.isEcho(text)) return;
    const before = current.state.doc.toString();
    if (before === text) return;
    isFromPage.current = true;
    current.dispatch({ changes: smallestChange(before, text) });
    isFromPage.current = false;
  }, [text, echoes]);
  return <div ref={host} className={height === '100%' ? 'h-full' : undefined} />;
}
