/** One line above the table: whether it is live, how many calls there are, and how many of them are not drawn. */
import { Link } from '@tanstack/react-router';
import { classNames } from '../../components/class-names.js';
import type { LiveState } from '../../session/live-events.js';
import { useLiveState } from '../../session/use-live-events.js';
import type { CallFilter } from './call-filter.js';
import { countOmitted } from './live-calls.js';
import type { Calls } from './use-calls.js';

const states: Readonly<Record<LiveState, { text: string; dot: string }>> = {
  off: { text: 'Connecting', dot: 'bg-line-strong' },
  connecting: { text: 'Connecting', dot: 'bg-line-strong' },
  live: { text: 'Live', dot: 'bg-good' },
  lost: { text: 'Connection lost; connecting again', dot: 'bg-warn' },
  failed: { text: 'Not live: reload the page to connect again', dot: 'bg-bad' },
};

/** The line. */
export function LiveStrip({ calls, filter, paused }: { calls: Calls; filter: CallFilter; paused: boolean }) {
  const state = useLiveState();
  const { text, dot } = paused ? { text: 'Paused', dot: 'bg-warn' } : states[state];
  const { live, waiting, hasHistory } = calls;
  const { count, failed } = countOmitted(live.omitted, filter);
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1 px-page pb-2 text-sm text-muted">
      <span className="flex items-center gap-1.5 font-medium text-text">
        <span aria-hidden className={classNames('size-2 rounded-full', dot)} />
        {text}
      </span>
      {paused && waiting > 0 && (
        <span>{waiting === 1 ? '1 new call waits' : `${waiting.toLocaleString('en')} new calls wait`}</span>
      )}
      <span className="tabular-nums">{rateText(live.perSecond)}</span>
      {live.received > 0 && (
        <span className="tabular-nums">
          {live.received.toLocaleString('en')} {live.received === 1 ? 'call' : 'calls'} since you opened this page
        </span>
      )}
      {count > 0 && (
        <span className="tabular-nums">
          {count.toLocaleString('en')} calls not drawn one by one{live.incomplete && ', at least'}
          {failed > 0 && <span className="text-bad">, {failed.toLocaleString('en')} of them failed or refused</span>}
          {hasHistory && '; the history below the live calls has all of them'}
        </span>
      )}
      {!hasHistory && (
        <span>
          Earlier calls need the scope <code className="font-mono text-text">admin</code>; here are your own from now
          on.
        </span>
      )}
      {filter.traceId !== '' && (
        <Link
          to="/activity/$traceId"
          params={{ traceId: filter.traceId }}
          className="font-medium text-accent hover:underline"
        >
          Open the trace
        </Link>
      )}
    </div>
  );
}

function rateText(perSecond: number): string {
  if (perSecond === 0) return 'no calls in the last seconds';
  return `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString('en')} calls a second`;
}
