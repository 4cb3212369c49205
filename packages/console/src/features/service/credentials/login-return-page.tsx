/** The page that the authorization server of a service returns to: finishes the login. */
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { buttonClasses } from '../../../components/button.js';
import { PageBody, PageHeader } from '../../../components/page.js';
import { ErrorState, type ExplainedError, LoadingRows } from '../../../components/states.js';
import { useToasts } from '../../../components/toast.js';
import { useClient } from '../../../session/console-context.js';
import { explainError } from '../../../session/explain-error.js';
import { credentialsTarget } from '../../links.js';
import { type KeptLogin, takeLogin } from './kept-login.js';

/** The page. */
export default function LoginReturnPage() {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const isStarted = useRef(false);
  const [kept, setKept] = useState<KeptLogin>();
  const [error, setError] = useState<ExplainedError>();
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    const query = window.location.search.slice(1);
    const found = takeLogin(sessionStorage, query);
    setKept(found);
    if (found === undefined) {
      setError({
        title: 'No login to finish',
        detail:
          'This login was not started in this tab, or it is already finished. Start it on the page of the service.',
      });
      return;
    }
    const finish = async () => {
      await client.credentials.logins.finish(found.login, query);
      await queries.invalidateQueries({ queryKey: ['agents', found.service] });
      toasts.show('You are logged in.');
      await navigate({ ...credentialsTarget(found.service), replace: true });
    };
    finish().catch((thrown: unknown) => setError(explainError(thrown)));
  }, [client, queries, navigate, toasts]);
  return (
    <>
      <PageHeader title="Login" description="The authorization server sent you back; the login is being finished." />
      <PageBody className="max-w-3xl">
        {error === undefined ? <LoadingRows rows={2} /> : <ErrorState error={error} />}
        {error !== undefined && (
          <Link
            {...(kept === undefined ? { to: '/catalogue' } : credentialsTarget(kept.service))}
            className={buttonClasses('quiet')}
          >
            {kept === undefined ? 'Catalogue' : 'Credentials of the service'}
          </Link>
        )}
      </PageBody>
    </>
  );
}
