/** The request of a preview, with credentials masked by the gateway. */
import type { JsonValue } from '@dragoman/model';
import type { CallPreview } from '@dragoman/sdk';
import { Snippet } from './code-view.js';
import { ThirdPartyText } from './third-party-text.js';
import { visibleJson } from './visible-text.js';

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
