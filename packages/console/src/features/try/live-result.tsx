/** A call while it runs: its progress, and the parts of its response as they arrive. */
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { LiveParts } from './live-parts.js';

/** The call so far. */
export function LiveResult({ live, service }: { live: LiveParts; service: string }) {
  const { progress } = live;
  const share = progress?.total === undefined ? undefined : Math.min(1, Math.max(0, progress.value / progress.total));
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-muted">
        The gateway is calling the service…
      </p>
      {progress !== undefined && (
        <div className="flex flex-col gap-1">
          <progress
            aria-label="Progress of the service"
            className="h-2 w-full accent-accent-fill"
            {...(share === undefined ? {} : { value: share, max: 1 })}
          />
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span className="tabular-nums">
              {progress.value.toLocaleString('en')}
              {progress.total !== undefined && ` of ${progress.total.toLocaleString('en')}`}
            </span>
            {progress.message !== undefined && <ThirdPartyText text={progress.message} limit={500} />}
          </p>
        </div>
      )}
      <PartList live={live} service={service} />
    </div>
  );
}

/** The parts that have arrived; nothing while there are none. */
export function PartList({ live: { parts, count }, service }: { live: LiveParts; service: string }) {
  if (parts.length === 0) return null;
  const left = count - parts.length;
  return (
    <section aria-label="Parts of the response" className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        {count === 1 ? 'One part' : `${count.toLocaleString('en')} parts`} so far; third-party content from{' '}
        <ThirdPartyText text={service} limit={80} />
      </p>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        aria-label="Parts"
        className="flex max-h-96 flex-col-reverse overflow-y-auto rounded-md border border-line border-l-2 border-l-line-strong p-3 font-mono text-sm"
      >
        {[...parts].reverse().map(({ id, event, text }) => (
          <li key={id} className="flex gap-3 py-0.5">
            <span className="w-10 shrink-0 text-right text-faint tabular-nums">{id}</span>
            <span className="min-w-0">
              {event !== 'message' && <span className="mr-2 text-note">{event.slice(0, 60)}</span>}
              <ThirdPartyText text={text} limit={2000} />
            </span>
          </li>
        ))}
      </ol>
      {left > 0 && <p className="text-sm text-muted">{left.toLocaleString('en')} earlier parts are not shown.</p>}
    </section>
  );
}
