/**
 * CodeMirror in a shadow root: its styles are then constructed style sheets, which the content security policy allows,
 * instead of style elements, which it blocks. Loaded on demand.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { CodeLanguage, CodeViewProps } from './code-view.js';

const languages: Readonly<Record<CodeLanguage, () => Extension>> = {
  json: () => json(),
  yaml: () => yaml(),
  markdown: () => markdown(),
  text: () => [],
};

/** Colors come from the tokens, which a shadow root inherits. */
const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--note)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--text-faint)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.link, color: 'var(--accent)' },
]);

const look = (height: string | undefined) =>
  EditorView.theme({
    '&': { height: height ?? 'auto', maxHeight: height ?? '32rem', fontSize: '0.75rem', color: 'var(--text)' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.125rem', overflow: 'auto' },
    '.cm-content': { caretColor: 'var(--accent)', padding: '0.5rem 0' },
    '.cm-gutters': { background: 'transparent', color: 'var(--text-faint)', border: 'none', paddingLeft: '0.25rem' },
    '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
    '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--surface-hover)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      background: 'var(--surface-selected)',
    },
  });

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
