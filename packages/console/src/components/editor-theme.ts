/** What all editors have: how they look, and the extensions of ordinary editing. Loaded with the editors, on demand. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { CodeLanguage } from './code-view.js';

/** Highlighting by language. */
export const languages: Readonly<Record<CodeLanguage, () => Extension>> = {
  json: () => json(),
  yaml: () => yaml(),
  markdown: () => markdown(),
  text: () => [],
};

/** Colors come from the tokens, which a shadow root inherits. */
export const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--note)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--text-faint)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.link, color: 'var(--accent)' },
]);

/** Sizes and surfaces of an editor. */
export const look = (height: string | undefined) =>
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

/** What an editor is for. */
export interface EditorBasics {
  language: CodeLanguage;
  label: string;
  height?: string | undefined;
  readOnly: boolean;
}

/** The extensions that every editor has; those that follow them in the list of an editor have lower precedence. */
export function editorBasics({ language, label, height, readOnly }: EditorBasics): Extension[] {
  return [
    lineNumbers(),
    foldGutter(),
    history(),
    bracketMatching(),
    highlightSelectionMatches(),
    syntaxHighlighting(colors),
    languages[language](),
    look(height),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

/** The keys of every editor; last in the list, so that features of a language can use a key first. */
export const editorKeys: Extension = keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]);
