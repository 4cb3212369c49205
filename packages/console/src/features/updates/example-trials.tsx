/** Tries the saved examples of a tool against the version that its vendor offers now. */
import { tryExamples } from '@dragoman/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient, useHasScope } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { traceTarget, tryTarget } from '../links.js';

/** The operation whose examples are tried. */
export interface ExampleTrialsProps {
  agent: string;
  operation: string;
  /** Name in the toolset. */
  tool: string;
}

/** The button and the results. */
export function ExampleTrials({ agent, operation, tool }: ExampleTrialsProps) {
  const client = useClient();
  const mayRead = useHasScope('registry:read');
  const saved = useQuery({
    queryKey: ['saved', 'example', agent, operation],
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      let count = 0;
      for await (const _ of client.saved.list('example', { agent, operation, signal })) {
        count += 1;
        if (count >= 20) break;
      }
      return count;
    },
  });
  const trial = useMutation({ mutationFn: () => tryExamples(client, { agent, operation }) });
  const count = saved.data ?? 0;
  const label = count === 1 ? 'Try 1 saved example' : `Try ${count} saved examples`;
  if (saved.isPending || saved.isError) return null;
  if (count === 0) {
    return (
      <p className="text-sm text-muted">
        {'No examples are saved. '}
        <Link {...tryTarget(agent, operation)} className="text-accent-strong underline">
          Try it and save one
        </Link>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <ScopedButton
        scope="agents:invoke"
        icon={FlaskConical}
        busy={trial.isPending}
        className="self-start"
        aria-label={`${label} of ${visibleText(tool, 60)}`}
        onClick={() => trial.mutate()}
      >
        {label}
      </ScopedButton>
      {trial.isError && (
        <p role="alert" className="text-sm text-bad">
          <ThirdPartyText text={explainError(trial.error).detail} limit={400} />
        </p>
      )}
      {trial.data !== undefined && (
        <ul aria-label={`Trials of ${visibleText(tool, 60)}`} className="flex flex-col gap-2 text-sm">
          {trial.data.map(({ example, passes, mode, message, faults, traceId }) => (
            <li key={example.id} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <Badge tone={passes ? 'good' : 'bad'}>{passes ? 'passes' : 'fails'}</Badge>
              <ThirdPartyText text={example.name ?? 'Example'} limit={80} className="font-medium" />
              <span className="min-w-0 flex-1 basis-60">
                <ThirdPartyText text={faults.length > 0 ? faults.join('; ') : message} limit={600} />
              </span>
              <span className="text-muted">
                {mode === 'call' ? 'called: it only reads' : 'preview: nothing was sent'}
              </span>
              {traceId !== undefined && (
                <Link {...traceTarget(traceId)} className="text-accent-strong underline">
                  Trace
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
