/** The state of the workbench: the editor, its worker, and what the worker says about the text. */
import type { Assessment, LanguageDiagnostic } from '@dragoman/language';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createLanguageClient, type LanguageClient } from '../../language/language-client.js';
import type { EditorHandle } from '../../language/language-editor.js';
import type { WorkDocument } from './draft-store.js';
import { keepDraft } from './draft-store.js';

/** Milliseconds without a key before the draft is kept; writing out a large text takes long. */
const keepAfterMs = (length: number) => (length > 2_000_000 ? 2000 : 300);

/** What is known about the text. */
export interface Checked {
  diagnostics: readonly LanguageDiagnostic[];
  assessment: Assessment;
  /** Counts the checks, so that other views know when to ask again. */
  round: number;
}

/** The state. */
export interface Work {
  document: WorkDocument;
  client: LanguageClient | undefined;
  editor: EditorHandle | undefined;
  checked: Checked | undefined;
  /** Score when the document was opened. */
  firstScore: number | undefined;
  /** True between a change and its check. */
  isChecking: boolean;
  /** The text as it is now. */
  text: () => string;
  onReady: (handle: EditorHandle) => void;
  onEdit: () => void;
  onDiagnostics: (diagnostics: readonly LanguageDiagnostic[]) => void;
}

/** Starts the worker of a document and follows its checks. */
export function useWork(document: WorkDocument): Work {
  const [client, setClient] = useState<LanguageClient>();
  const [editor, setEditor] = useState<EditorHandle>();
  const [checked, setChecked] = useState<Checked>();
  const [firstScore, setFirstScore] = useState<number>();
  const [isChecking, setIsChecking] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const edited = useRef<EditorHandle>(undefined);
  useEffect(() => {
    const created = createLanguageClient(document.kind);
    setClient(created);
    return () => {
      clearTimeout(timer.current);
      created.close();
    };
  }, [document.kind]);
  const text = useCallback(() => edited.current?.text() ?? document.text, [document]);
  const onEdit = useCallback(() => {
    setIsChecking(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void keepDraft({ ...document, text: text() }), keepAfterMs(document.text.length));
  }, [document, text]);
  useEffect(() => {
    // A page that is left before the pause is over still keeps what was typed last.
    const keepNow = () => {
      if (edited.current !== undefined) void keepDraft({ ...document, text: text() });
    };
    addEventListener('pagehide', keepNow);
    return () => removeEventListener('pagehide', keepNow);
  }, [document, text]);
  const onDiagnostics = useCallback(
    (diagnostics: readonly LanguageDiagnostic[]) => {
      void client?.assess().then((assessment) => {
        if (assessment === undefined) return;
        setChecked((before) => ({ diagnostics, assessment, round: (before?.round ?? 0) + 1 }));
        setFirstScore((first) => first ?? assessment.score.total);
        setIsChecking(false);
      });
    },
    [client],
  );
  const onReady = useCallback((handle: EditorHandle) => {
    edited.current = handle;
    setEditor(handle);
  }, []);
  return { document, client, editor, checked, firstScore, isChecking, text, onReady, onEdit, onDiagnostics };
}
