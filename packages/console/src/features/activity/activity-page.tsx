/** The page: calls as they happen with their history, and services over time. */
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { PageHeader } from '../../components/page.js';
import { Segmented } from '../../components/segmented.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { useClient, useHasScope, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand, storeCommand } from '../../session/copy-text.js';
import { readCallFilter, toAuditPath, toAuditWords } from './call-filter.js';
import { CallTable } from './call-table.js';
import { FilterBar } from './filter-bar.js';
import { LiveStrip } from './live-strip.js';
import { RangeChoice, ServiceCharts } from './service-charts.js';
import { useCalls } from './use-calls.js';

type View = 'calls' | 'services';

/** The page. */
export default function ActivityPage() {
  const [search, change] = useSearchState();
  const view: View = textOf(search.view) === 'services' ? 'services' : 'calls';
  const [paused, setPaused] = useState(false);
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Activity"
        description="Calls through this server as they happen, and every earlier one from the audit log."
        actions={
          <>
            <CopyView view={view} />
            {view === 'calls' && (
              <Button icon={paused ? Play : Pause} onClick={() => setPaused(!paused)}>
                {paused ? 'Resume' : 'Pause'}
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-wrap gap-3 px-page pb-3">
        <Segmented
          label="View"
          value={view}
          options={[
            { value: 'calls', label: 'Calls' },
            { value: 'services', label: 'Services over time' },
          ]}
          onChange={(next) => change({ view: next === 'calls' ? undefined : next })}
        />
        {view === 'services' && <RangeChoice />}
      </div>
      {view === 'calls' ? <Calls paused={paused} /> : <ServiceCharts />}
    </div>
  );
}

function CopyView({ view }: { view: View }) {
  const client = useClient();
  const { access } = useSession();
  const [search] = useSearchState();
  const mayReadLog = useHasScope('admin');
  const filter = readCallFilter(search);
  const keyed = access !== 'open';
  if (view === 'services') {
    const usage = filter.service === '' ? '/usage' : `/agents/${encodeURIComponent(filter.service)}/usage`;
    return (
      <CopyAs
        command={() =>
          commandLine(client.baseUrl, ['status', ...(filter.service === '' ? [] : ['--service', filter.service])])
        }
        curl={() => curlCommand(client.baseUrl, { path: usage, keyed })}
      />
    );
  }
  const words = mayReadLog ? toAuditWords(filter) : ['events', '--topic', 'calls'];
  const path = mayReadLog ? toAuditPath(filter) : '/events?topics=calls';
  return (
    <CopyAs
      command={() => (mayReadLog ? storeCommand(words) : commandLine(client.baseUrl, words))}
      curl={() => curlCommand(client.baseUrl, { path, keyed })}
    />
  );
}

function Calls({ paused }: { paused: boolean }) {
  const [search, change] = useSearchState();
  const filter = readCallFilter(search);
  const calls = useCalls(filter, paused);
  return (
    <>
      <FilterBar filter={filter} onChange={change} />
      <LiveStrip calls={calls} filter={filter} paused={paused} />
      <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">
        <CallTable calls={calls} filter={filter} onClear={() => change(noFilter)} />
      </div>
    </>
  );
}

const noFilter = { service: undefined, caller: undefined, outcome: undefined, code: undefined, trace: undefined };
