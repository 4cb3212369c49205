/** Renders a prompt with its arguments. */
import type { AgentPrompt } from '@dragoman/sdk';
import { useMutation } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { CopyAs } from '../../../components/copy-button.js';
import { TextField } from '../../../components/field.js';
import { ErrorState } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { visibleText } from '../../../components/visible-text.js';
import { useClient } from '../../../session/console-context.js';
import { commandLine, curlCommand } from '../../../session/copy-text.js';
import { explainError } from '../../../session/explain-error.js';
import { ScopedButton } from '../../../session/scoped-button.js';
import { missingArguments } from './content-items.js';
import { PromptMessages } from './content-parts.js';

/** The panel. */
export function PromptPanel({ service, prompt }: { service: string; prompt: AgentPrompt }) {
  const client = useClient();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const render = useMutation({
    mutationFn: (filled: Readonly<Record<string, string>>) => client.agents.getPrompt(service, prompt.name, filled),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const empty = missingArguments(prompt, given);
    setMissing(empty);
    if (empty.length === 0) render.mutate(given);
  };
  const words = ['prompt', service, prompt.name, ...Object.entries(given).map(([name, value]) => `${name}=${value}`)];
  const path = `agents/${encodeURIComponent(service)}/prompts/get`;
  const body = { name: prompt.name, arguments: given };
  return (
    <article className="flex max-w-3xl flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold">
          <ThirdPartyText text={prompt.title ?? prompt.name} limit={200} />
        </h2>
        <ThirdPartyText text={prompt.name} limit={200} className="font-mono text-sm text-muted" />
        {prompt.description !== undefined && (
          <ThirdPartyText marked plain text={prompt.description} limit={2000} className="block max-w-prose" />
        )}
      </header>
      <form onSubmit={onSubmit} className="flex flex-col gap-3">
        {prompt.arguments.length === 0 && <p className="text-muted">This prompt takes no arguments.</p>}
        {prompt.arguments.map(({ name, title, description, required }) => (
          <TextField
            key={name}
            label={`${visibleText(title ?? name, 80)}${required === true ? ' (required)' : ''}`}
            help={description === undefined ? undefined : <ThirdPartyText plain text={description} limit={400} />}
            error={missing.includes(name) ? 'Enter a value.' : undefined}
            value={values[name] ?? ''}
            onChange={(event) => {
              setValues({ ...values, [name]: event.target.value });
              setMissing(missing.filter((each) => each !== name));
            }}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          <ScopedButton
            scope="agents:invoke"
            tone="primary"
            type="submit"
            icon={MessageSquareText}
            busy={render.isPending}
          >
            Render
          </ScopedButton>
          <CopyAs
            command={() => commandLine(client.baseUrl, words)}
            curl={() => curlCommand(client.baseUrl, { method: 'POST', path, body })}
          />
        </div>
      </form>
      {render.isError && <ErrorState error={explainError(render.error)} />}
      {render.isSuccess && (
        <>
          {render.data.description !== undefined && (
            <ThirdPartyText plain text={render.data.description} limit={600} className="text-muted" />
          )}
          <PromptMessages messages={render.data.messages} service={service} />
        </>
      )}
    </article>
  );
}
