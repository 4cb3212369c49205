/** What a chat is set up with: the tools, and the model. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, TextAreaField, TextField } from '../../components/field.js';
import { type SearchOption, SearchSelect } from '../../components/search-select.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient, useHasScope } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { useToolSources } from '../../session/use-tool-sources.js';
import type { ChatTools } from './chat-event.js';
import { type ChatSetup, type ModelKind, usualUrls } from './chat-setup.js';

/** Props of the panel. */
export interface SetupPanelProps {
  tools: ChatTools | undefined;
  onTools: (tools: ChatTools) => void;
  setup: ChatSetup;
  onSetup: (change: Partial<ChatSetup>) => void;
  keyText: string;
  onKey: (key: string) => void;
}

const kinds: readonly { value: ModelKind; label: string }[] = [
  { value: 'script', label: 'A script' },
  { value: 'openai-chat', label: 'OpenAI-compatible endpoint' },
  { value: 'anthropic', label: 'Anthropic endpoint' },
];

/** The panel. */
export function SetupPanel({ tools, onTools, setup, onSetup, keyText, onKey }: SetupPanelProps) {
  const { kind, url, model, script } = setup;
  return (
    <div className="flex flex-col gap-4">
      <ToolsChoice tools={tools} onTools={onTools} />
      <SelectField
        label="Model"
        value={kind}
        options={kinds}
        onChange={(event) => onSetup({ kind: event.target.value as ModelKind })}
      />
      {kind === 'script' ? (
        <TextAreaField
          label="Script"
          mono
          rows={12}
          spellCheck={false}
          value={script}
          placeholder={'say I look for the ship.\ncall find_ship {"name": "Aurora"}\n\nsay It has a berth.'}
          help="Each block is one response of the model: say and call lines. An empty line ends it."
          onChange={(event) => onSetup({ script: event.target.value })}
        />
      ) : (
        <>
          <TextField
            label="Base URL"
            type="url"
            mono
            value={url}
            placeholder={usualUrls[kind]}
            help="The server sends the requests, if its operator allows the address."
            onChange={(event) => onSetup({ url: event.target.value })}
          />
          <TextField
            label="Name of the model"
            mono
            value={model}
            spellCheck={false}
            onChange={(event) => onSetup({ model: event.target.value })}
          />
          <TextField
            label="Key"
            type="password"
            autoComplete="off"
            value={keyText}
            help="Sent with each request and never stored. It is discarded when you leave the page."
            onChange={(event) => onKey(event.target.value)}
          />
        </>
      )}
    </div>
  );
}

const kindNames = { toolset: 'Toolset', team: 'Team', service: 'Service' } as const;

function ToolsChoice({ tools, onTools }: Pick<SetupPanelProps, 'tools' | 'onTools'>) {
  const [text, setText] = useState('');
  const { options, isLoading } = useToolSources(text);
  const teams = useTeams(text);
  return (
    <div className="flex flex-col gap-2">
      <SearchSelect
        label="Tools"
        value={tools === undefined ? '' : `${kindNames[tools.kind]}: ${tools.id}`}
        text={text}
        onText={setText}
        options={[...teams, ...options]}
        isLoading={isLoading}
        onChoose={({ id }) => {
          const [, kind, chosen = ''] = /^(toolset|team|agent):(.+)$/s.exec(id) ?? [];
          onTools({ kind: kind === 'toolset' || kind === 'team' ? kind : 'service', id: chosen });
        }}
      />
      {tools?.kind === 'toolset' && <ToolsetFacts id={tools.id} />}
    </div>
  );
}

/** The teams that have the text in their name or id. */
function useTeams(text: string): SearchOption[] {
  const client = useClient();
  const mayRead = useHasScope('registry:read');
  const { data = [] } = useQuery({
    queryKey: ['teams', 'names'],
    enabled: mayRead,
    async queryFn({ signal }) {
      const options: SearchOption[] = [];
      for await (const { id, name } of client.teams.list({ signal })) {
        options.push({ id: `team:${id}`, kind: 'Team', name });
        if (options.length === maxTeams) break;
      }
      return options;
    },
  });
  const wanted = text.trim().toLowerCase();
  return data.filter(({ name, id }) => `${name}\n${id}`.toLowerCase().includes(wanted));
}

/** Teams that are searched. */
const maxTeams = 200;

function ToolsetFacts({ id }: { id: string }) {
  const client = useClient();
  const exported = useQuery({
    queryKey: ['toolsets', id, 'export'],
    queryFn: ({ signal }) => client.toolsets.export(id, { signal }),
  });
  if (exported.isError) {
    return (
      <p role="alert" className="text-sm text-bad">
        <ThirdPartyText text={explainError(exported.error).detail} limit={300} />
      </p>
    );
  }
  if (exported.data === undefined) return null;
  const { tools, procedures } = exported.data;
  const ready = (Array.isArray(procedures) ? procedures : []).filter(
    (each): each is { name: string } => (each as { state?: unknown }).state === 'ready',
  );
  return (
    <div className="text-sm text-muted">
      <p>{tools.length === 1 ? '1 tool' : `${tools.length} tools`}</p>
      <p>
        {ready.length === 0 ? (
          'No procedure is ready; the model gets no instructions.'
        ) : (
          <>
            {'Instructions: '}
            <ThirdPartyText text={ready.map(({ name }) => name).join(', ')} limit={200} />
          </>
        )}
      </p>
    </div>
  );
}
