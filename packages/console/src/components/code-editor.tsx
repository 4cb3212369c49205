/**
 * CodeMirror in a shadow root: its styles are then constructed style sheets, which the content security policy allows,
 * instead of style elements, which it blocks. Loaded on demand.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { CodeViewProps } from './code-view.js';
import { colors, languages, look } from './editor-theme.js';

/** The editor; the text is replaced only when it differs, so that typing keeps its position. */
export default function CodeEditor({ text, language = 'text', label, onChange, height }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  const first = useRef(text);
  const editable = onChange !== undefined;
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    const state = EditorState.create({
      doc: first.current,
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        bracketMatching(),
        highlightSelectionMatches(),
        syntaxHighlighting(colors),
        languages[language](),
        look(height),
        EditorView.lineWrapping,
        EditorState.readOnly.of(!editable),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed.current?.(update.state.doc.toString());
        }),
      ],
    });
    const created = new EditorView({ state, parent: root, root });
    view.current = created;
    return () => created.destroy();
  }, [language, label, height, editable]);
  useEffect(() => {
    const current = view.current;
    first.current = text;
    if (current === undefined || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);
  return <div ref={host} />;
}
