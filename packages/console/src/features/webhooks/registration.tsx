/** Where the address of a subscription is registered: in the settings of the service, or with an operation. */
import type { AgentWebhook } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { tryTarget } from '../links.js';

/** The list. */
export function RegistrationList({ service, webhooks }: { service: string; webhooks: readonly AgentWebhook[] }) {
  const byCall = webhooks.flatMap(({ name, registered_by: by }) => (by === undefined ? [] : [{ name, ...by }]));
  const isInSettings = byCall.length < webhooks.length || webhooks.length === 0;
  return (
    <ul className="flex flex-col gap-1">
      {isInSettings && (
        <li>
          In the settings of the service, where it asks for the address (URL) and the secret of a webhook. Dragoman
          cannot do that for you.
        </li>
      )}
      {byCall.map(({ name, operation, input }) => (
        <li key={`${name} ${operation}`}>
          <ThirdPartyText text={name} limit={120} className="font-mono text-sm" />: as the input{' '}
          <ThirdPartyText text={input ?? 'for the address'} limit={120} className="font-mono text-sm" /> of{' '}
          <Link {...tryTarget(service, operation)} className="text-accent hover:underline">
            <ThirdPartyText text={operation} limit={120} className="font-mono text-sm" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
