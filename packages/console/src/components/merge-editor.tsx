/** Two texts side by side: theirs to read, ours to edit, with their differences marked. Loaded on demand. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { look } from './editor-theme.js';

/** Props of the editor. */
export interface MergeEditorProps {
  /** Name for screen readers. */
  label: string;
  theirs: string;
  /** Our text at the beginning. */
  ours: string;
  onChange: (ours: string) => void;
}

const marks = EditorView.theme({
  '.cm-changedLine': { backgroundColor: 'var(--warn-soft)' },
  '.cm-changedText': { background: 'none', textDecoration: 'underline var(--warn)' },
});

/** The editor, in a shadow root as every editor. */
export default function MergeEditor({ label, theirs, ours, onChange }: MergeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: our text is only the beginning
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    const both = [lineNumbers(), look('20rem'), marks, EditorView.lineWrapping];
    const view = new MergeView({
      root,
      parent: root,
      revertControls: 'a-to-b',
      collapseUnchanged: { margin: 3 },
      a: {
        doc: theirs,
        extensions: [
          ...both,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': `${label}: stored` }),
        ],
      },
      b: {
        doc: ours,
        extensions: [
          ...both,
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': `${label}: yours` }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      },
    });
    return () => view.destroy();
  }, [label, theirs]);
  return <div ref={host} className="overflow-hidden rounded-md border border-line" />;
}
