/** A new subscription: its address and secret, shown only once, and where to register them. */
import type { CreatedWebhookSubscription } from '@dragoman/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button.js';
import { Snippet } from '../../components/code-view.js';
import { Dialog } from '../../components/dialog.js';
import { subscriptionTarget } from '../links.js';
import { RegistrationList } from './registration.js';
import { useDeclared } from './use-webhooks.js';

/** The dialog; it ends on the page of the subscription. */
export function CreatedSubscription({
  created,
  onClose,
}: {
  created: CreatedWebhookSubscription;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const declared = useDeclared(created.agent);
  const webhooks = (declared.data ?? []).filter(({ name }) => created.webhooks?.includes(name) ?? true);
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      size="wide"
      title="Register it at the service"
      description="Copy both now: they are shown only once."
      actions={
        <Button
          tone="primary"
          onClick={() => {
            onClose();
            void navigate(subscriptionTarget(created.id) as never);
          }}
        >
          I have copied it
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Part title="Address">
          <Snippet label="address" text={created.address} wrap />
          {new URL(created.address).protocol === 'http:' && (
            <p className="text-sm text-warn">
              This address is not HTTPS, and a service elsewhere may not reach it. The operator sets server.publicUrl.
            </p>
          )}
        </Part>
        {created.secret !== undefined && (
          <Part title="Signing secret">
            <Snippet label="signing secret" text={created.secret} wrap />
          </Part>
        )}
        <Part title="Where to register it">
          <RegistrationList service={created.agent} webhooks={webhooks} />
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}
