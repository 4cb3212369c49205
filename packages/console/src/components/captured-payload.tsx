/** What a captured call sent and received; third-party content. */
import type { CapturedPart, CapturedPayload } from '@dragoman/sdk';
import { JsonView } from './json-view.js';
import { ThirdPartyText } from './third-party-text.js';

const reasons = {
  streamed: 'It was streamed, and streams are not captured.',
  'too large': 'It is too large to be searched for secrets.',
  'too complex': 'Its schema is too complex to find all secrets.',
};

/** The input and the output. */
export function CapturedPayloadView({ payload: { input, output } }: { payload: CapturedPayload }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Part label="Input" part={input} />
      {output === undefined ? (
        <p className="text-muted">There was no output.</p>
      ) : (
        <Part label="Output" part={output} />
      )}
    </div>
  );
}

function Part({ label, part: { value, beginning, characters = 0, omitted } }: { label: string; part: CapturedPart }) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="mb-1 text-sm font-medium text-muted">{label}</h3>
      {omitted !== undefined && <p className="text-muted">Not kept. {reasons[omitted]}</p>}
      {beginning !== undefined && (
        <>
          <p className="rounded-md border border-line border-l-2 border-l-line-strong p-3 font-mono text-sm">
            <ThirdPartyText text={beginning} limit={8192} />
          </p>
          <p className="mt-1 text-sm text-muted">The beginning of {characters.toLocaleString('en')} characters.</p>
        </>
      )}
      {value !== undefined && (
        <div className="rounded-md border border-line border-l-2 border-l-line-strong p-3">
          <JsonView value={value} label={label} />
        </div>
      )}
    </section>
  );
}
