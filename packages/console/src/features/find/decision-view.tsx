/** One decision with its scale, its question and its candidates: of the whole request, or of one step. */
import type { ResolutionLimits, ResolvedCandidate, ResolvedDecision } from '@dragoman/sdk';
import { CircleCheck, CircleHelp, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.js';
import { Panel } from '../../components/page.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { type CandidateActions, CandidateList } from './candidate-list.js';
import { DecisionScale, type ScaleMark } from './decision-scale.js';
import { explainDecision, neededMeaning } from './explain-decision.js';

const looks = {
  found: { icon: CircleCheck, label: 'Found', tone: 'good', color: 'text-good' },
  ask: { icon: CircleHelp, label: 'Ask', tone: 'warn', color: 'text-warn' },
  nothing: { icon: CircleSlash, label: 'Nothing', tone: 'neutral', color: 'text-muted' },
} as const;

/** Props of a decision. */
export interface DecisionViewProps {
  decision: ResolvedDecision;
  /** The limits; absent with a server that does not explain. */
  limits: ResolutionLimits | undefined;
  /** The nearest operations when nothing matches. */
  nearest?: readonly ResolvedCandidate[];
  /** Number and text of a step. */
  step?: { number: number; intent: string };
  actions: CandidateActions;
  /** Buttons of the header. */
  buttons?: ReactNode;
}

/** The decision. */
export function DecisionView({ decision, limits, nearest = [], step, actions, buttons }: DecisionViewProps) {
  const { icon: Icon, label, tone, color } = looks[decision.decision];
  const shown = decision.decision === 'nothing' ? nearest : decision.candidates;
  return (
    <Panel padded={false}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-3 pb-2">
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-lg font-semibold">
            {step === undefined ? (
              label
            ) : (
              <>
                Step {step.number}: <ThirdPartyText text={step.intent} limit={200} />
                <Badge tone={tone} className="ml-2 align-middle">
                  {label.toLowerCase()}
                </Badge>
              </>
            )}
          </h2>
          <p className="text-muted">{explainDecision(decision, limits, nearest)}</p>
          {decision.question !== undefined && (
            <div className="mt-2 rounded-md bg-warn-soft px-3 py-2">
              <p className="text-sm font-medium text-warn">The agent is to ask</p>
              <ThirdPartyText text={decision.question.text} limit={1200} />
            </div>
          )}
        </div>
        {buttons}
      </div>
      {limits !== undefined && shown.length > 0 && (
        <Scales limits={limits} candidates={shown} isStep={step !== undefined} />
      )}
      {shown.length > 0 && (
        <>
          <h3 className="border-y border-line bg-sunken px-4 py-1.5 text-sm font-medium text-muted">
            {decision.decision === 'nothing' ? 'Nearest operations, not offered to agents' : 'Candidates, best first'}
          </h3>
          <CandidateList candidates={shown} decision={decision.decision} actions={actions} />
        </>
      )}
    </Panel>
  );
}

interface ScalesProps {
  limits: ResolutionLimits;
  candidates: readonly ResolvedCandidate[];
  isStep: boolean;
}

function Scales({ limits, candidates, isStep }: ScalesProps) {
  // A step is not compared with operations in general.
  const needed = isStep ? limits.meaning : neededMeaning(limits);
  const { background, found, candidate } = limits;
  const marksOf = (value: (each: ResolvedCandidate) => number | undefined): ScaleMark[] =>
    candidates.flatMap((each, at) => {
      const known = value(each);
      return known === undefined ? [] : [{ label: String(at + 1), value: known }];
    });
  const meanings = marksOf(({ shares }) => shares?.meaning);
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2 px-4 pb-2">
      <DecisionScale
        title="Score: probability that it is the right one"
        marks={marksOf(({ score }) => score)}
        zones={[
          { label: 'not offered', from: 0, to: candidate, tone: 'neutral' },
          { label: 'ask', from: candidate, to: found, tone: 'warn' },
          { label: 'found', from: found, to: 1, tone: 'good' },
        ]}
      />
      {needed !== undefined && meanings.length > 0 && (
        <DecisionScale
          title="Meaning: similarity to the request"
          marks={meanings}
          zones={[
            { label: 'nothing', from: 0, to: needed, tone: 'neutral' },
            { label: 'may match', from: needed, to: 1, tone: 'good' },
          ]}
          {...(background === undefined || isStep
            ? {}
            : { reference: { label: 'operations in general', value: background } })}
        />
      )}
    </div>
  );
}
