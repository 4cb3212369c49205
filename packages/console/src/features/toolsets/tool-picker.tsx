/** Tools to choose from: ranked for a task, or by service, filtered by service, tag and impact. */
import type { Impact } from '@dragoman/model';
import type { OfferFacets, ToolOffer } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ImpactBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { FacetFields } from '../../components/facet-fields.js';
import { type Choices, countChoices, type Facet } from '../../components/facets.js';
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
  const [choices, setChoices] = useState<Choices>({});
  const [showsFilters, setShowsFilters] = useState(false);
  const [most, setMost] = useState(step);
  const asked = toConditions(useDelayed(text.trim(), pauseMs), choices);
  const offers = useOffers(asked, most);
  const facets = useFacets(asked, showsFilters);
  const chosen = new Set(draft.tools.map(keyOf));
  const choose = (change: Choices) => {
    setChoices({ ...choices, ...change });
    setMost(step);
  };
  const count = countChoices(choices);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex gap-2 border-b border-line p-3">
        <SearchField
          label="Find tools"
          placeholder="A task or a name"
          className="min-w-0 flex-1"
          value={text}
          onChange={(next) => {
            setText(next);
            setMost(step);
          }}
        />
        <Button
          icon={SlidersHorizontal}
          aria-expanded={showsFilters}
          aria-label={count === 0 ? 'Filters' : `Filters, ${count} chosen`}
          onClick={() => setShowsFilters(!showsFilters)}
        >
          {count === 0 ? '' : count}
        </Button>
      </div>
      {showsFilters && (
        <section
          aria-label="Filters"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
          tabIndex={0}
          className="flex max-h-80 shrink-0 flex-col gap-4 overflow-y-auto border-b border-line bg-sunken p-3 focus-visible:-outline-offset-2"
        >
          {facets.isError ? (
            <ErrorState error={explainError(facets.error)} onRetry={() => void facets.refetch()} />
          ) : (
            <FacetFields facets={toFacets(facets.data)} choices={choices} onChange={choose} />
          )}
        </section>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {offers.isPending && <LoadingRows />}
        {offers.isError && <ErrorState error={explainError(offers.error)} onRetry={() => void offers.refetch()} />}
        {offers.data?.length === 0 && <p className="px-3 py-8 text-center text-muted">No tool matches.</p>}
        <ul aria-busy={offers.isPlaceholderData} className="divide-y divide-line">
          {offers.data?.slice(0, most).map((offer) => (
            <OfferRow
              key={`${offer.agent_id} ${offer.tool_id}`}
              offer={offer}
              isChosen={chosen.has(keyOf({ agent: offer.agent_id, tool: offer.tool_id }))}
              onToggle={() => onToggle(fromOffer(offer))}
              onAgent={() => choose({ agent: [offer.agent_id] })}
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

function toConditions(text: string, { agent = [], tag = [], impact = [] }: Choices) {
  return { ...(text === '' ? {} : { text }), agents: agent, tags: tag, impacts: impact as readonly Impact[] };
}

type Conditions = ReturnType<typeof toConditions>;

function toFacets({ agent, tag, impact }: OfferFacets = { agent: [], tag: [], impact: [] }): Facet[] {
  const named = agent.map(({ value, count, name }) => ({ value, count, label: name ?? value }));
  return [
    { id: 'impact', label: 'Impact of a call', values: impact },
    { id: 'agent', label: 'Service', values: named },
    { id: 'tag', label: 'Tag', values: tag },
  ];
}

function useOffers(conditions: Conditions, most: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['tool-choices', conditions, most],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found: ToolOffer[] = [];
      for await (const offer of client.toolsets.offers({ ...conditions, signal })) {
        found.push(offer);
        // One more than is shown says that there are more.
        if (found.length > most) break;
      }
      return found;
    },
  });
}

function useFacets(conditions: Conditions, enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['tool-choices', 'facets', conditions],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.toolsets.offerFacets({ ...conditions, signal }),
  });
}

interface OfferRowProps {
  offer: ToolOffer;
  isChosen: boolean;
  onToggle: () => void;
  onAgent: () => void;
}

function OfferRow({ offer, isChosen, onToggle, onAgent }: OfferRowProps) {
  const { name, description, agent_id: agent, impact } = offer;
  return (
    <li className={classNames('flex items-start gap-2 py-2 pr-2 pl-3', isChosen && 'bg-selected')}>
      <div className="min-w-0 flex-1">
        <ThirdPartyText text={name} limit={120} truncate className="font-mono text-sm font-medium" />
        <p className="line-clamp-2 text-sm text-muted">
          <ThirdPartyText plain text={description} limit={200} />
        </p>
        <div className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            title="Only tools of this service"
            onClick={onAgent}
            className="min-w-0 truncate text-left text-xs text-muted hover:text-text hover:underline"
          >
            {visibleText(agent, 60)}
          </button>
          {impact !== undefined && impact !== 'informational' && <ImpactBadge impact={impact} />}
        </div>
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
