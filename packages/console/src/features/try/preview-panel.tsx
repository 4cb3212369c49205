/** What a call would send: the gateway's own preview, with credentials masked. */
import type { CallPreview } from '@dragoman/sdk';
import { ImpactBadge } from '../../components/badge.js';
import { Facts } from '../../components/page.js';
import { RequestView } from '../../components/request-view.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { FailurePanel } from './failure-panel.js';

/** The request of a preview. */
export function PreviewPanel({ preview, error }: { preview: CallPreview | undefined; error: unknown }) {
  if (error !== undefined) return <FailurePanel error={error} />;
  if (preview === undefined) {
    return <p className="text-muted">Preview asks the gateway what it would send. Nothing is sent to the service.</p>;
  }
  return (
    <div className="flex flex-col gap-4">
      <RequestView preview={preview} />
      <Facts
        facts={[
          ['Impact', <ImpactBadge key="impact" impact={preview.impact} />],
          ['Can be undone', preview.reversible ? 'yes' : 'no'],
          ['Confirmation', preview.confirmationRequired ? 'needed' : 'not needed'],
        ]}
      />
      {preview.steps !== undefined && (
        <ol className="flex list-decimal flex-col gap-1 pl-5">
          {preview.steps.map(({ step, agent, operation }) => (
            <li key={step}>
              <ThirdPartyText text={`${step}: ${agent} ${operation}`} limit={300} className="font-mono text-sm" />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
