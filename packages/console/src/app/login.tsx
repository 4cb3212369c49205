/** Login with an API key or through OpenID Connect. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClasses } from '../components/button.js';
import { TextField } from '../components/field.js';
import { useConsole, useSessionSnapshot } from '../session/console-context.js';
import { explainError } from '../session/explain-error.js';
import { Brand } from './brand.js';

/** The page for callers that are not logged in. */
export function LoginPage() {
  return (
    <main className="mx-auto flex min-h-full max-w-sm flex-col justify-center px-4 py-12">
      <div className="mb-6">
        <Brand />
      </div>
      <h1 className="mb-1 text-xl font-semibold">Log in</h1>
      <p className="mb-5 text-muted">This server requires a credential. The console stores no key in this browser.</p>
      <LoginForm />
    </main>
  );
}

/** The form of both. */
export function LoginForm() {
  const { session } = useConsole();
  const { session: current } = useSessionSnapshot();
  const [key, setKey] = useState('');
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false });
  const submit = async () => {
    setState({ busy: true });
    try {
      await session.login(key.trim());
      setKey('');
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error: explainError(error).detail });
    }
  };
  const oidc = current?.login.oidc;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="API key"
        type="password"
        mono
        required
        autoComplete="off"
        placeholder="dgm_…"
        value={key}
        error={state.error}
        help={
          <>
            Create one on the machine of the server:{' '}
            <code className="font-mono">dragoman keys create me --scope admin</code>
          </>
        }
        onChange={(event) => setKey(event.target.value)}
      />
      <Button tone="primary" type="submit" icon={KeyRound} busy={state.busy} disabled={key.trim() === ''}>
        Log in
      </Button>
      {oidc !== undefined && (
        <a className={buttonClasses('secondary')} href={`${oidc.url}?return=${encodeURIComponent(location.pathname)}`}>
          Log in with {new URL(oidc.issuer).host}
        </a>
      )}
    </form>
  );
}
