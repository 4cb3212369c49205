/** The editor of a procedure: tools to mention, the text, and what the server says about it. */
import type { ProcedureView, Toolset } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { Save } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Badge } from '../../components/badge.js';
import { CopyAs } from '../../components/copy-button.js';
import { Segmented } from '../../components/segmented.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { UndoButtons } from '../../components/undo-buttons.js';
import { useIsNarrow } from '../../components/use-media-query.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { useUndoKeys } from '../../components/use-undo-keys.js';
import { createLanguageClient } from '../../language/language-client.js';
import { type EditorHandle, LanguageEditor } from '../../language/language-editor.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { toolsetTarget } from '../links.js';
import { describedTools } from './draft.js';
import { offsetOfLine } from './line-offsets.js';
import { SavePanel } from './save-panel.js';
import { SidePanel } from './side-panel.js';
import { ToolList } from './tool-list.js';
import { type EditedProcedure, useAssessment, useProcedureDraft } from './use-procedure.js';

type Part = 'tools' | 'text' | 'checks';

/** Props of the editor. */
export interface ProcedureEditorProps {
  procedure: ProcedureView;
  /** Undefined when the caller may not see it, or when it was deleted. */
  toolset: Toolset | undefined;
}

/** The editor. */
export function ProcedureEditor({ procedure, toolset }: ProcedureEditorProps) {
  const edited = useProcedureDraft(procedure);
  const { draft, change } = edited;
  useUndoKeys(edited);
  const assessment = useAssessment(toolset, draft.text);
  const [isSaving, setSaving] = useState(false);
  const [part, setPart] = useState<Part>('text');
  const handle = useRef<EditorHandle>(undefined);
  const narrow = useIsNarrow();
  const shows = (each: Part) => !narrow || part === each;
  const tools = useMemo(() => describedTools(toolset ?? { tools: [] }), [toolset]);
  const client = useMemo(() => createLanguageClient('procedure', { procedure: { tools } }), [tools]);
  useEffect(() => () => client.close(), [client]);
  const [search] = useSearchState();
  const reveal = (line: number) => {
    setPart('text');
    const text = handle.current?.text() ?? draft.text;
    handle.current?.reveal({ start: offsetOfLine(text, line), end: offsetOfLine(text, line + 1) });
  };
  const insert = (mention: string) => {
    const at = handle.current?.cursor() ?? draft.text.length;
    handle.current?.apply([{ start: at, end: at, text: mention }]);
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <EditorHeader procedure={procedure} edited={edited} onSave={() => setSaving(true)} />
      {narrow && <PartChoice part={part} onPart={setPart} />}
      <div className="flex min-h-0 flex-1">
        {shows('tools') && (
          <aside
            aria-label="Tools"
            className="w-64 shrink-0 border-r border-line max-lg:hidden max-md:block! max-md:w-full max-md:border-r-0"
          >
            <ToolList
              tools={tools}
              toolset={procedure.toolset}
              mentions={assessment.data?.mentions}
              onInsert={insert}
            />
          </aside>
        )}
        {/* Kept while another part is shown, with its history. */}
        <section aria-label="Text" className={shows('text') ? 'min-w-0 flex-1 p-3' : 'hidden'}>
          <LanguageEditor
            label="Procedure"
            language="markdown"
            height="100%"
            text={draft.text}
            client={client}
            onChange={(text) => change({ ...draft, text }, 'text')}
            onReady={(ready) => {
              handle.current = ready;
              const line = Number(textOf(search.line));
              if (Number.isInteger(line) && line > 0) reveal(line);
            }}
          />
        </section>
        {shows('checks') && (
          <aside
            aria-label="Checks"
            className="flex w-96 shrink-0 flex-col border-l border-line max-md:w-full max-md:border-l-0"
          >
            <SidePanel procedure={procedure} edited={edited} tools={tools} assessment={assessment} onReveal={reveal} />
          </aside>
        )}
      </div>
      {isSaving && <SavePanel procedure={procedure} edited={edited} onClose={() => setSaving(false)} />}
    </div>
  );
}

function PartChoice({ part, onPart }: { part: Part; onPart: (part: Part) => void }) {
  return (
    <div className="border-b border-line px-page py-2">
      <Segmented
        label="Part of the editor"
        value={part}
        options={[
          { value: 'tools', label: 'Tools' },
          { value: 'text', label: 'Text' },
          { value: 'checks', label: 'Checks' },
        ]}
        onChange={onPart}
      />
    </div>
  );
}

interface EditorHeaderProps {
  procedure: ProcedureView;
  edited: EditedProcedure;
  onSave: () => void;
}

function EditorHeader({ procedure, edited, onSave }: EditorHeaderProps) {
  const { baseUrl } = useClient();
  const { access } = useSession();
  const { id, toolset } = procedure;
  const { base, draft, isChanged } = edited;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-page pt-4 pb-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-sm text-muted">
          <Link to="/procedures" className="hover:text-text hover:underline">
            Procedures
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h1 className="line-clamp-2 min-w-0 text-xl font-semibold tracking-tight text-anywhere">
            <ThirdPartyText text={draft.name} limit={160} />
          </h1>
          <Badge>version {base.etag}</Badge>
          <Badge tone={base.draft.state === 'ready' ? 'good' : 'neutral'}>{base.draft.state}</Badge>
        </div>
        <p role="status" className="text-sm text-muted">
          {'for '}
          <Link {...toolsetTarget(toolset)} className="text-text underline decoration-line-strong">
            <ThirdPartyText text={toolset} limit={80} />
          </Link>
          {isChanged ? ', not saved yet' : ', saved'}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <CopyAs
          command={commandLine(baseUrl, ['procedures', 'show', id])}
          curl={curlCommand(baseUrl, { path: `/procedures/${encodeURIComponent(id)}`, keyed: access !== 'open' })}
        />
        <UndoButtons edited={edited} />
        <ScopedButton scope="registry:write" tone="primary" icon={Save} disabled={!isChanged} onClick={onSave}>
          Save
        </ScopedButton>
      </div>
    </header>
  );
}
