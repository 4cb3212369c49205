/** The catalogue: every service and every operation that the caller may see; rows are rendered only while visible. */
import { Library } from 'lucide-react';
import { CopyAs } from '../../components/copy-button.js';
import { PageHeader } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import type { SearchState } from '../../components/use-search-state.js';
import { listOf, textOf, useSearchState } from '../../components/use-search-state.js';
import { useClient, useHasScope, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { OperationTable } from './operation-table.js';
import { ServiceTable } from './service-table.js';
import { viewOf } from './table-frame.js';
import { useServices } from './use-services.js';

/** The page. */
export default function CataloguePage() {
  const [search] = useSearchState();
  return viewOf(search) === 'operations' ? <OperationsPage /> : <ServicesPage />;
}

function ServicesPage() {
  const services = useServices();
  const client = useClient();
  const { access } = useSession();
  const isAdmin = useHasScope('admin');
  const rows = services.data ?? [];
  const isPartial = !isAdmin && rows.some(({ usage }) => usage === undefined);
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Catalogue"
        description={`${describe(services.isPending, rows.length)}${isPartial ? ' Calls, breaker and source are shown only for services that you own; the scope admin shows all.' : ''}`}
        actions={
          <CopyAs
            command={() => commandLine(client.baseUrl, ['list', '--all'])}
            curl={() => curlCommand(client.baseUrl, { path: '/catalogue/services?top=200', keyed: access !== 'open' })}
          />
        }
      />
      {services.isPending && rows.length === 0 && <LoadingRows rows={12} />}
      {services.isError && <ErrorState error={explainError(services.error)} onRetry={() => void services.refetch()} />}
      {services.isSuccess && rows.length === 0 && <EmptyCatalogue />}
      {rows.length > 0 && <ServiceTable rows={rows} />}
    </div>
  );
}

function OperationsPage() {
  const client = useClient();
  const { access } = useSession();
  const [search] = useSearchState();
  const text = textOf(search.text);
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Catalogue"
        description="Every operation that you may see, by service; with a search text, ranked as in Find."
        actions={
          <CopyAs
            command={() => commandLine(client.baseUrl, text === '' ? ['list', '--all'] : ['resolve', text])}
            curl={() => curlCommand(client.baseUrl, { path: operationsPath(search), keyed: access !== 'open' })}
          />
        }
      />
      <OperationTable empty={<EmptyCatalogue />} />
    </div>
  );
}

/** The request for the operations that the page shows. */
function operationsPath(search: SearchState): string {
  const parameters = new URLSearchParams({ top: '200' });
  if (textOf(search.text) !== '') parameters.set('text', textOf(search.text));
  for (const name of ['agent', 'tag', 'impact']) {
    for (const value of listOf(search[name])) parameters.append(name, value);
  }
  return `/catalogue/operations?${parameters}`;
}

function EmptyCatalogue() {
  return (
    <EmptyState icon={Library} title="The catalogue is empty">
      Add a description of a service: <code className="font-mono text-text">dragoman add &lt;file or URL&gt;</code>
    </EmptyState>
  );
}

function describe(isPending: boolean, count: number): string {
  if (isPending && count === 0) return 'Every service that you may see.';
  return `${count.toLocaleString('en')} ${count === 1 ? 'service' : 'services'} that you may see.`;
}
