/** Connects an MCP client or a program: which client, to what, with which key, and whether it has connected. */
import type { IssuedApiKey, McpClient, McpSelection, McpSubset } from '@dragoman/sdk';
import { mcpClients, mcpConfiguration, mcpEndpoint, mcpOptions, mcpServerName } from '@dragoman/sdk';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { buttonClasses } from '../../components/button.js';
import { Snippet } from '../../components/code-view.js';
import { CopyAs } from '../../components/copy-button.js';
import { SelectField, TextField } from '../../components/field.js';
import { PageBody, PageHeader, Panel } from '../../components/page.js';
import { SearchSelect } from '../../components/search-select.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { ConnectionList } from './connection-list.js';
import { KeyPanel } from './key-panel.js';
import { readSelection, readSubset, selectionText, useSelections } from './selection.js';

/** The page. */
export default function ConnectPage() {
  const [created, setCreated] = useState<IssuedApiKey>();
  return (
    <>
      <PageHeader title="Connect" description="Give an MCP client or a program access to this server." />
      <PageBody className="max-w-4xl">
        <ClientPanel subject={created?.subject} />
        <KeyPanel created={created} onCreated={setCreated} />
      </PageBody>
    </>
  );
}

function ClientPanel({ subject }: { subject: string | undefined }) {
  const { baseUrl } = useClient();
  const { access } = useSession();
  const [search, change] = useSearchState();
  const client = mcpClients.find(({ name }) => name === textOf(search.client)) ?? mcpClients[0];
  if (client === undefined) return null;
  const selection = readSelection(textOf(search.to));
  const subset = readSubset(search);
  const endpoint = mcpEndpoint(baseUrl, selection, subset);
  const keyed = access !== 'open' || subject !== undefined;
  const command = commandLine(baseUrl, ['connect', client.name, ...mcpOptions(selection, subset)]);
  const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  return (
    <Panel
      title="MCP client"
      actions={
        <CopyAs
          command={command}
          curl={() => curlCommand(endpoint, { method: 'POST', path: '', body: listTools, keyed })}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Client"
            value={client.name}
            onChange={(event) => change({ client: event.target.value })}
            options={mcpClients.map(({ name, title }) => ({ value: name, label: title }))}
          />
          <SelectionField
            selection={selection}
            onChange={(to) => change({ to: to === 'everything' ? undefined : to })}
          />
          <TextField
            label="Only for a task (optional)"
            help="The 20 best tools for it, best first, such as: triage new issues"
            value={subset.query ?? ''}
            maxLength={1000}
            onChange={(event) => change({ query: event.target.value || undefined })}
          />
          <TextField
            label="Only with a tag (optional)"
            help="Tags separated by commas"
            value={textOf(search.tags)}
            maxLength={500}
            onChange={(event) => change({ tags: event.target.value || undefined })}
          />
        </div>
        <Configuration client={client} selection={selection} subset={subset} keyed={keyed} />
        <Part title="Or let the command line write it">
          <Snippet label="command" text={command} />
        </Part>
        <Part title="Endpoint">
          <Snippet label="endpoint" text={endpoint} />
        </Part>
        <Part title="Connection">
          <ConnectionList endpoint={mcpEndpoint(baseUrl, selection)} subject={subject} />
        </Part>
      </div>
    </Panel>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </div>
  );
}

function SelectionField({ selection, onChange }: { selection: McpSelection; onChange: (to: string) => void }) {
  const [text, setText] = useState('');
  const { options, isLoading } = useSelections(text);
  return (
    <SearchSelect
      label="Gets"
      value={visibleText(selectionText(selection), 80)}
      text={text}
      onText={setText}
      options={options}
      isLoading={isLoading}
      onChoose={({ id }) => onChange(id)}
    />
  );
}

interface ConfigurationProps {
  client: McpClient;
  selection: McpSelection;
  subset: McpSubset;
  keyed: boolean;
}

/** The entry of the client's configuration, and a link that adds it where the client has one. */
function Configuration({ client, selection, subset, keyed }: ConfigurationProps) {
  const { baseUrl } = useClient();
  const words = ['dragoman', 'mcp', ...mcpOptions(selection, subset), '--server', baseUrl.replace(/\/$/, '')];
  const entry = client.entry({ endpoint: mcpEndpoint(baseUrl, selection, subset), words, keyed });
  const name = mcpServerName(selection);
  const title = client.title.replace(/ \(.*/, '');
  return (
    <Part title="Configuration">
      {client.link !== undefined && (
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <a href={client.link(name, entry)} className={buttonClasses('primary')}>
            <ExternalLink aria-hidden className="size-3.5" />
            Add to {title}
          </a>
          <span className="text-sm text-muted">Opens {title}, which asks before it adds the server.</span>
        </div>
      )}
      <Snippet label="configuration" text={mcpConfiguration(client, name, entry)} />
      {keyed && (
        <p className="mt-1 text-sm text-muted">
          {client.keyByHand ?? 'The client reads the key from the environment variable DRAGOMAN_KEY.'}
        </p>
      )}
    </Part>
  );
}
