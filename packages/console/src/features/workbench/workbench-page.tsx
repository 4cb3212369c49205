/** The page of the workbench: a document to open, or the one that is being edited. */
import { useEffect, useState } from 'react';
import { PageBody, PageHeader } from '../../components/page.js';
import { LoadingState } from '../../components/states.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { useClient } from '../../session/console-context.js';
import type { WorkDocument } from './draft-store.js';
import { keepDraft, readDraft } from './draft-store.js';
import { toDocument } from './open-document.js';
import { OpenPanel } from './open-panel.js';
import { Workbench } from './workbench.js';

type State = { document: WorkDocument | undefined; isRead: boolean; opened: number };

/** The page; `?service=` opens a service of the catalogue. */
export default function WorkbenchPage() {
  const client = useClient();
  const [search, setSearch] = useSearchState();
  const wanted = textOf(search.service);
  const [{ document, isRead, opened }, setState] = useState<State>({ document: undefined, isRead: false, opened: 0 });
  const show = (next: WorkDocument | undefined) => {
    void keepDraft(next);
    setState((now) => ({ document: next, isRead: true, opened: now.opened + 1 }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; later documents are opened here
  useEffect(() => {
    const load = async () => {
      if (wanted === '') return readDraft();
      const { text, uri } = await client.descriptions.read({ service: wanted });
      setSearch({ service: undefined });
      return toDocument({ text, name: uri ?? wanted, service: wanted });
    };
    load().then(
      (found) => setState({ document: found, isRead: true, opened: 1 }),
      () => setState({ document: undefined, isRead: true, opened: 1 }),
    );
  }, []);
  if (!isRead) return <LoadingState label="Opening the workbench" />;
  if (document !== undefined) return <Workbench key={opened} document={document} onClose={() => show(undefined)} />;
  return (
    <>
      <PageHeader
        title="Workbench"
        description="Improve an OpenAPI or AGIS document: findings while you type, quick fixes, the score, and how agents will see it."
      />
      <PageBody>
        <OpenPanel onOpen={(text) => show(toDocument(text))} />
      </PageBody>
    </>
  );
}
