/** The page: one tab per part of administration. All but the first are loaded when they are opened. */
import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import { CopyAs } from '../../components/copy-button.js';
import { PageHeader } from '../../components/page.js';
import { LoadingRows } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand, storeCommand } from '../../session/copy-text.js';
import { readAuditFilter, toAuditPath, toAuditWords } from './audit-filter.js';
import { KeysTab } from './keys-tab.js';

function loaded(load: () => Promise<ComponentType>) {
  const Content = lazy(async () => ({ default: await load() }));
  return (
    <Suspense fallback={<LoadingRows />}>
      <Content />
    </Suspense>
  );
}

const tabs = [
  { id: 'keys', label: 'Keys', content: <KeysTab /> },
  { id: 'limits', label: 'Limits', content: loaded(async () => (await import('./limits-tab.js')).LimitsTab) },
  { id: 'settings', label: 'Settings', content: loaded(async () => (await import('./settings-tab.js')).SettingsTab) },
  {
    id: 'readiness',
    label: 'Readiness',
    content: loaded(async () => (await import('./readiness-tab.js')).ReadinessTab),
  },
  { id: 'audit', label: 'Audit', content: loaded(async () => (await import('./audit-tab.js')).AuditTab) },
  { id: 'users', label: 'Users', content: loaded(async () => (await import('./users-tab.js')).UsersTab) },
  { id: 'sessions', label: 'Sessions', content: loaded(async () => (await import('./sessions-tab.js')).SessionsTab) },
];

/** The page. */
export default function AdminPage() {
  const [search, change] = useSearchState();
  const chosen = textOf(search.tab);
  const tab = tabs.some(({ id }) => id === chosen) ? chosen : 'keys';
  // Other tabs have other parameters; the filters of the audit log stay.
  const select = (id: string) =>
    change({ tab: id === 'keys' ? undefined : id, key: undefined, setting: undefined, q: undefined, owner: undefined });
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Admin"
        description="Access, settings, state and audit log of this server."
        actions={<CopyTab tab={tab} />}
      />
      <Tabs label="Parts of administration" fill tabs={tabs} value={tab} onChange={select} />
    </div>
  );
}

function CopyTab({ tab }: { tab: string }) {
  const { baseUrl } = useClient();
  const { access } = useSession();
  const [search] = useSearchState();
  const filter = readAuditFilter(search);
  const curl = (path: string) => () => curlCommand(baseUrl, { path, keyed: access !== 'open' });
  if (tab === 'settings') {
    return <CopyAs command={() => commandLine(baseUrl, ['config', '--running'])} curl={curl('/settings')} />;
  }
  if (tab === 'audit') {
    return <CopyAs command={() => storeCommand(toAuditWords(filter))} curl={curl(toAuditPath(filter))} />;
  }
  if (tab === 'sessions') {
    const words = ['sessions', 'list', ...(search.owner === 'me' ? [] : ['--everyone'])];
    const path = search.owner === 'me' ? '/sessions' : '/sessions?owner=everyone';
    return <CopyAs command={() => commandLine(baseUrl, words)} curl={curl(path)} />;
  }
  if (tab === 'users') return <CopyAs command={() => commandLine(baseUrl, ['users', 'list'])} curl={curl('/users')} />;
  if (tab === 'keys') return <CopyAs command={() => storeCommand(['keys', 'list'])} curl={curl('/keys')} />;
  return <CopyAs command={() => commandLine(baseUrl, ['status', '--parts'])} curl={curl('/status')} />;
}
