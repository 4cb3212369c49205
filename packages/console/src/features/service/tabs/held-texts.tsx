/** Texts that models do not see, the words that caused it, and the decision to release or hold them. */
import type { HeldText } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.js';
import { Panel } from '../../../components/page.js';
import { ErrorState, LoadingRows } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useToasts } from '../../../components/toast.js';
import { useClient } from '../../../session/console-context.js';
import { explainError } from '../../../session/explain-error.js';
import { ScopedButton } from '../../../session/scoped-button.js';

/** The panel; nothing when no text looks like an instruction. */
export function HeldTexts({ id }: { id: string }) {
  const client = useClient();
  const texts = useQuery({
    queryKey: ['agents', id, 'held-texts'],
    queryFn: ({ signal }) => client.agents.heldTexts(id, { signal }),
  });
  if (texts.isPending) return <LoadingRows rows={2} />;
  if (texts.isError) return <ErrorState error={explainError(texts.error)} onRetry={() => void texts.refetch()} />;
  const { held, texts: list } = texts.data;
  if (list.length === 0) return null;
  const count = held === 1 ? '1 text is' : `${held} texts are`;
  return (
    <Panel
      title="Held texts"
      description={
        `${count} held: models do not see what looks like an instruction to them; the operations can be called. ` +
        'An administrator can release a text. A changed text is held again.'
      }
      padded={false}
    >
      <ul className="divide-y divide-line">
        {list.map((text) => (
          <HeldTextRow key={text.hash} id={id} text={text} />
        ))}
      </ul>
    </Panel>
  );
}

function HeldTextRow({
  id,
  text: { hash, state, text, reasons, places, released_by: by },
}: {
  id: string;
  text: HeldText;
}) {
  const decide = useTextDecision(id);
  const isHeld = state === 'held';
  const [place] = places;
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Badge tone={isHeld ? 'warn' : 'good'}>{isHeld ? 'held' : 'released'}</Badge>
        {place !== undefined && (
          <ThirdPartyText text={place.operation ?? place.pointer} limit={120} className="font-mono text-sm" />
        )}
        {places.length > 1 && <span className="text-sm text-muted">and {places.length - 1} more places</span>}
        {by !== undefined && <span className="text-sm text-muted">released by {by.slice(0, 80)}</span>}
        <ScopedButton
          scope="admin"
          className="ml-auto"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ hash, decision: isHeld ? 'release' : 'hold' })}
        >
          {isHeld ? 'Release' : 'Hold again'}
        </ScopedButton>
      </div>
      <p className="text-sm text-anywhere">
        <ThirdPartyText text={text} limit={600} />
      </p>
      <ul className="text-sm text-muted">
        {reasons.map(({ code, words }) => (
          <li key={code}>
            {code}: <ThirdPartyText text={words} limit={200} className="font-mono" />
          </li>
        ))}
      </ul>
    </li>
  );
}

function useTextDecision(id: string) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ hash, decision }: { hash: string; decision: 'release' | 'hold' }) =>
      decision === 'release' ? client.agents.releaseTexts(id, [hash]) : client.agents.holdTexts(id, [hash]),
    onSuccess: (texts) => queries.setQueryData(['agents', id, 'held-texts'], texts),
    onError: (error: unknown) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['agents', id] });
      void queries.invalidateQueries({ queryKey: ['inbox'] });
    },
  });
}
