/** The checks, tries and waits of a run, as the server recorded them. */
import type { TraceStep } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { durationText } from '../../components/duration-text.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { Timeline } from '../../components/timeline.js';
import { timelineRows } from '../../components/timeline-rows.js';
import { useClient, useHasScope, useSession } from '../../session/console-context.js';

/** Calls shown at most; the trace page has all. */
const maxSteps = 20;

/** The timeline of the run with this trace; nothing where its record cannot be read. */
export function RunTimeline({ traceId }: { traceId: string }) {
  const client = useClient();
  const { caller } = useSession();
  const mayRead = useHasScope('registry:read') && caller.kind !== 'anonymous';
  const trace = useQuery({
    queryKey: ['traces', traceId],
    enabled: mayRead,
    queryFn: ({ signal }) => client.traces.read(traceId, { signal }),
  });
  const steps = (trace.data?.steps ?? []).filter(({ timeline = [] }) => timeline.length > 0);
  if (steps.length === 0) return null;
  const isNotable = steps.some(({ tries = 0, outcome }) => tries > 1 || outcome !== 'done') || steps.length > 1;
  return (
    <details open={isNotable} className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-1.5 text-sm font-medium">
        Timeline <span className="ml-1 font-normal text-muted">{summaryOf(steps)}</span>
      </summary>
      <div className="flex flex-col gap-3 border-t border-line px-3 py-2">
        {steps.slice(0, maxSteps).map((step) => (
          <StepTimeline key={step.seq} step={step} isOnly={steps.length === 1} />
        ))}
        {steps.length > maxSteps && (
          <p className="text-sm text-muted">The trace shows {steps.length - maxSteps} more calls.</p>
        )}
      </div>
    </details>
  );
}

function StepTimeline({ step, isOnly }: { step: TraceStep; isOnly: boolean }) {
  const { timeline = [], ms = 0, operation = step.service, step: name } = step;
  const rows = timelineRows(timeline);
  return (
    <div>
      {!isOnly && (
        <p className="flex gap-2 text-sm">
          <ThirdPartyText text={operation} limit={120} className="font-medium" />
          {name !== undefined && <ThirdPartyText text={`step ${name}`} limit={120} className="text-muted" />}
        </p>
      )}
      <Timeline label={isOnly ? 'Timeline' : `Timeline of ${operation.slice(0, 120)}`} rows={rows} totalMs={ms} />
    </div>
  );
}

/** How long the service took, and how long everything else. */
function summaryOf(steps: readonly TraceStep[]): string {
  const parts = steps.flatMap(({ timeline = [] }) => timeline);
  const sum = (...kinds: string[]) =>
    parts.reduce((total, { kind, part, ms }) => total + (kinds.includes(kind) && part !== 'steps' ? ms : 0), 0);
  const tries = parts.filter(({ part }) => part === 'try').length;
  const waits = sum('wait');
  return [
    `checks ${durationText(sum('check'))}`,
    ...(tries === 0 ? [] : [`${tries === 1 ? 'service' : `${tries} tries`} ${durationText(sum('try'))}`]),
    ...(waits === 0 ? [] : [`waits ${durationText(waits)}`]),
  ].join(' · ');
}
