/** What a change of credentials would do, as the server reports it. */
import type { CredentialEffect } from '@dragoman/sdk';
import { Facts } from '../../../components/page.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';

/** The effect. */
export function EffectView({ effect }: { effect: CredentialEffect }) {
  const { sent_as: as, sent_to: to, before } = effect;
  return (
    <section
      aria-label="What changes"
      // On a small screen it is below the fields.
      ref={(section) => section?.scrollIntoView({ block: 'nearest' })}
      className="rounded-md border border-line bg-sunken px-3 py-2.5"
    >
      <Facts
        facts={[
          ...(as === undefined
            ? []
            : [
                [
                  'Sent as',
                  <code key="as" className="font-mono text-sm">
                    {as}
                  </code>,
                ] as const,
              ]),
          ...(to === undefined ? [] : [['Sent to', <Origins key="to" origins={to} />] as const]),
          ['Callable now', countText(before)],
          ['After it', <CallableAfter key="after" effect={effect} />],
        ]}
      />
    </section>
  );
}

function CallableAfter({ effect: { outcome, before, after } }: { effect: CredentialEffect }) {
  const lost = before.callable - after.callable;
  if (lost > 0) {
    return (
      <strong className="font-medium text-bad">
        {countText(after)}; calls of {lost.toLocaleString('en')} fail
      </strong>
    );
  }
  const gained = after.callable > before.callable;
  if (outcome === 'created' && !gained && after.callable < after.requiring) {
    return <strong className="font-medium text-warn">{countText(after)}; it makes no further one callable</strong>;
  }
  return <span className={gained ? 'font-medium text-good' : ''}>{countText(after)}</span>;
}

function countText({ requiring, callable }: CredentialEffect['before']): string {
  if (requiring === 0) return 'no operation requires a credential';
  return `${callable.toLocaleString('en')} of ${requiring.toLocaleString('en')} operations that require one`;
}

/** Origins that are shown. */
const maxOrigins = 5;

function Origins({ origins }: { origins: readonly string[] }) {
  return (
    <>
      {origins.slice(0, maxOrigins).map((origin) => (
        <ThirdPartyText key={origin} text={origin} limit={200} className="block font-mono text-sm" />
      ))}
      {origins.length > maxOrigins && `and ${origins.length - maxOrigins} more`}
    </>
  );
}
