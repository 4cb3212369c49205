/** The unified merge view of CodeMirror, read-only, in a shadow root as in `components/code-editor.tsx`. */
import { syntaxHighlighting } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { colors, languages, look } from '../components/editor-theme.js';
import type { TextDifferenceProps } from './text-difference.js';

const lookOfMerge = EditorView.theme({
  '.cm-changedLine, .cm-insertedLine': { background: 'var(--good-soft)' },
  '.cm-deletedChunk': { background: 'var(--bad-soft)', paddingLeft: '0.25rem' },
  '.cm-changedText, .cm-deletedChunk .cm-deletedText': { background: 'none !important', fontWeight: '600' },
  // The marks of the library are not in the fonts of the console.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '""' },
  '.cm-collapsedLines': {
    background: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
    padding: '0.125rem 0.75rem',
  },
  '.cm-changeGutter': { width: '0.25rem' },
});

/** The view. */
export default function MergeBinding({ label, before, after, language, height = '24rem' }: TextDifferenceProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          syntaxHighlighting(colors),
          languages[language](),
          look(height),
          lookOfMerge,
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
            diffConfig: { scanLimit: 5000, timeout: 1000 },
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [label, before, after, language, height]);
  return <div ref={host} />;
}
