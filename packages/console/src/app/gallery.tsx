/** Every component in every state, for people who change them: look here before and after. */
import { Inbox, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Badge, ImpactBadge, OutcomeBadge, ProtocolBadge } from '../components/badge.js';
import { Button, IconButton } from '../components/button.js';
import { CapturedPayloadView } from '../components/captured-payload.js';
import { CodeView, Snippet } from '../components/code-view.js';
import { CopyAs } from '../components/copy-button.js';
import { Dialog } from '../components/dialog.js';
import { Differences } from '../components/differences.js';
import { FacetFields } from '../components/facet-fields.js';
import { CheckboxField, SearchField, SelectField, TextAreaField, TextField } from '../components/field.js';
import { JsonView } from '../components/json-view.js';
import { MergeConflicts, type MergeConflictsProps } from '../components/merge-conflicts.js';
import { Facts, Key, PageBody, PageHeader, Panel } from '../components/page.js';
import { SearchSelect } from '../components/search-select.js';
import { Segmented } from '../components/segmented.js';
import { ServerPreview } from '../components/server-preview.js';
import { EmptyState, ErrorState, LoadingRows, LoadingState, NoPermission } from '../components/states.js';
import { Tabs } from '../components/tabs.js';
import { ThirdPartyText } from '../components/third-party-text.js';
import { Timeline } from '../components/timeline.js';
import { useToasts } from '../components/toast.js';
import { VersionList } from '../components/version-list.js';
import { VirtualTable } from '../components/virtual-table.js';

/** The page. */
export default function GalleryPage() {
  return (
    <>
      <PageHeader
        title="Components"
        description="The design system in every state. Change a component, then look here."
      />
      <PageBody className="xl:grid xl:grid-cols-2 xl:items-start">
        <Buttons />
        <Badges />
        <Fields />
        <Texts />
        <Layers />
        <Panel title="Tabs">
          <TabsSample />
        </Panel>
        <States />
        <Panel title="Table with 100,000 rows" padded={false}>
          <TableSample />
        </Panel>
        <Code />
        <Panel title="Captured payload">
          <CapturedPayloadView
            payload={{ input: { beginning: hostile, characters: 9000 }, output: { omitted: 'streamed' } }}
          />
        </Panel>
        <Panel title="Timeline">
          <Timeline
            label="Sample timeline"
            totalMs={300}
            rows={[
              { label: 'Access', kind: 'check', startMs: 0, ms: 0.2 },
              { label: 'Credential', kind: 'work', startMs: 0.2, ms: 30 },
              { label: 'Try 1', kind: 'try', startMs: 30, ms: 40, result: '503', tone: 'warn' },
              { label: 'Wait before the next try', kind: 'wait', startMs: 70, ms: 100 },
              { label: 'Try 2', kind: 'try', startMs: 170, ms: 100, result: '200', tone: 'good' },
              { label: 'Output', kind: 'check', startMs: 270, ms: 30, result: 'OUTPUT_INVALID', tone: 'bad' },
            ]}
          />
        </Panel>
        <Panel title="Preview of an MCP server">
          <div className="flex flex-col gap-3">
            <ServerPreview
              preview={{
                starts: true,
                server_name: hostile,
                tools: [{ name: 'read_note', description: hostile }],
                tool_count: 1,
                stderr: [],
              }}
            />
            <ServerPreview
              preview={{
                starts: false,
                tools: [],
                tool_count: 0,
                problem: { code: 'UPSTREAM_ERROR', message: 'The MCP server ended (exit code 1).' },
                stderr: ['Error: NOTES_TOKEN is not set'],
              }}
            />
          </div>
        </Panel>
        <Designs />
        <Panel title="Differences">
          <Differences
            label="Sample differences"
            rows={[
              { place: '/title', before: '"Berth 4"', after: '"Berth 5"' },
              { place: '/added', after: '{ "hours": 6 }' },
              { place: '/removed', before: `"${'long '.repeat(60)}"` },
            ]}
          />
        </Panel>
      </PageBody>
    </>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

function Buttons() {
  return (
    <Panel title="Buttons">
      <div className="flex flex-col gap-3">
        <Row>
          <Button tone="primary" icon={Plus}>
            Primary
          </Button>
          <Button>Secondary</Button>
          <Button tone="quiet">Quiet</Button>
          <Button tone="danger" icon={Trash2}>
            Delete
          </Button>
        </Row>
        <Row>
          <Button tone="primary" busy>
            Busy
          </Button>
          <Button disabled title="You lack the scope registry:write">
            Disabled
          </Button>
          <IconButton icon={Trash2} label="Delete" />
          <CopyAs command="dragoman list" curl="curl http://127.0.0.1:4780/agents" />
        </Row>
        <Row>
          <Key>g</Key> <Key>c</Key> <span className="text-muted">keys</span>
        </Row>
      </div>
    </Panel>
  );
}

function Badges() {
  return (
    <Panel title="Badges">
      <div className="flex flex-col gap-3">
        <Row>
          <Badge>neutral</Badge>
          <Badge tone="good">good</Badge>
          <Badge tone="warn">warn</Badge>
          <Badge tone="bad">bad</Badge>
          <Badge tone="note">note</Badge>
          <Badge tone="accent">accent</Badge>
        </Row>
        <Row>
          {['informational', 'reversible', 'irreversible'].map((impact) => (
            <ImpactBadge key={impact} impact={impact} />
          ))}
        </Row>
        <Row>
          {['openapi', 'mcp', 'a2a', 'agis', 'nact', 'aidip'].map((protocol) => (
            <ProtocolBadge key={protocol} protocol={protocol} />
          ))}
        </Row>
        <Row>
          {(['done', 'refused', 'failed', 'unknown'] as const).map((outcome) => (
            <OutcomeBadge key={outcome} outcome={outcome} />
          ))}
        </Row>
      </div>
    </Panel>
  );
}

function Fields() {
  const [search, setSearch] = useState('harbor');
  const [view, setView] = useState<'form' | 'json'>('form');
  const [text, setText] = useState('');
  return (
    <Panel title="Fields">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" placeholder="Build job" help="Shown in lists and in the audit log." />
        <TextField label="Expiry" defaultValue="yesterday" error="Enter a date after today." />
        <SelectField
          label="Visibility"
          options={[
            { value: 'public', label: 'Public' },
            { value: 'private', label: 'Private' },
          ]}
        />
        <SearchSelect
          label="Gets"
          help="Searched while a person types."
          value="The whole catalogue"
          text={text}
          onText={setText}
          isLoading={false}
          options={['Harbor desk', hostile, 'Pilots'].flatMap((name, at) =>
            name.toLowerCase().includes(text) ? [{ id: String(at), kind: 'Service', name }] : [],
          )}
          onChoose={() => undefined}
        />
        <TextField label="Disabled" disabled defaultValue="cannot be changed" />
        <TextAreaField label="Text" mono defaultValue={'{\n  "a": 1\n}'} />
        <div className="flex flex-col gap-2">
          <SearchField label="Search" value={search} onChange={setSearch} />
          <CheckboxField label="Private services" count={1234} defaultChecked />
          <CheckboxField label="With a long explanation" help="What happens when this box is checked." />
          <Segmented
            label="View"
            value={view}
            onChange={setView}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </div>
      </div>
    </Panel>
  );
}

const hostile = `<img src=x onerror=alert(1)> pay\u202etxt.exe\u202c zero\u200bwidth ${'W'.repeat(120)}`;

function Texts() {
  return (
    <Panel title="Third-party text">
      <Facts
        facts={[
          ['Hostile', <ThirdPartyText key="h" text={hostile} marked />],
          ['One line', <ThirdPartyText key="o" text={hostile} truncate />],
          ['Arabic', <ThirdPartyText key="a" text="خدمة الطقس في الميناء" />],
          ['Chinese', <ThirdPartyText key="c" text="港口天气服务：潮汐、风速与能见度的预报" />],
        ]}
      />
    </Panel>
  );
}

function Layers() {
  const toasts = useToasts();
  const [open, setOpen] = useState(false);
  return (
    <Panel title="Dialog and toasts">
      <Row>
        <Button onClick={() => setOpen(true)}>Open dialog</Button>
        <Button onClick={() => toasts.show('The service was added.')}>Good news</Button>
        <Button onClick={() => toasts.show('The server does not respond. Check that it runs.', 'bad')}>Bad news</Button>
      </Row>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete the service?"
        description="It can be restored for 30 days."
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button tone="danger" onClick={() => setOpen(false)}>
              Delete
            </Button>
          </>
        }
      >
        <p>Three toolsets use it.</p>
      </Dialog>
    </Panel>
  );
}

function Designs() {
  return (
    <>
      <Panel title="Merge">
        <MergeSample />
      </Panel>
      <Panel title="Versions" padded={false}>
        <VersionList
          versions={[
            { version: 2, actor: 'ann', at: new Date().toISOString() },
            { version: 1, actor: 'ben', at: '2026-01-01T00:00:00Z' },
          ]}
          details={({ version }) => version === 2 && <p className="text-sm">The name changed.</p>}
          action={({ version }) => <Button>Restore version {version}</Button>}
        />
      </Panel>
      <Panel title="Facets">
        <FacetFields
          facets={[{ id: 'impact', label: 'Impact', values: [{ value: 'reversible', count: 12 }] }]}
          choices={{ impact: ['reversible'] }}
          onChange={() => undefined}
        />
      </Panel>
    </>
  );
}

function MergeSample() {
  const [sides, setSides] = useState<MergeConflictsProps['sides']>({});
  return (
    <MergeConflicts
      conflicts={[
        { place: 'find_ship of quay, text', ours: 'Finds a ship.', theirs: 'Looks for a ship.' },
        { place: 'list_piers of quay', ours: undefined, theirs: 'kept, with changes' },
      ]}
      sides={sides}
      onChoose={({ place }, side) => setSides({ ...sides, [place]: side })}
    />
  );
}

function TabsSample() {
  const [tab, setTab] = useState('inputs');
  return (
    <Tabs
      label="Operation"
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'inputs', label: 'Inputs', count: 4, content: <p>Four inputs.</p> },
        { id: 'outputs', label: 'Outputs', content: <p>One output.</p> },
        { id: 'errors', label: 'Errors', count: 12, content: <p>Twelve errors.</p> },
      ]}
    />
  );
}

function States() {
  const error = { title: 'The service does not answer', detail: 'Try again in a minute.', code: 'UPSTREAM_TIMEOUT' };
  return (
    <Panel title="States" padded={false} className="row-span-2">
      <div className="divide-y divide-line">
        <EmptyState
          icon={Inbox}
          title="Nothing needs a decision"
          actions={<Button tone="primary">Add a service</Button>}
        >
          Held changes, updates and failing sources appear here.
        </EmptyState>
        <LoadingState />
        <LoadingRows rows={3} />
        <ErrorState error={error} onRetry={() => undefined} />
        <NoPermission scope="admin" subject="build-job" />
      </div>
    </Panel>
  );
}

const manyRows = Array.from({ length: 100_000 }, (_, at) => ({ id: `berth-${at}`, calls: (at * 7919) % 1000 }));

function TableSample() {
  return (
    <div className="h-72">
      <VirtualTable
        label="Berths"
        rows={manyRows}
        rowKey={(row) => row.id}
        columns={[
          { id: 'id', header: 'Id', width: 'minmax(8rem, 1fr)', cell: (row) => row.id },
          {
            id: 'kind',
            header: 'Protocol',
            width: '6rem',
            cell: () => <ProtocolBadge protocol="mcp" />,
            wideOnly: true,
          },
          { id: 'calls', header: 'Calls', width: '5rem', align: 'end', cell: (row) => row.calls },
        ]}
      />
    </div>
  );
}

const sample = {
  name: 'createPet',
  inputs: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
};

function Code() {
  return (
    <Panel title="Code">
      <div className="flex flex-col gap-4">
        <Snippet label="command" text="dragoman add https://api.example/openapi.json" />
        <CodeView label="JSON" language="json" text={JSON.stringify(sample, undefined, 2)} />
        <JsonView label="Value" value={sample} />
      </div>
    </Panel>
  );
}
