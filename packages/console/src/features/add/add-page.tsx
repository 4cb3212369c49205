/** The page: paste or drop, look at what would be stored, import. */
import type { ImportItem, ImportText } from '@dragoman/sdk';
import { readImportText } from '@dragoman/sdk';
import { Download, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { PageBody, PageHeader } from '../../components/page.js';
import { ErrorState } from '../../components/states.js';
import { useClient } from '../../session/console-context.js';
import { curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import type { Draft } from './draft.js';
import { recognized, toCommand, toItem } from './draft.js';
import { type Source, SourceBox } from './source-box.js';
import type { Pasted } from './use-import.js';
import { useImport } from './use-import.js';

/** Parts that are shown after something was pasted, or the import has begun. */
const CommandCard = lazy(async () => ({ default: (await import('./command-card.js')).CommandCard }));
const ImportedPanel = lazy(() => import('./import-result.js'));
const PreviewCard = lazy(async () => ({ default: (await import('./preview-card.js')).PreviewCard }));
const ProgressPanel = lazy(() => import('./progress-panel.js'));

/** The page. */
export default function AddPage() {
  const { baseUrl } = useClient();
  const [text, setText] = useState('');
  const { commands, drafts, imported, progress, preview, store, wanted, start, edit } = useImport();
  const pasted = useMemo(() => readImportText(text), [text]);
  const isStarted = drafts.length > 0 || commands.length > 0 || imported !== undefined;
  const startOver = () => {
    setText('');
    start([]);
  };
  return (
    <>
      <PageHeader
        title="Add"
        description="OpenAPI, AGIS, Arazzo, N-ACT, A2A cards, service metadata, MCP servers. You see a preview before anything is stored."
        actions={
          <>
            {wanted.length > 0 && <CopyAs curl={() => toCurl(baseUrl, wanted)} />}
            {isStarted && (
              <Button icon={RotateCcw} onClick={startOver}>
                Start over
              </Button>
            )}
          </>
        }
      />
      <PageBody className="max-w-7xl">
        <SourceBox
          text={text}
          onText={setText}
          onFiles={(files) => start(files.map(fromFile))}
          recognized={recognized(pasted)}
          busy={preview.isPending}
          small={drafts.length > 0 || imported !== undefined}
          onPreview={() => start(pasted.items.map(fromText), pasted.commands)}
        />
        {preview.isError && <ErrorState error={explainError(preview.error)} />}
        <Suspense>
          {commands.map((command) => (
            <CommandCard
              key={command.name}
              command={command}
              onAdded={(url) => start([{ item: { url }, label: url }], others(commands, command))}
            />
          ))}
          {progress !== undefined && <ProgressPanel progress={progress} />}
          {imported !== undefined && <ImportedPanel {...imported} />}
          {imported === undefined &&
            drafts.map((draft, at) => (
              <PreviewCard
                key={`${draft.label} ${draft.results[0]?.index ?? at}`}
                draft={draft}
                command={toCommand(baseUrl, draft)}
                onEdit={(change) => edit(at, change)}
              />
            ))}
        </Suspense>
        {store.isError && <ErrorState error={explainError(store.error)} />}
        {progress === undefined && wanted.length > 0 && (
          <div className="sticky bottom-0 -mx-page flex items-center justify-end gap-3 border-t border-line bg-surface px-page py-3">
            <Button tone="primary" icon={Download} busy={store.isPending} onClick={() => store.mutate(wanted)}>
              {wanted.length === 1 ? 'Import' : `Import ${wanted.length}`}
            </Button>
          </div>
        )}
      </PageBody>
    </>
  );
}

function toCurl(baseUrl: string, wanted: readonly Draft[]): string {
  return curlCommand(baseUrl, { method: 'POST', path: 'imports', body: { items: wanted.map(toItem) } });
}

function fromFile({ text, file = 'file' }: Source): Pasted {
  return { item: { text }, label: file };
}

function fromText(item: ImportItem): Pasted {
  return { item, label: 'url' in item ? item.url : 'pasted text' };
}

function others(commands: ImportText['commands'], added: ImportText['commands'][number]): ImportText['commands'] {
  return commands.filter((command) => command !== added);
}
