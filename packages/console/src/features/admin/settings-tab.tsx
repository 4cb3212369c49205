/** Settings in force: the value of each and where it comes from. */
import type { EffectiveSetting } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Snippet } from '../../components/code-view.js';
import { Dialog } from '../../components/dialog.js';
import { CheckboxField, SearchField } from '../../components/field.js';
import { Facts } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { TabFrame } from './tab-frame.js';

/** Characters of a value that are shown at most. */
const maxValue = 20_000;

/** The tab. */
export function SettingsTab() {
  const client = useClient();
  const [search, change] = useSearchState();
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.status.settings({ signal }),
  });
  const text = textOf(search.q);
  const onlyChanged = textOf(search.changed) === 'yes';
  const opened = settings.data?.find(({ key }) => key === textOf(search.setting));
  const rows = settings.data?.filter(
    (setting) => matchesSetting(setting, text) && !(onlyChanged && setting.origin === 'default'),
  );
  return (
    <TabFrame
      tools={
        <>
          <SearchField
            label="Filter settings"
            placeholder="Setting, value, origin or words"
            value={text}
            onChange={(q) => change({ q })}
            className="w-72 min-w-0 flex-1 sm:flex-none"
          />
          <CheckboxField
            label="Only changed ones"
            checked={onlyChanged}
            onChange={(event) => change({ changed: event.target.checked ? 'yes' : undefined })}
          />
        </>
      }
    >
      {settings.isPending && <LoadingRows />}
      {settings.isError && <ErrorState error={explainError(settings.error)} onRetry={() => void settings.refetch()} />}
      {rows !== undefined && <SettingTable rows={rows} onOpen={({ key }) => change({ setting: key })} />}
      {opened !== undefined && <SettingSheet setting={opened} onClose={() => change({ setting: undefined })} />}
    </TabFrame>
  );
}

/** The value as one text. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function matchesSetting({ key, value, origin, description, environment }: EffectiveSetting, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [key, valueText(value), origin, description, environment].some((each) => each.toLowerCase().includes(wanted));
}

const columns: readonly Column<EffectiveSetting>[] = [
  {
    id: 'key',
    header: 'Setting',
    width: 'minmax(0, 2fr)',
    cell: ({ key }) => (
      <span title={key} className="block truncate font-mono text-sm">
        {key}
      </span>
    ),
  },
  {
    id: 'value',
    header: 'Value',
    width: 'minmax(0, 2fr)',
    cell: ({ value }) => (
      <ThirdPartyText
        text={valueText(value)}
        limit={200}
        truncate
        className={value === null ? 'text-faint' : 'font-mono text-sm'}
      />
    ),
  },
  {
    id: 'origin',
    header: 'Origin',
    width: 'minmax(0, 2fr)',
    wideOnly: true,
    cell: ({ origin }) => <Origin origin={origin} />,
  },
  {
    id: 'description',
    header: 'What it does',
    width: 'minmax(0, 3fr)',
    wideOnly: true,
    cell: ({ description }) => <ThirdPartyText text={description} limit={300} truncate className="text-muted" />,
  },
];

function Origin({ origin }: { origin: string }) {
  if (origin === 'default') return <span className="text-faint">default</span>;
  return (
    <span title={visibleText(origin)} className="block truncate text-sm font-medium text-accent-strong">
      {visibleText(origin, 200)}
    </span>
  );
}

interface SettingTableProps {
  rows: readonly EffectiveSetting[];
  onOpen: (setting: EffectiveSetting) => void;
}

function SettingTable({ rows, onOpen }: SettingTableProps) {
  return (
    <VirtualTable
      label="Settings in force"
      rows={rows}
      columns={columns}
      rowKey={({ key }) => key}
      onOpen={onOpen}
      empty={
        <EmptyState icon={SearchX} title="No setting matches">
          The search covers names, values, origins and descriptions.
        </EmptyState>
      }
    />
  );
}

function SettingSheet({ setting, onClose }: { setting: EffectiveSetting; onClose: () => void }) {
  const { key, value, origin, description, environment } = setting;
  return (
    <Dialog
      open
      onClose={onClose}
      placement="sheet"
      title={<code className="font-mono">{key}</code>}
      description={description}
    >
      <div className="flex flex-col gap-4">
        {value === null ? (
          <p className="text-muted">It is not set.</p>
        ) : (
          <Snippet label="value" wrap text={visibleText(valueText(value), maxValue)} />
        )}
        <Facts
          facts={[
            ['Origin', <Origin key="origin" origin={origin} />],
            [
              'Variable',
              <code key="variable" className="font-mono text-sm text-anywhere">
                {environment}
              </code>,
            ],
          ]}
        />
        <p className="text-sm text-muted">A change of the file or the variable takes effect after a restart.</p>
      </div>
    </Dialog>
  );
}
