/** The document that is edited: the editor, its score, and the panels next to it. */
import { Download, Redo2, Undo2, Upload, WandSparkles, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { PageHeader } from '../../components/page.js';
import { LoadingState } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { LanguageEditor } from '../../language/language-editor.js';
import { useConsole } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { CompareTab } from './compare-tab.js';
import { ConditionsTab } from './conditions-tab.js';
import type { WorkDocument } from './draft-store.js';
import { FindingsTab } from './findings-tab.js';
import { fileNameOf, highlightingOf } from './open-document.js';
import { OutlineTab } from './outline-tab.js';
import { PreviewTab } from './preview-tab.js';
import { PublishDialog } from './publish-dialog.js';
import { ScoreLine } from './score-line.js';
import type { Work } from './use-work.js';
import { useWork } from './use-work.js';

/** Props of the workbench. */
export interface WorkbenchProps {
  document: WorkDocument;
  onClose: () => void;
}

/** The workbench. */
export function Workbench({ document, onClose }: WorkbenchProps) {
  const work = useWork(document);
  const [isPublishing, setIsPublishing] = useState(false);
  const { client, editor } = work;
  return (
    <div className="flex min-h-full flex-col lg:h-full">
      <PageHeader
        title={<ThirdPartyText text={work.checked?.assessment.title ?? document.name} limit={80} />}
        description={<ScoreLine work={work} />}
        actions={<Actions work={work} onClose={onClose} onPublish={() => setIsPublishing(true)} />}
      />
      <div className="grid min-h-0 flex-1 gap-gap px-page pb-page lg:grid-cols-[minmax(0,1fr)_26rem] xl:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="h-[55dvh] min-h-0 min-w-0 lg:h-auto">
          {client === undefined ? (
            <LoadingState label="Starting the checks" />
          ) : (
            <LanguageEditor
              label={`Text of ${document.name}`}
              text={document.text}
              client={client}
              language={highlightingOf(document.text)}
              height="100%"
              onReady={work.onReady}
              onEdit={work.onEdit}
              onDiagnostics={work.onDiagnostics}
            />
          )}
        </div>
        <section
          aria-label="Results"
          className="flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-raised max-lg:h-[70dvh]"
        >
          <Results work={work} />
        </section>
      </div>
      {isPublishing && editor !== undefined && <PublishDialog work={work} onClose={() => setIsPublishing(false)} />}
    </div>
  );
}

function Results({ work }: { work: Work }) {
  const [search, setSearch] = useSearchState();
  const panels = [
    { id: 'findings', label: 'Findings', count: work.checked?.diagnostics.length, Panel: FindingsTab },
    { id: 'conditions', label: 'Conditions', Panel: ConditionsTab },
    { id: 'preview', label: 'Preview', Panel: PreviewTab },
    { id: 'compare', label: 'Changes', Panel: CompareTab },
    { id: 'outline', label: 'Outline', Panel: OutlineTab },
  ];
  const chosen = panels.find(({ id }) => id === textOf(search.tab))?.id ?? 'findings';
  return (
    <Tabs
      label="Results"
      fill
      value={chosen}
      onChange={(tab) => setSearch({ tab })}
      tabs={panels.map(({ id, label, count, Panel }) => ({
        id,
        label,
        ...(count === undefined ? {} : { count }),
        content: (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
          <div tabIndex={0} className="h-full overflow-y-auto px-4 py-3 focus-visible:-outline-offset-2">
            <Panel work={work} />
          </div>
        ),
      }))}
    />
  );
}

interface ActionsProps {
  work: Work;
  onClose: () => void;
  onPublish: () => void;
}

function Actions({ work, onClose, onPublish }: ActionsProps) {
  const { editor, document } = work;
  const { client } = useConsole();
  const file = fileNameOf(document);
  const command = document.kind === 'agis' ? ['agis', 'validate', file] : ['lint', file];
  const isWaiting = editor === undefined;
  return (
    <>
      <CopyAs command={commandLine(client.baseUrl, command)} />
      <IconButton icon={Undo2} label="Undo" disabled={isWaiting} onClick={() => editor?.undo()} />
      <IconButton icon={Redo2} label="Redo" disabled={isWaiting} onClick={() => editor?.redo()} />
      <Button icon={WandSparkles} disabled={isWaiting} onClick={() => editor?.format()}>
        Format
      </Button>
      <Button icon={Download} onClick={() => download(file, work.text())}>
        Download
      </Button>
      <Button icon={X} onClick={onClose}>
        Close
      </Button>
      <ScopedButton scope="registry:write" tone="primary" icon={Upload} disabled={isWaiting} onClick={onPublish}>
        Publish
      </ScopedButton>
    </>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
