/** Logs the person in at the authorization server of a service: the browser leaves this page and returns later. */
import { useMutation } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useToasts } from '../../../components/toast.js';
import { useClient, useHasScope } from '../../../session/console-context.js';
import { explainError } from '../../../session/explain-error.js';
import { ScopedButton } from '../../../session/scoped-button.js';
import { keepLogin, returnAddress } from './kept-login.js';

interface LoginButtonProps {
  service: string;
  /** Whose calls use the login. */
  audience: 'me' | 'everyone';
  children: ReactNode;
}

/** The button. */
export function LoginButton({ service, audience, children }: LoginButtonProps) {
  const client = useClient();
  const toasts = useToasts();
  const mayChange = useHasScope('registry:write');
  // Callers of the service may log in for their own calls.
  const scope = mayChange || audience === 'everyone' ? 'registry:write' : 'agents:invoke';
  const start = useMutation({
    mutationFn: () =>
      client.credentials.logins.start({ service, for: audience, redirect_uri: returnAddress(window.location.origin) }),
    onSuccess(started) {
      keepLogin(sessionStorage, started, service);
      window.location.assign(started.authorization_url);
    },
    onError: (error) => toasts.show(explainError(error).detail ?? 'The login could not be started.', 'bad'),
  });
  return (
    <ScopedButton scope={scope} icon={LogIn} onClick={() => start.mutate()} disabled={start.isPending}>
      {children}
    </ScopedButton>
  );
}
