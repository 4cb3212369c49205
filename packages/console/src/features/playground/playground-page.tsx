/** The page: the chat, and beside it what it is set up with. */
import { Download, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { PageHeader } from '../../components/page.js';
import { Segmented } from '../../components/segmented.js';
import { useIsNarrow } from '../../components/use-media-query.js';
import { type SearchState, textOf, useSearchState } from '../../components/use-search-state.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import type { ChatTools } from './chat-event.js';
import { ChatPanel } from './chat-panel.js';
import { type ChatSetup, missingPart, useChatSetup } from './chat-setup.js';
import { readTurns, traceText } from './read-turns.js';
import { SetupPanel } from './setup-panel.js';
import { useChat } from './use-chat.js';

/** The page. */
export default function PlaygroundPage() {
  const [search, setSearch] = useSearchState();
  const [setup, changeSetup] = useChatSetup();
  const [key, setKey] = useState('');
  const [part, setPart] = useState<'chat' | 'setup'>('chat');
  const narrow = useIsNarrow();
  const tools = readTools(search);
  const chat = useChat(tools, setup, key);
  const missing = tools === undefined ? 'Choose a toolset, a team or a service first.' : missingPart(setup);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        title="Playground"
        description="Chat with a toolset, a team or a service through your own model, or a script. Calls are real."
        actions={
          <>
            <CopyChat tools={tools} setup={setup} />
            <Button
              icon={Download}
              disabled={chat.events.length === 0}
              onClick={() => download(traceText(chat.events, { tools, model: modelName(setup) }))}
            >
              Export trace
            </Button>
            <Button icon={RotateCcw} disabled={chat.events.length === 0} onClick={chat.restart}>
              New chat
            </Button>
          </>
        }
      />
      {narrow && (
        <div className="border-t border-line px-page py-2">
          <Segmented
            label="Part of the playground"
            value={part}
            options={[
              { value: 'chat', label: 'Chat' },
              { value: 'setup', label: 'Setup' },
            ]}
            onChange={setPart}
          />
        </div>
      )}
      <div className="flex min-h-0 flex-1 border-t border-line">
        {(!narrow || part === 'chat') && (
          <ChatPanel
            turns={readTurns(chat.events)}
            chat={chat}
            missing={missing}
            onSetup={narrow ? () => setPart('setup') : undefined}
          />
        )}
        {(!narrow || part === 'setup') && (
          <aside
            aria-label="Setup"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
            tabIndex={0}
            className="w-92 shrink-0 overflow-y-auto border-l border-line p-4 focus-visible:-outline-offset-2 max-md:w-full max-md:border-l-0"
          >
            <SetupPanel
              tools={tools}
              onTools={(next) => {
                chat.restart();
                setSearch({ toolset: undefined, team: undefined, service: undefined, [next.kind]: next.id });
              }}
              setup={setup}
              onSetup={changeSetup}
              keyText={key}
              onKey={setKey}
            />
          </aside>
        )}
      </div>
    </div>
  );
}

function readTools(search: SearchState): ChatTools | undefined {
  const kind = (['toolset', 'team', 'service'] as const).find((each) => textOf(search[each]) !== '');
  return kind === undefined ? undefined : { kind, id: textOf(search[kind]) };
}

function modelName({ kind, model }: ChatSetup): string {
  return kind === 'script' ? 'script' : model;
}

function CopyChat({ tools, setup }: { tools: ChatTools | undefined; setup: ChatSetup }) {
  const { baseUrl } = useClient();
  const { access } = useSession();
  const { kind, url, model } = setup;
  const target =
    tools === undefined ? ['TOOLSET'] : tools.kind === 'toolset' ? [tools.id] : [`--${tools.kind}`, tools.id];
  const by =
    kind === 'script'
      ? ['--script', 'script.txt']
      : ['--api', kind, '--model-url', url || 'URL', '--model-name', model || 'MODEL'];
  const body = { api: kind === 'script' ? 'openai-chat' : kind, url, model, request: { messages: [] } };
  return (
    <CopyAs
      command={() => commandLine(baseUrl, ['playground', 'MESSAGE', ...target, ...by])}
      curl={() => curlCommand(baseUrl, { method: 'POST', path: '/playground/model', body, keyed: access !== 'open' })}
    />
  );
}

/** Saves a text as a file. */
function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `conversation-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
