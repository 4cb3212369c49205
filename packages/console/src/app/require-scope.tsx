/** Shows a page only to callers with its scope. */
import type { ComponentType } from 'react';
import { Button } from '../components/button.js';
import { NoPermission } from '../components/states.js';
import { useConsole, useHasScope, useSession } from '../session/console-context.js';

/** The page, or which scope is missing. */
export function RequireScope({ scope, page: Page }: { scope: string; page: ComponentType }) {
  const { session } = useConsole();
  const { access, caller } = useSession();
  if (useHasScope(scope)) return <Page />;
  return (
    <NoPermission
      page
      scope={scope}
      subject={caller.subject}
      actions={
        access === 'open' ? undefined : (
          <Button tone="primary" onClick={session.openLogin}>
            Log in with another key
          </Button>
        )
      }
    />
  );
}
