/** The steps as a graph from top to bottom: order, branches, the tools that each step calls, and the values it uses. */
import type { ProcedureStep } from '@dragoman/sdk';
import { ArrowDown, CornerDownRight, Split, Wrench } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { classNames } from '../../components/class-names.js';
import { ThirdPartyText } from '../../components/third-party-text.js';

/** Steps that are shown. */
const maxSteps = 300;

/** The tab. */
export function StepsTab({ steps, onReveal }: { steps: readonly ProcedureStep[]; onReveal: (line: number) => void }) {
  if (steps.length === 0) {
    return <p className="text-muted">No steps yet. Number them, or begin items with what to do.</p>;
  }
  const shallowest = Math.min(...steps.map(({ depth }) => depth));
  return (
    <ol aria-label="Steps" className="flex flex-col">
      {steps.slice(0, maxSteps).map((step, at) => (
        <li key={step.line} style={{ marginLeft: `${Math.min(step.depth - shallowest, 4) * 1.25}rem` }}>
          {at > 0 && <Connector step={step} before={steps[at - 1]} />}
          <StepBox step={step} onReveal={onReveal} />
        </li>
      ))}
    </ol>
  );
}

/** An arrow from the step before: into it, to its alternative, or on to the next one. */
function Connector({ step, before }: { step: ProcedureStep; before: ProcedureStep | undefined }) {
  const Icon = step.branch === 'else' ? Split : step.depth > (before?.depth ?? 0) ? CornerDownRight : ArrowDown;
  return <Icon aria-hidden className={classNames('my-1 ml-3 size-4 text-faint', !step.numbered && 'opacity-60')} />;
}

function StepBox({ step, onReveal }: { step: ProcedureStep; onReveal: (line: number) => void }) {
  const { line, text, branch, calls, uses } = step;
  return (
    <button
      type="button"
      onClick={() => onReveal(line)}
      className={classNames(
        'flex w-full flex-col items-start gap-1 rounded-lg border bg-raised px-3 py-2 text-left hover:bg-hover',
        branch === 'plain' ? 'border-line' : 'border-dashed border-line-strong',
      )}
    >
      <span className="flex w-full items-start gap-2 text-sm">
        {branch !== 'plain' && <Badge tone="note">{branch === 'if' ? 'if' : 'otherwise'}</Badge>}
        <ThirdPartyText text={text} limit={160} className="line-clamp-3 min-w-0 flex-1" />
        <span className="text-xs text-muted tabular-nums">line {line}</span>
      </span>
      {calls.map((tool) => (
        <span key={tool} className="flex max-w-full items-center gap-1.5 text-sm">
          <Wrench aria-hidden className="size-3 shrink-0 text-accent-strong" />
          <ThirdPartyText text={tool} limit={64} truncate className="min-w-0 font-mono" />
        </span>
      ))}
      {uses.map(({ tool, outputs }) => (
        <span key={`${tool} ${outputs.join()}`} className="text-xs text-muted">
          {'uses '}
          <ThirdPartyText text={outputs.join(', ') || 'the result'} limit={80} className="font-mono" />
          {' of '}
          <ThirdPartyText text={tool} limit={64} className="font-mono" />
        </span>
      ))}
    </button>
  );
}
