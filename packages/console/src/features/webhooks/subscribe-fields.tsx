/** The fields of a webhook subscription: service, webhooks, and how the sender is verified. */
import type { AgentWebhook, WebhookSignature } from '@dragoman/sdk';
import { useState } from 'react';
import { CheckboxField, SelectField, TextField } from '../../components/field.js';
import { SearchSelect } from '../../components/search-select.js';
import { LoadingRows } from '../../components/states.js';
import { visibleText } from '../../components/visible-text.js';
import { FailedAlert } from '../../session/failed-alert.js';
import { useServiceSources } from '../../session/use-tool-sources.js';
import { type SubscriptionDraft, type Verification, verifications } from './subscription-draft.js';
import { useDeclared } from './use-webhooks.js';

/** Props of the fields. */
export interface SubscribeFieldsProps {
  draft: SubscriptionDraft;
  /** True when the service is given. */
  isChosen: boolean;
  onChange: (draft: SubscriptionDraft) => void;
}

/** The fields. */
export function SubscribeFields({ draft, isChosen, onChange }: SubscribeFieldsProps) {
  const verification = verifications.find(({ value }) => value === draft.verification);
  return (
    <>
      {!isChosen && (
        <ServiceField service={draft.service} onChange={(service) => onChange({ ...draft, service, webhooks: [] })} />
      )}
      {draft.service !== '' && (
        <WebhookChoice draft={draft} onChange={(webhooks) => onChange({ ...draft, webhooks })} />
      )}
      <SelectField
        label="How the service signs"
        value={draft.verification}
        options={verifications}
        help={verification?.help}
        onChange={(event) => onChange({ ...draft, verification: event.target.value as Verification })}
      />
      {draft.verification === 'hmac-sha256' && (
        <SignatureFields signature={draft.signature} onChange={(signature) => onChange({ ...draft, signature })} />
      )}
      {draft.verification !== 'address' && (
        <TextField
          label="Secret of the service (optional)"
          help="If the service chose the secret. Empty: the server creates one, which you register."
          type="password"
          autoComplete="new-password"
          mono
          value={draft.secret}
          onChange={(event) => onChange({ ...draft, secret: event.target.value })}
        />
      )}
    </>
  );
}

function ServiceField({ service, onChange }: { service: string; onChange: (service: string) => void }) {
  const [text, setText] = useState('');
  const { options, isLoading } = useServiceSources(text);
  return (
    <SearchSelect
      label="Service"
      value={visibleText(service, 80)}
      text={text}
      onText={setText}
      options={options}
      isLoading={isLoading}
      onChoose={({ id }) => onChange(id.replace(/^agent:/, ''))}
    />
  );
}

interface WebhookChoiceProps {
  draft: SubscriptionDraft;
  onChange: (webhooks: readonly string[]) => void;
}

function WebhookChoice({ draft: { service, webhooks: chosen }, onChange }: WebhookChoiceProps) {
  const declared = useDeclared(service);
  if (declared.isPending) return <LoadingRows rows={2} />;
  if (declared.isError) return <FailedAlert error={declared.error} />;
  if (declared.data.length === 0) {
    return (
      <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
        This service declares no webhooks, so there is nothing to receive. Choose another one.
      </p>
    );
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-medium">Webhooks</legend>
      <p className="text-sm text-muted">
        {chosen.length === 0 ? 'None is chosen: every webhook of the service is received.' : `${chosen.length} chosen.`}
      </p>
      <div className="max-h-48 overflow-y-auto rounded-md border border-line px-3 py-2">
        {declared.data.map((webhook) => (
          <CheckboxField
            key={webhook.name}
            label={visibleText(webhook.name, 120)}
            help={textOf(webhook)}
            checked={chosen.includes(webhook.name)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, webhook.name] : chosen.filter((name) => name !== webhook.name),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function textOf({ summary, description }: AgentWebhook): string | undefined {
  const text = summary ?? description;
  return text === undefined ? undefined : visibleText(text, 160);
}

const signatureTexts: readonly { name: keyof WebhookSignature; label: string; example: string }[] = [
  { name: 'header', label: 'Header with the signature', example: 'X-Signature' },
  { name: 'prefix', label: 'Before the signature (optional)', example: 'sha256=' },
  { name: 'content', label: 'Signed text (optional)', example: '{timestamp}.{body}' },
  { name: 'timestamp_header', label: 'Header with the timestamp (optional)', example: 'X-Timestamp' },
  { name: 'id_header', label: 'Header with the id (optional)', example: 'X-Message-Id' },
  { name: 'type_header', label: 'Header with the type (optional)', example: 'X-Event' },
];

interface SignatureFieldsProps {
  signature: SubscriptionDraft['signature'];
  onChange: (signature: SubscriptionDraft['signature']) => void;
}

function SignatureFields({ signature, onChange }: SignatureFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {signatureTexts.map(({ name, label, example }) => (
        <TextField
          key={name}
          label={label}
          placeholder={example}
          mono
          spellCheck={false}
          value={signature[name]}
          onChange={(event) => onChange({ ...signature, [name]: event.target.value })}
        />
      ))}
      <SelectField
        label="Encoding"
        value={signature.encoding}
        options={[
          { value: '', label: 'hexadecimal' },
          { value: 'base64', label: 'Base64' },
        ]}
        onChange={(event) => onChange({ ...signature, encoding: event.target.value })}
      />
    </div>
  );
}
