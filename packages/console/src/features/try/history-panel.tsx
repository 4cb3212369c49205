/** Earlier runs of the operation: load their input again, compare two of them, or keep one as an example. */
import type { SavedItem } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { History, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { OutcomeBadge } from '../../components/badge.js';
import { Button, IconButton } from '../../components/button.js';
import { Differences } from '../../components/differences.js';
import { dateText } from '../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows, NoPermission } from '../../components/states.js';
import { useToasts } from '../../components/toast.js';
import { compareValues } from '../../schema/compare-values.js';
import { type ExactValue, writeJson } from '../../schema/json-text.js';
import { useClient, useHasScope } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';

const maxItems = 100;

/** Props of the history. */
export interface HistoryPanelProps {
  agent: string;
  operation: string;
  onLoad: (input: ExactValue) => void;
}

/** The history. */
export function HistoryPanel({ agent, operation, onLoad }: HistoryPanelProps) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [marked, setMarked] = useState<readonly string[]>([]);
  const queryKey = ['saved', 'call', agent, operation];
  const mayRead = useHasScope('registry:read');
  const history = useQuery({
    queryKey,
    enabled: mayRead,
    queryFn: async ({ signal }) => {
      const found: SavedItem[] = [];
      for await (const item of client.saved.list('call', { agent, operation, signal })) {
        found.push(item);
        if (found.length >= maxItems) break;
      }
      return found;
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.saved.remove(id),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (!mayRead) return <NoPermission scope="registry:read" />;
  if (history.isPending) return <LoadingRows rows={3} />;
  if (history.isError) return <ErrorState error={explainError(history.error)} onRetry={() => void history.refetch()} />;
  if (history.data.length === 0) {
    return (
      <EmptyState icon={History} title="No runs yet">
        Runs are kept on the server for you alone, with secrets removed.
      </EmptyState>
    );
  }
  const [first, second] = history.data.filter(({ id }) => marked.includes(id)).reverse();
  const mark = (id: string) =>
    setMarked((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before.slice(-1), id]));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">Mark two runs to compare them.</p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {history.data.map((item) => (
          <HistoryRow
            key={item.id}
            item={item}
            isMarked={marked.includes(item.id)}
            onMark={() => mark(item.id)}
            onLoad={() => onLoad((item.arguments ?? {}) as ExactValue)}
            onRemove={() => remove.mutate(item.id)}
          />
        ))}
      </ul>
      {first !== undefined && second !== undefined && <Comparison before={first} after={second} />}
    </div>
  );
}

interface HistoryRowProps {
  item: SavedItem;
  isMarked: boolean;
  onMark: () => void;
  onLoad: () => void;
  onRemove: () => void;
}

function HistoryRow({ item, isMarked, onMark, onLoad, onRemove }: HistoryRowProps) {
  const time = dateText(item.at);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
      <input
        type="checkbox"
        aria-label={`Compare the run of ${time}`}
        checked={isMarked}
        onChange={onMark}
        className="size-3.5 accent-accent-fill"
      />
      <OutcomeBadge outcome={item.outcome ?? 'unknown'} />
      <time dateTime={item.at} className="text-sm tabular-nums">
        {time}
      </time>
      <span className="text-sm text-muted tabular-nums">{item.ms === undefined ? '' : `${item.ms} ms`}</span>
      {item.code !== undefined && <span className="font-mono text-sm text-bad">{item.code}</span>}
      <span className="ml-auto flex items-center">
        <Button tone="quiet" icon={RotateCcw} onClick={onLoad}>
          Load input
        </Button>
        <IconButton icon={Trash2} label={`Delete the run of ${time}`} onClick={onRemove} />
      </span>
    </li>
  );
}

function Comparison({ before, after }: { before: SavedItem; after: SavedItem }) {
  const of = ({ arguments: input, result, outcome, code }: SavedItem) =>
    ({ input: input ?? null, result: result ?? null, outcome: outcome ?? null, code: code ?? null }) as ExactValue;
  const found = compareValues(of(before), of(after), 100);
  if (found.length === 0) return <p className="text-muted">The two runs have the same input and result.</p>;
  return (
    <section aria-label="Comparison of two runs">
      <h3 className="font-semibold">{found.length === 100 ? 'The first 100 differences' : 'Differences'}</h3>
      <Differences
        label="Differences of the runs"
        rows={found.map(({ pointer, before: one, after: other }) => ({
          place: pointer,
          ...(one === undefined ? {} : { before: writeJson(one) }),
          ...(other === undefined ? {} : { after: writeJson(other) }),
        }))}
      />
    </section>
  );
}
