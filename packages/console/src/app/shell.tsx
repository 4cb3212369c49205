/** The frame of every page: navigation, top bar, palette, help, login. */
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ErrorState, LoadingState } from '../components/states.js';
import { useConsole, useSessionSnapshot } from '../session/console-context.js';
import { explainError } from '../session/explain-error.js';
import { Brand } from './brand.js';
import { CommandPalette } from './command-palette.js';
import { Navigation } from './navigation.js';
import { TopBar } from './top-bar.js';
import { useShortcuts } from './use-shortcuts.js';

/** A session that lasts needs no login. */
const LoginPage = lazy(async () => ({ default: (await import('./login.js')).LoginPage }));
/** Layers over the page are loaded when they are first opened; the palette is not, because people type at once. */
const HelpSheet = lazy(() => import('./help-sheet.js'));
const LoginDialog = lazy(() => import('./login-dialog.js'));
const NavigationDrawer = lazy(() => import('./navigation-drawer.js'));

type Layer = 'palette' | 'help' | 'navigation';

/** The frame of every page. */
export function Shell() {
  const { session, error } = useSessionSnapshot();
  const parts = useConsole();
  if (session === undefined) {
    return error === undefined ? (
      <LoadingState label="Connecting" />
    ) : (
      <main className="pt-16">
        <ErrorState page error={explainError(error)} onRetry={() => void parts.session.refresh()} />
      </main>
    );
  }
  if (session.access === 'none') {
    return (
      <Suspense fallback={<LoadingState label="Connecting" />}>
        <LoginPage />
      </Suspense>
    );
  }
  return <Frame />;
}

function Frame() {
  const [layer, setLayer] = useState<Layer>();
  const [paletteText, setPaletteText] = useState('');
  const close = () => setLayer(undefined);
  const { loginOpen } = useSessionSnapshot();
  useShortcuts({ onPalette: () => setLayer('palette'), onHelp: () => setLayer('help') });
  return (
    <div className="flex h-full">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-fill px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="hidden w-52 shrink-0 flex-col border-r border-line bg-sunken md:flex">
        <div className="flex h-12 items-center px-3">
          <Brand />
        </div>
        <Navigation />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          onPalette={() => setLayer('palette')}
          onHelp={() => setLayer('help')}
          onMenu={() => setLayer('navigation')}
        />
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <Outlet />
        </main>
      </div>
      <Suspense>
        {layer === 'navigation' && <NavigationDrawer onClose={close} />}
        {layer === 'palette' && <CommandPalette text={paletteText} onText={setPaletteText} onClose={close} />}
        {layer === 'help' && <HelpSheet onClose={close} />}
        {loginOpen && <LoginDialog />}
      </Suspense>
    </div>
  );
}
