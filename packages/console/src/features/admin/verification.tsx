/** The verification of the audit chain, and its result. */
import type { AuditVerdict } from '@dragoman/model';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Link2, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Button } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { CopyAs, CopyButton } from '../../components/copy-button.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { curlCommand, storeCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';

/** A strip with the button, and the result under it. */
export function Verification() {
  const client = useClient();
  const { access } = useSession();
  const verification = useMutation({ mutationFn: () => client.audit.verify() });
  const verdict = verification.data;
  return (
    <section aria-label="Verification" className="px-page py-3">
      <div
        className={classNames(
          'rounded-lg border px-4 py-2.5',
          verdict === undefined
            ? 'border-line bg-raised'
            : verdict.ok
              ? 'border-line bg-good-soft'
              : 'border-bad bg-bad-soft',
        )}
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div role="status" className="flex min-w-0 flex-1 basis-60 items-start gap-2">
            {verdict === undefined ? <Unverified error={verification.error} /> : <Summary verdict={verdict} />}
          </div>
          <div className="flex items-center gap-2 max-md:flex-row-reverse">
            <CopyAs
              command={() => storeCommand(['audit', 'verify'])}
              curl={() => curlCommand(client.baseUrl, { path: '/audit/verification', keyed: access !== 'open' })}
            />
            <Button icon={ShieldCheck} busy={verification.isPending} onClick={() => verification.mutate()}>
              {verdict === undefined ? 'Verify' : 'Verify again'}
            </Button>
          </div>
        </div>
        {verdict !== undefined && <Findings verdict={verdict} />}
      </div>
    </section>
  );
}

function Unverified({ error }: { error: unknown }) {
  return (
    <>
      <Link2 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      {error === null ? (
        <p className="text-muted">
          Each record holds the hash of the one before it. Verify that none was changed or removed.
        </p>
      ) : (
        <p className="text-bad">
          <ThirdPartyText text={explainError(error).detail} limit={500} />
        </p>
      )}
    </>
  );
}

const countText = (count: number, one: string, many: string) =>
  count === 1 ? `one ${one}` : `${count.toLocaleString('en')} ${many}`;

function Summary({ verdict }: { verdict: AuditVerdict }) {
  const { ok, checked, anchors, breaks, gaps, to, unknown, running } = verdict;
  const Icon = ok ? ShieldCheck : ShieldAlert;
  const problems = [
    ...(breaks.length > 0 ? [countText(breaks.length, 'break in the chain', 'breaks in the chain')] : []),
    ...(gaps.length > 0 ? [countText(gaps.length, 'call without an end', 'calls without an end')] : []),
  ];
  const title = problems.join(', ');
  const more = [
    ...(unknown > 0 ? [`${countText(unknown, 'outcome is', 'outcomes are')} unknown.`] : []),
    ...(running > 0 ? [`${countText(running, 'call is', 'calls are')} running.`] : []),
  ];
  return (
    <>
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', ok ? 'text-good' : 'text-bad')} />
      <div className="min-w-0">
        <p className="font-semibold">{ok ? 'The chain is intact' : title.charAt(0).toUpperCase() + title.slice(1)}</p>
        <p className="text-sm text-muted">
          {countText(checked, 'record', 'records')} verified.{' '}
          {anchors > 0
            ? `Compared with ${countText(anchors, 'anchor', 'anchors')}.`
            : 'There are no anchors; the setting audit.anchors.file adds them, and they reveal a log that was rewritten as a whole.'}{' '}
          {more.join(' ')}
        </p>
        <p className="flex min-w-0 items-center gap-1 text-sm text-muted">
          <span className="shrink-0">Checkpoint</span>
          <code className="min-w-0 truncate font-mono">{`${to.seq}:${visibleText(to.hash, 100)}`}</code>
          <CopyButton
            compact
            text={storeCommand(['audit', 'verify', '--expect', `${to.seq}:${to.hash}`])}
            label="Copy the command that compares a later log with this checkpoint"
            className="size-6!"
          />
        </p>
      </div>
    </>
  );
}

function Findings({ verdict: { breaks, gaps } }: { verdict: AuditVerdict }) {
  if (breaks.length === 0 && gaps.length === 0) return null;
  return (
    <ul className="mt-2 max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface">
      {breaks.map(({ kind, seq, detail }) => (
        <li key={`${kind} ${seq}`} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
          <code className="shrink-0 font-mono text-sm text-bad">{kind}</code>
          <ThirdPartyText text={detail} limit={500} className="min-w-0 flex-1 basis-60" />
        </li>
      ))}
      {gaps.map(({ call, at, actor, target, trace_id: traceId }) => (
        <li key={call} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
          <code className="shrink-0 font-mono text-sm text-bad">no end</code>
          <ThirdPartyText text={`${actor} called ${target} at ${at}`} limit={500} className="min-w-0 flex-1 basis-60" />
          <Link to="/activity/$traceId" params={{ traceId }} className="text-accent-strong underline">
            Trace
          </Link>
        </li>
      ))}
    </ul>
  );
}
