/** Ranked operations with the parts of their scores, the values read from the request, and what can be done next. */
import type { ResolvedCandidate } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { Ban, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, ImpactBadge } from '../../components/badge.js';
import { IconButton } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useHasScope } from '../../session/console-context.js';
import { operationTarget, serviceTarget } from '../links.js';
import { shortNumber } from './explain-decision.js';

/** What can be done with a candidate. */
export interface CandidateActions {
  /** Excludes a service from the request. */
  onDeny: (id: string) => void;
  /** Saves the candidate as the right one. */
  onRight: (candidate: ResolvedCandidate) => void;
  /** True when it is saved as the right one. */
  isRight: (candidate: ResolvedCandidate) => boolean;
}

/** The candidates in order; `found` marks the first one. */
export function CandidateList(props: {
  candidates: readonly ResolvedCandidate[];
  decision: 'found' | 'ask' | 'nothing';
  actions: CandidateActions;
}) {
  const { candidates, decision, actions } = props;
  return (
    <ol className="divide-y divide-line">
      {candidates.map((candidate, at) => (
        <CandidateRow
          key={`${candidate.id} ${candidate.invocation?.operation ?? ''}`}
          candidate={candidate}
          rank={at + 1}
          isChosen={decision === 'found' && at === 0}
          actions={actions}
        />
      ))}
    </ol>
  );
}

interface CandidateRowProps {
  candidate: ResolvedCandidate;
  rank: number;
  isChosen: boolean;
  actions: CandidateActions;
}

function CandidateRow({ candidate, rank, isChosen, actions }: CandidateRowProps) {
  const { id, name = id, invocation, summary, reasons } = candidate;
  const operation = invocation?.operation ?? undefined;
  const impact = typeof invocation?.impact === 'string' ? invocation.impact : undefined;
  const label = visibleText(operation ?? name, 80);
  const { onDeny, onRight } = actions;
  const isRight = actions.isRight(candidate);
  const maySave = useHasScope('registry:read');
  const rightLabel = isRight ? `${label} is saved as the right one` : `The right one is ${label}`;
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="flex min-w-0 gap-3">
        <span
          className={classNames(
            'mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular-nums',
            isChosen ? 'bg-good-soft text-good' : 'bg-sunken text-muted',
          )}
        >
          {rank}
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              {...(operation === undefined ? serviceTarget(id) : operationTarget(id, operation))}
              className="min-w-0 max-w-full font-semibold text-text hover:text-accent hover:underline"
            >
              <ThirdPartyText text={operation ?? name} limit={160} truncate />
            </Link>
            {impact !== undefined && <ImpactBadge impact={impact} />}
            {isChosen && <Badge tone="good">found</Badge>}
          </div>
          {summary !== undefined && (
            <p className="line-clamp-2">
              <ThirdPartyText text={summary} limit={300} />
            </p>
          )}
          <p className="mt-0.5 flex min-w-0 text-sm text-muted">
            <Link {...serviceTarget(id)} className="min-w-0 hover:underline">
              <ThirdPartyText text={name} limit={120} truncate />
            </Link>
          </p>
          {reasons !== undefined && <InputsOf reasons={reasons} />}
        </div>
      </div>
      <div className="flex min-w-0 items-start gap-2 pl-8 md:pl-0">
        <Shares candidate={candidate} />
        <div className="flex flex-col items-end">
          <IconButton
            icon={Check}
            label={maySave ? rightLabel : `${rightLabel}: needs the scope registry:read`}
            aria-pressed={isRight}
            disabled={operation === undefined || !maySave}
            onClick={() => onRight(candidate)}
            className={isRight ? 'bg-good-soft! text-good!' : ''}
          />
          <IconButton
            icon={Ban}
            label={`Exclude ${visibleText(name, 80)} from this request`}
            onClick={() => onDeny(id)}
          />
        </div>
      </div>
    </li>
  );
}

function Shares({ candidate: { score, shares } }: { candidate: ResolvedCandidate }) {
  const rows = [
    ['Words', shares?.words],
    ['Meaning', shares?.meaning],
    ['Inputs', shares?.inputs],
  ] as const;
  return (
    <dl className="grid min-w-0 flex-1 grid-cols-[max-content_1fr_max-content] items-center gap-x-2 text-sm">
      <dt className="font-medium">Score</dt>
      <dd className="col-span-2 text-right font-semibold tabular-nums">
        {score === undefined ? '–' : shortNumber(score)}
      </dd>
      {rows.map(([label, share]) => (
        <div key={label} className="contents text-muted">
          <dt>{label}</dt>
          <dd aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${Math.min(Math.max(share ?? 0, 0), 1) * 100}%` }}
            />
          </dd>
          <dd className="text-right tabular-nums">{share === undefined ? '–' : shortNumber(share)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Inputs and words named one by one; the rest is counted. */
const maxNamed = 8;

function InputsOf({ reasons: { words, inputs, notes } }: { reasons: NonNullable<ResolvedCandidate['reasons']> }) {
  const { given, held, missing } = inputs;
  return (
    <div className="mt-1.5 flex flex-col gap-1 text-sm text-muted">
      {words.length > 0 && (
        <Line label="Same words">
          {words
            .slice(0, maxNamed)
            .map((word) => visibleText(word, 40))
            .join(', ')}
        </Line>
      )}
      {given.length > 0 && (
        <Line label="Read from the request">
          <span className="inline-flex min-w-0 flex-wrap gap-1">
            {given.slice(0, maxNamed).map(({ name, value }) => (
              <Badge key={name} tone="accent" className="h-auto! whitespace-normal!">
                <ThirdPartyText
                  text={`${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`}
                  limit={120}
                />
              </Badge>
            ))}
          </span>
        </Line>
      )}
      {held.length > 0 && <Line label="You hold">{held.map((name) => visibleText(name, 40)).join(', ')}</Line>}
      {missing.length > 0 && (
        <Line label="Missing">
          {missing
            .slice(0, maxNamed)
            .map(({ name }) => visibleText(name, 40))
            .join(', ')}
          {missing.length > maxNamed && ` and ${missing.length - maxNamed} more`}
        </Line>
      )}
      {notes.map((note) => (
        <ThirdPartyText key={note} text={note} limit={300} />
      ))}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="min-w-0 text-anywhere">
      <span className="text-faint">{label}: </span>
      {children}
    </p>
  );
}
