/** Reads a resource by its URI: a listed one, one of a template, or the target of a link in a result. */
import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Badge } from '../../../components/badge.js';
import { CopyAs } from '../../../components/copy-button.js';
import { TextField } from '../../../components/field.js';
import { ErrorState } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useClient } from '../../../session/console-context.js';
import { commandLine, curlCommand } from '../../../session/copy-text.js';
import { explainError } from '../../../session/explain-error.js';
import { ScopedButton } from '../../../session/scoped-button.js';
import { uriProblem } from './content-items.js';
import { ResourceParts } from './content-parts.js';

/** A resource or a template of resources. */
export interface OfferedResource {
  /** URI, or template of URIs. */
  uri: string;
  title: string;
  description?: string | undefined;
  mediaType?: string | undefined;
  size?: number | undefined;
}

/** The panel. */
export function ResourcePanel({ service, resource }: { service: string; resource: OfferedResource }) {
  const client = useClient();
  const [uri, setUri] = useState(resource.uri);
  const [problem, setProblem] = useState<string>();
  const read = useMutation({ mutationFn: (wanted: string) => client.agents.readResource(service, wanted) });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = uriProblem(uri);
    setProblem(found);
    if (found === undefined) read.mutate(uri);
  };
  const path = `agents/${encodeURIComponent(service)}/resources/read`;
  return (
    <article className="flex max-w-3xl flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold">
          <ThirdPartyText text={resource.title} limit={200} />
        </h2>
        <p className="flex flex-wrap items-baseline gap-2 text-sm text-muted">
          {resource.mediaType !== undefined && <Badge>{resource.mediaType.slice(0, 60)}</Badge>}
          {resource.size !== undefined && (
            <span className="tabular-nums">{resource.size.toLocaleString('en')} bytes</span>
          )}
        </p>
        {resource.description !== undefined && (
          <ThirdPartyText marked plain text={resource.description} limit={2000} className="block max-w-prose" />
        )}
      </header>
      <form onSubmit={onSubmit} className="flex flex-col gap-3">
        <TextField
          mono
          label="URI"
          value={uri}
          error={problem}
          help={/\{/.test(resource.uri) ? 'Replace what is in braces.' : undefined}
          spellCheck={false}
          onChange={(event) => {
            setUri(event.target.value);
            setProblem(undefined);
          }}
        />
        <div className="flex flex-wrap gap-2">
          <ScopedButton scope="agents:invoke" tone="primary" type="submit" icon={FileText} busy={read.isPending}>
            Read
          </ScopedButton>
          <CopyAs
            command={() => commandLine(client.baseUrl, ['resource', service, uri])}
            curl={() => curlCommand(client.baseUrl, { method: 'POST', path, body: { uri } })}
          />
        </div>
      </form>
      {read.isError && <ErrorState error={explainError(read.error)} />}
      {read.isSuccess && <ResourceParts contents={read.data} service={service} />}
    </article>
  );
}
