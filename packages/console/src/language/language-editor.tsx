/** An editor with a language service: loaded on demand; until then the text is shown as it is. */
import type { LanguageDiagnostic, TextEdit, TextRange } from '@dragoman/language';
import { lazy, Suspense } from 'react';
import type { CodeLanguage } from '../components/code-view.js';
import type { LanguageClient } from './language-client.js';

/** What a page can do with the editor. */
export interface EditorHandle {
  /** Selects a part, scrolls to it and takes the focus. */
  reveal(range: TextRange): void;
  /** Applies edits as one step of the history. */
  apply(edits: readonly TextEdit[]): void;
  text(): string;
  cursor(): number;
  undo(): void;
  redo(): void;
  format(): void;
}

/** Props of the editor. */
export interface LanguageEditorProps {
  /** Name for screen readers. */
  label: string;
  /** The text at the beginning; later changes of this prop replace the text, as one step of the history. */
  text: string;
  client: LanguageClient;
  language: CodeLanguage;
  /** CSS height. */
  height?: string;
  readOnly?: boolean;
  onChange?: (text: string) => void;
  /** After every change, without the text: for texts so large that writing them out takes long. */
  onEdit?: () => void;
  /** After every check. */
  onDiagnostics?: (diagnostics: readonly LanguageDiagnostic[]) => void;
  onCursor?: (offset: number) => void;
  onReady?: (handle: EditorHandle) => void;
}

const Binding = lazy(() => import('./codemirror-binding.js'));

/** The editor: completion, hover, definitions (F12), diagnostics, quick fixes (Ctrl-.), layout (Shift-Alt-F), undo and redo. */
export function LanguageEditor(props: LanguageEditorProps) {
  const { text, height = '32rem' } = props;
  return (
    <div className="h-full min-h-0 overflow-hidden rounded-md border border-line bg-surface">
      <Suspense
        fallback={
          <pre className="overflow-auto p-3 font-mono text-sm" style={{ height }}>
            {text.slice(0, 20_000)}
          </pre>
        }
      >
        <Binding {...props} height={height} />
      </Suspense>
    </div>
  );
}
