/** The dialog that removes a webhook subscription, and says what is lost. */
import type { WebhookSubscription } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { useToasts } from '../../components/toast.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { FailedAlert } from '../../session/failed-alert.js';

/** The dialog. */
export function UnsubscribeDialog({
  subscription,
  onClose,
}: {
  subscription: WebhookSubscription;
  onClose: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { id, agent } = subscription;
  const removal = useMutation({
    mutationFn: () => client.webhooks.unsubscribe(id),
    async onSuccess() {
      onClose();
      toasts.show('The subscription was removed.');
      await navigate({ to: '/webhooks' });
      queries.removeQueries({ queryKey: ['webhooks', id] });
      await queries.invalidateQueries({ queryKey: ['webhooks', 'list'] });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Unsubscribe from ${visibleText(agent, 60)}?`}
      description="Its address stops working, and its messages are deleted. This cannot be undone."
      actions={
        <>
          <CopyAs command={() => commandLine(client.baseUrl, ['webhooks', 'unsubscribe', id])} />
          <Button onClick={onClose}>Keep it</Button>
          <Button tone="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            Unsubscribe
          </Button>
        </>
      }
    >
      <p>Remove the address at the service, too: otherwise it keeps sending messages, which are then rejected.</p>
      <FailedAlert error={removal.error} />
    </Dialog>
  );
}
