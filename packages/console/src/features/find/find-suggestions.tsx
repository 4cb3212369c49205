/** Before the first request: requests made of what operations of this catalogue say that they do. */
import { useQuery } from '@tanstack/react-query';
import { Crosshair, Library, MoveUpRight } from 'lucide-react';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';

/** Operations read, and suggestions made of them. */
const counts = { read: 60, shown: 6 };

/** Longest summary that reads like a request. */
const maxLength = 90;

/** Some summaries, from different services where there are several. */
export function pickSuggestions(operations: readonly { agent_id: string; summary: string }[]): string[] {
  const seen = new Map<string, number>();
  const ranked = operations
    .filter(({ summary }) => summary.length > 8 && summary.length <= maxLength)
    .map((operation) => {
      const turn = seen.get(operation.agent_id) ?? 0;
      seen.set(operation.agent_id, turn + 1);
      return { turn, summary: operation.summary };
    });
  ranked.sort((a, b) => a.turn - b.turn);
  return [...new Set(ranked.map(({ summary }) => summary))].slice(0, counts.shown);
}

/** The suggestions. */
export function FindSuggestions({ onChoose }: { onChoose: (text: string) => void }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['operations', 'suggestions'],
    queryFn: ({ signal }) => client.agents.findOperations({}, { top: counts.read, signal }),
  });
  if (query.isPending) return <LoadingRows rows={4} />;
  if (query.isError) return <ErrorState error={explainError(query.error)} onRetry={() => void query.refetch()} />;
  if (query.data.count === 0) {
    return (
      <EmptyState icon={Library} title="The catalogue has no operations">
        Add a service first, for example with <code className="font-mono text-text">dragoman add openapi.yaml</code>.
      </EmptyState>
    );
  }
  const suggestions = pickSuggestions(query.data.operations);
  return (
    <EmptyState icon={Crosshair} title="Write what an agent would be asked to do">
      The server ranks all {query.data.count.toLocaleString('en')} operations that you may see. Nothing is called.
      {suggestions.length > 0 && (
        <ul className="mt-4 divide-y divide-line rounded-lg border border-line text-left">
          {suggestions.map((text) => (
            <li key={text}>
              <button
                type="button"
                onClick={() => onChoose(text)}
                className="flex w-full items-center gap-3 px-3 py-2 text-left text-text hover:bg-hover focus-visible:-outline-offset-2"
              >
                <ThirdPartyText text={text} limit={120} truncate className="min-w-0 flex-1" />
                <MoveUpRight aria-hidden className="size-3.5 shrink-0 text-faint" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}
