/** What every screen needs: the client of the server, and who is logged in. */
import type { CallerSession, Client } from '@dragoman/sdk';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LiveEvents } from './live-events.js';
import type { SessionSnapshot, SessionState } from './session-state.js';

/** The parts of the console that screens use. */
export interface ConsoleParts {
  client: Client;
  session: SessionState;
  /** What happens on the server. */
  live: LiveEvents;
}

const ConsoleContext = createContext<ConsoleParts | undefined>(undefined);

/** Provides the parts to everything inside it. */
export const ConsoleProvider = ConsoleContext.Provider;

/** The parts. */
export function useConsole(): ConsoleParts {
  const parts = useContext(ConsoleContext);
  if (parts === undefined) throw new Error('ConsoleProvider is missing');
  return parts;
}

/** The client of the server. */
export function useClient(): Client {
  return useConsole().client;
}

/** The state of the session. */
export function useSessionSnapshot(): SessionSnapshot {
  const { session } = useConsole();
  return useSyncExternalStore(session.subscribe, session.snapshot);
}

/** Who is logged in; only screens that are shown after the server has answered may use it. */
export function useSession(): CallerSession {
  const { session } = useSessionSnapshot();
  if (session === undefined) throw new Error('the session is not known yet');
  return session;
}

/** True when the caller has the scope; `admin` has all of the server's own. */
export function useHasScope(scope: string): boolean {
  const { scopes } = useSession().caller;
  return scopes.includes(scope) || scopes.includes('admin');
}
