/** What a call would send: the gateway's own preview, with credentials masked. */
import type { JsonValue } from '@dragoman/model';
import type { CallPreview } from '@dragoman/sdk';
import { ImpactBadge } from '../../components/badge.js';
import { Snippet } from '../../components/code-view.js';
import { Facts } from '../../components/page.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleJson } from '../../components/visible-text.js';
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

/** Method, address, headers and body. */
export function RequestView({ preview }: { preview: CallPreview }) {
  const { request } = preview;
  const method = request?.method ?? preview.method;
  const url = request?.url ?? preview.target;
  return (
    <div className="flex flex-col gap-3">
      <p className="rounded-md bg-sunken px-3 py-2 font-mono text-sm">
        <span className="font-semibold text-note">{method} </span>
        <ThirdPartyText text={url} limit={2000} />
      </p>
      {request !== undefined && Object.keys(request.headers).length > 0 && (
        <dl
          aria-label="Headers"
          className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5 font-mono text-sm"
        >
          {Object.entries(request.headers).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 text-anywhere">
                <ThirdPartyText text={value} limit={500} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {request?.body !== undefined && <Snippet wrap label="request body" text={bodyText(request.body)} />}
      {request?.bodyBytes !== undefined && (
        <p className="text-muted">{request.bodyBytes.toLocaleString('en')} bytes that are not text</p>
      )}
    </div>
  );
}

function bodyText(body: JsonValue): string {
  return visibleJson(typeof body === 'string' ? body : JSON.stringify(body, null, 2));
}
