/** Tools to choose from: ranked for a task, or by name, of all services or of one. */
import type { ToolOffer } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { SearchField } from '../../components/field.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useDelayed } from '../../components/use-delayed.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { type Draft, type DraftTool, fromOffer, keyOf } from './draft.js';

/** Offers that are read and shown at first; more with each click. */
const step = 40;
/** Milliseconds without a key after which a text is searched. */
const pauseMs = 200;

/** Props of the picker. */
export interface ToolPickerProps {
  draft: Draft;
  onToggle: (tool: DraftTool) => void;
}

/** The picker. */
export function ToolPicker({ draft, onToggle }: ToolPickerProps) {
  const [text, setText] = useState('');
  const [agent, setAgent] = useState('');
  const [most, setMost] = useState(step);
  const offers = useOffers(useDelayed(text.trim(), pauseMs), agent, most);
  const chosen = new Set(draft.tools.map(keyOf));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-2 border-b border-line p-3">
        <SearchField
          label="Find tools"
          placeholder="A task or a name"
          value={text}
          onChange={(next) => {
            setText(next);
            setMost(step);
          }}
        />
        {agent !== '' && (
          <Button className="self-start" onClick={() => setAgent('')}>
            Only {visibleText(agent, 30)} ×
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {offers.isPending && <LoadingRows />}
        {offers.isError && <ErrorState error={explainError(offers.error)} onRetry={() => void offers.refetch()} />}
        {offers.data?.length === 0 && <p className="px-3 py-8 text-center text-muted">No tool matches.</p>}
        <ul className={classNames('divide-y divide-line', offers.isPlaceholderData && 'opacity-60')}>
          {offers.data?.slice(0, most).map((offer) => (
            <OfferRow
              key={`${offer.agent_id} ${offer.tool_id}`}
              offer={offer}
              isChosen={chosen.has(keyOf({ agent: offer.agent_id, tool: offer.tool_id }))}
              onToggle={() => onToggle(fromOffer(offer))}
              onAgent={() => setAgent(offer.agent_id)}
            />
          ))}
        </ul>
        {(offers.data?.length ?? 0) > most && (
          <Button className="m-3" onClick={() => setMost(most + step)}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

function useOffers(text: string, agent: string, most: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['tool-choices', text, agent, most],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found: ToolOffer[] = [];
      const conditions = { signal, ...(text === '' ? {} : { text }), ...(agent === '' ? {} : { agents: [agent] }) };
      for await (const offer of client.toolsets.offers(conditions)) {
        found.push(offer);
        // One more than is shown says that there are more.
        if (found.length > most) break;
      }
      return found;
    },
  });
}

interface OfferRowProps {
  offer: ToolOffer;
  isChosen: boolean;
  onToggle: () => void;
  onAgent: () => void;
}

function OfferRow({ offer, isChosen, onToggle, onAgent }: OfferRowProps) {
  const { name, description, agent_id: agent } = offer;
  return (
    <li className={classNames('flex items-start gap-2 py-2 pr-2 pl-3', isChosen && 'bg-selected')}>
      <div className="min-w-0 flex-1">
        <ThirdPartyText text={name} limit={120} truncate className="font-mono text-sm font-medium" />
        <p className="line-clamp-2 text-sm text-muted">
          <ThirdPartyText plain text={description} limit={200} />
        </p>
        <button
          type="button"
          title="Only tools of this service"
          onClick={onAgent}
          className="max-w-full truncate text-left text-xs text-muted hover:text-text hover:underline"
        >
          {visibleText(agent, 60)}
        </button>
      </div>
      <Button
        tone={isChosen ? 'quiet' : 'secondary'}
        icon={isChosen ? Check : Plus}
        title={isChosen ? 'Remove it' : undefined}
        aria-label={`${isChosen ? 'Added' : 'Add'} ${visibleText(name, 80)} of ${visibleText(agent, 60)}`}
        onClick={onToggle}
      >
        {isChosen ? 'Added' : 'Add'}
      </Button>
    </li>
  );
}
