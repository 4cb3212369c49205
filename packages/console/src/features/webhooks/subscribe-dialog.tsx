/** The dialog that creates a webhook subscription, and shows its address and secret once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { useClient } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { FailedAlert } from '../../session/failed-alert.js';
import { CreatedSubscription } from './created-subscription.js';
import { SubscribeFields } from './subscribe-fields.js';
import { isComplete, newSubscription, toRequest, toWords } from './subscription-draft.js';
import { useDeclared } from './use-webhooks.js';

/** Props of the dialog. */
export interface SubscribeDialogProps {
  /** Id of the service; it is chosen in the dialog when it is absent. */
  service?: string;
  onClose: () => void;
}

/** The dialog. */
export function SubscribeDialog({ service, onClose }: SubscribeDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const form = useId();
  const [draft, setDraft] = useState(() => newSubscription(service ?? ''));
  const declared = useDeclared(draft.service);
  const creation = useMutation({
    // The secret is forgotten with the dialog.
    gcTime: 0,
    mutationFn: () => client.webhooks.subscribe(toRequest(draft)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks', 'list'] }),
  });
  const isReady = isComplete(draft) && declared.data !== undefined && declared.data.length > 0;
  if (creation.data !== undefined) return <CreatedSubscription created={creation.data} onClose={onClose} />;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) creation.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      size="wide"
      title="Subscribe to webhooks"
      description="The server creates a secret address. Nothing arrives until you register it at the service."
      actions={
        <>
          <CopyAs command={() => commandLine(client.baseUrl, toWords(draft))} />
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} busy={creation.isPending} disabled={!isReady}>
            Subscribe
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <SubscribeFields draft={draft} isChosen={service !== undefined} onChange={setDraft} />
        <FailedAlert error={creation.error} />
      </form>
    </Dialog>
  );
}
