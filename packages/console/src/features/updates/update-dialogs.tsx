/** Questions before a decision: what breaks, what replaces a tool, and what somebody else changed meanwhile. */
import type { ToolOffer } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { SearchField } from '../../components/field.js';
import { relativeTime } from '../../components/relative-time.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useDelayed } from '../../components/use-delayed.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { linesText, type PlacedUpdate } from './group-updates.js';
import type { Conflict, Decisions } from './use-decisions.js';

interface BreakingDialogProps {
  placed: PlacedUpdate;
  onClose: () => void;
  onAccept: () => void;
}

/** Asks before a breaking update is accepted. */
export function BreakingDialog({ placed: { update, toolset }, onClose, onAccept }: BreakingDialogProps) {
  const { procedures, teams } = update.affected;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Accept a breaking update of ${visibleText(update.name, 60)}`}
      description={`Clients of ${visibleText(toolset.name, 60)} see the new contract at once. You can undo this.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" onClick={onAccept}>
            Accept
          </Button>
        </>
      }
    >
      <ul className="list-disc pl-5">
        {update.changes.slice(0, 20).map(({ message }) => (
          <li key={message}>
            <ThirdPartyText text={message} limit={300} />
          </li>
        ))}
        {procedures.map(({ id, name, lines }) => (
          <li key={id}>
            {'Check the procedure '}
            <ThirdPartyText text={name} limit={80} />, {linesText(lines)}.
          </li>
        ))}
        {teams.map(({ id, name }) => (
          <li key={id}>
            {'The team '}
            <ThirdPartyText text={name} limit={80} />
            {' uses the toolset.'}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface ReplaceDialogProps {
  placed: PlacedUpdate;
  onClose: () => void;
  onReplace: (offer: ToolOffer) => void;
}

/** Offers that are shown. */
const mostOffers = 30;

/** Chooses the tool that takes the place of another; the search begins with what the old one does. */
export function ReplaceDialog({ placed: { update }, onClose, onReplace }: ReplaceDialogProps) {
  const [text, setText] = useState(update.name.replace(/[_-]+/g, ' '));
  const offers = useOffers(useDelayed(text.trim(), 200));
  const label = visibleText(update.name, 60);
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={`Replace ${label}`}
      description="The other tool gets its name and its position. Your texts for the old one are dropped."
    >
      <SearchField
        className="mt-1"
        label="Find a tool"
        value={text}
        onChange={setText}
        placeholder="A task or a name"
      />
      {offers.isPending && <LoadingRows rows={4} />}
      {offers.isError && <ErrorState error={explainError(offers.error)} onRetry={() => void offers.refetch()} />}
      {offers.data?.length === 0 && <p className="py-6 text-center text-muted">No tool matches.</p>}
      <ul className="mt-2 divide-y divide-line">
        {offers.data?.map((offer) => (
          <li key={`${offer.agent_id} ${offer.tool_id}`} className="flex items-start gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap gap-x-2">
                <ThirdPartyText text={offer.name} limit={80} className="font-mono text-sm font-medium" />
                <ThirdPartyText text={offer.agent_id} limit={80} className="text-sm text-muted" />
              </p>
              <p className="line-clamp-2 text-sm text-muted">
                <ThirdPartyText plain text={offer.description} limit={200} />
              </p>
            </div>
            <Button
              aria-label={`Use ${visibleText(offer.name, 60)} of ${visibleText(offer.agent_id, 60)}`}
              onClick={() => onReplace(offer)}
            >
              Use it
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function useOffers(text: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['tool-choices', 'replace', text],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found: ToolOffer[] = [];
      for await (const offer of client.toolsets.offers({ signal, ...(text === '' ? {} : { text }) })) {
        found.push(offer);
        if (found.length >= mostOffers) break;
      }
      return found;
    },
  });
}

/** Shows what somebody else changed, before the decision is made on the result. */
export function ConflictDialog({ conflict, decisions }: { conflict: Conflict; decisions: Decisions }) {
  const { decision, versions, current } = conflict;
  return (
    <Dialog
      open
      onClose={decisions.dropConflict}
      dismissible={false}
      size="wide"
      title={`${visibleText(decision.toolset.name, 60)} was changed by somebody else`}
      description="Your decision is not saved yet. The other change is kept when you decide again."
      actions={
        <>
          <Button onClick={decisions.dropConflict}>Cancel</Button>
          <Button tone="primary" busy={decisions.isBusy} onClick={() => void decisions.decideAgain()}>
            {`Decide on version ${current}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <section>
          <h3 className="font-medium">Their changes since you read it</h3>
          <ul aria-label="Their changes" className="list-disc pl-5">
            {versions.flatMap(({ version, actor, at, changes }) =>
              changes.map(({ message }) => (
                <li key={`${version} ${message}`}>
                  <ThirdPartyText text={message} limit={300} />
                  <span className="text-muted">
                    {' (version '}
                    {version}, <ThirdPartyText text={actor} limit={60} />, {relativeTime(at)})
                  </span>
                </li>
              )),
            )}
          </ul>
        </section>
        <section>
          <h3 className="font-medium">Your decision, on top of them</h3>
          <p>{decision.done}</p>
        </section>
      </div>
    </Dialog>
  );
}
