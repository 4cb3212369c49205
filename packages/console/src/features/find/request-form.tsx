/** The sentence and the policy of a request. */
import { SlidersHorizontal, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../components/badge.js';
import { CheckboxField, SearchField, SelectField, TextField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useDelayed } from '../../components/use-delayed.js';
import type { SearchState } from '../../components/use-search-state.js';
import { visibleText } from '../../components/visible-text.js';
import { type FindRequest, impacts } from './find-request.js';

/** Milliseconds without a key after which the request is sent. */
const pauseMs = 350;

/** Longest request that the server accepts. */
const maxLength = 2000;

/** Props of the form. */
export interface RequestFormProps {
  request: FindRequest;
  onChange: (change: SearchState) => void;
}

/** The form; it sends the request when the person pauses, and at once with Enter. */
export function RequestForm({ request, onChange }: RequestFormProps) {
  const [text, setText] = useState(request.text);
  const written = useRef(request.text);
  const paused = useDelayed(text, pauseMs);
  const send = (next: string) => {
    const trimmed = next.trim().slice(0, maxLength);
    if (trimmed === written.current) return;
    written.current = trimmed;
    onChange({ q: trimmed });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause sends the request
  useEffect(() => send(paused), [paused]);
  useEffect(() => {
    // A suggestion or the browser's history has changed the address.
    if (request.text === written.current) return;
    written.current = request.text;
    setText(request.text);
  }, [request.text]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send(text);
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <SearchField
        label="Request"
        value={text}
        onChange={setText}
        placeholder="What should be done? For example: refund order 1042"
        className="[&_input]:h-11 [&_input]:text-lg"
      />
      <Policy request={request} onChange={onChange} />
    </form>
  );
}

function Policy({ request, onChange }: RequestFormProps) {
  const { maxImpact, verifiedOnly, certifiedOnly, denied, holds } = request;
  const active = [maxImpact, verifiedOnly || undefined, certifiedOnly || undefined, holds[0], denied[0]];
  const count = active.filter((each) => each !== undefined).length;
  const [open, setOpen] = useState(count > 0);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex h-7 cursor-pointer list-none items-center gap-1.5 rounded-md px-1.5 text-sm font-medium text-muted hover:bg-hover hover:text-text">
        <SlidersHorizontal aria-hidden className="size-3.5" />
        Policy and inputs
        {count > 0 && <Badge tone="accent">{count}</Badge>}
      </summary>
      <div className="mt-2 grid items-start gap-4 rounded-lg border border-line bg-sunken p-4 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          label="Maximum impact"
          value={maxImpact ?? ''}
          options={[{ value: '', label: 'any' }, ...impacts.map((value) => ({ value, label: value }))]}
          onChange={(event) => onChange({ impact: event.target.value })}
        />
        <TextField
          label="Inputs that you hold"
          help="Names, separated by commas; never values."
          defaultValue={holds.join(', ')}
          placeholder="order_id, iban"
          spellCheck={false}
          onBlur={(event) => onChange({ holds: event.target.value.trim() })}
        />
        <div className="flex flex-col gap-1 sm:pt-5">
          <CheckboxField
            label="Verified services only"
            checked={verifiedOnly}
            onChange={(event) => onChange({ verified: event.target.checked ? 'yes' : undefined })}
          />
          <CheckboxField
            label="Certified services only"
            checked={certifiedOnly}
            onChange={(event) => onChange({ certified: event.target.checked ? 'yes' : undefined })}
          />
        </div>
        <Denied ids={denied} onChange={(ids) => onChange({ deny: ids })} />
      </div>
    </details>
  );
}

function Denied({ ids, onChange }: { ids: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 font-medium">Excluded services</p>
      {ids.length === 0 && <p className="text-sm text-muted">None. Exclude one at its candidate.</p>}
      <ul className="flex flex-wrap gap-1">
        {ids.map((id) => (
          <li key={id} className="min-w-0 max-w-full">
            <Badge className="h-6!">
              <ThirdPartyText text={id} limit={80} truncate className="min-w-0" />
              <button
                type="button"
                aria-label={`Allow ${visibleText(id, 80)} again`}
                onClick={() => onChange(ids.filter((each) => each !== id))}
                className="-mr-1 flex size-6 items-center justify-center rounded hover:text-text"
              >
                <X aria-hidden className="size-3" />
              </button>
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
