/** Who is logged in, with which scopes; appearance; logout. */
import { LogIn, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '../components/badge.js';
import { Button } from '../components/button.js';
import { forgetKept } from '../components/kept-drafts.js';
import { Segmented } from '../components/segmented.js';
import { ThirdPartyText } from '../components/third-party-text.js';
import { useConsole, useSession } from '../session/console-context.js';
import { usePreferences } from '../session/preferences.js';

/** The menu at the right of the top bar: a native popover, which needs no code to close on Escape or outside clicks. */
export function AccountMenu() {
  const id = useId();
  return (
    <>
      <button
        type="button"
        aria-label="Account and appearance"
        popoverTarget={id}
        className="flex size-control items-center justify-center rounded-full border border-line bg-sunken text-muted hover:text-text"
      >
        <UserRound aria-hidden className="size-4" />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Account and appearance"
        className="fixed top-11 right-3 left-auto m-0 w-72 rounded-lg border border-line bg-raised p-4 text-text shadow-layer md:right-page"
      >
        <Account />
        <Appearance />
      </div>
    </>
  );
}

const kinds: Readonly<Record<string, string>> = {
  local: 'User of this machine',
  key: 'API key',
  token: 'OpenID Connect',
  certificate: 'Client certificate',
  anonymous: 'Not logged in',
};

function Account() {
  const { session } = useConsole();
  const { access, caller, version } = useSession();
  const logOut = () => {
    // What one person drafted is not for the next one at this browser.
    forgetKept();
    void session.logout();
  };
  return (
    <div className="border-b border-line pb-3">
      <p className="font-semibold">
        <ThirdPartyText text={caller.subject} limit={200} />
      </p>
      <p className="text-sm text-muted">
        {kinds[caller.kind] ?? caller.kind} · Dragoman {version}
      </p>
      <div className="mt-2 flex flex-wrap gap-1">
        {caller.scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
        {caller.scopes.length === 0 && (
          <span className="text-sm text-muted">No scopes: only public data is visible.</span>
        )}
      </div>
      {access === 'session' && (
        <Button className="mt-3 w-full" icon={LogOut} onClick={logOut}>
          Log out
        </Button>
      )}
      {access === 'none' && (
        <Button className="mt-3 w-full" icon={LogIn} onClick={session.openLogin}>
          Log in
        </Button>
      )}
    </div>
  );
}

function Appearance() {
  const [{ theme, density }, change] = usePreferences();
  return (
    <div className="flex flex-col gap-2 pt-3">
      <div className="flex items-center justify-between">
        <span className="text-muted">Theme</span>
        <Segmented
          label="Theme"
          value={theme}
          iconsOnly
          onChange={(next) => change({ theme: next })}
          options={[
            { value: 'light', label: 'Light', icon: Sun },
            { value: 'dark', label: 'Dark', icon: Moon },
            { value: 'system', label: 'As the system', icon: Monitor },
          ]}
        />
      </div>
      <div className="flex items-center justify-between">
        <span className="text-muted">Density</span>
        <Segmented
          label="Density"
          value={density}
          onChange={(next) => change({ density: next })}
          options={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
        />
      </div>
    </div>
  );
}
