/**
 * The session of the page: who is logged in, and the fetch function that keeps it. A request that is answered with 401
 * waits until the person has logged in again in a dialog over the page, and is then repeated, so that no input is lost.
 */
import type { CallerSession, Fetch } from '@dragoman/sdk';
import { createClient } from '@dragoman/sdk';

/** State of the session. */
export interface SessionSnapshot {
  /** Undefined until the server has answered. */
  session: CallerSession | undefined;
  /** Why the server did not answer. */
  error: unknown;
  /** True while the login dialog is open. */
  loginOpen: boolean;
}

/** The session of the page. */
export interface SessionState {
  subscribe(listener: () => void): () => void;
  snapshot(): SessionSnapshot;
  /** Sends requests with the session. */
  fetch: Fetch;
  /** Sends background requests with the session: the login dialog does not open while a person types. */
  fetchInBackground: Fetch;
  refresh(): Promise<void>;
  login(key: string): Promise<void>;
  logout(): Promise<void>;
  openLogin(): void;
  /** Closes the dialog; waiting requests fail with 401. */
  cancelLogin(): void;
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Creates the session over the browser's fetch; `untilNotTyping` resolves when the dialog may take the focus. */
export function createSessionState(baseUrl: string, send: Fetch, untilNotTyping: () => Promise<void>): SessionState {
  let state: SessionSnapshot = { session: undefined, error: undefined, loginOpen: false };
  const listeners = new Set<() => void>();
  let waiting: ((loggedIn: boolean) => void)[] = [];
  let logins = 0;
  const set = (change: Partial<SessionSnapshot>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const settleLogin = (loggedIn: boolean) => {
    const released = waiting;
    waiting = [];
    set({ loginOpen: false });
    for (const release of released) release(loggedIn);
  };
  const sendWithToken: Fetch = (input, init) => {
    const token = state.session?.csrf_token;
    if (token === undefined || readMethods.has(init.method ?? 'GET')) return send(input, init);
    const headers = new Headers(init.headers);
    headers.set('X-CSRF-Token', token);
    return send(input, { ...init, headers });
  };
  const direct = createClient({ baseUrl, fetch: sendWithToken, allowInsecure: true }).sessions;
  const openLogin = () => set({ loginOpen: true });
  const awaitLogin = () =>
    new Promise<boolean>((resolve) => {
      waiting.push(resolve);
      openLogin();
    });
  const awaitLoginLater = (signal: RequestInit['signal']) =>
    new Promise<boolean>((resolve) => {
      waiting.push(resolve);
      const leave = () => {
        waiting = waiting.filter((each) => each !== resolve);
        resolve(false);
      };
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
      void untilNotTyping().then(() => waiting.includes(resolve) && openLogin());
    });
  const fetchWith =
    (login: (signal: RequestInit['signal']) => Promise<boolean>): Fetch =>
    async (input, init) => {
      const before = logins;
      let response = await sendWithToken(input, init);
      // The answer to a request of the earlier session may arrive after the login.
      if (response.status === 401 && logins !== before) response = await sendWithToken(input, init);
      if (response.status !== 401 || !(await login(init.signal))) return response;
      return sendWithToken(input, init);
    };
  const refresh = async () => {
    try {
      set({ session: await direct.read(), error: undefined });
    } catch (error) {
      set({ error });
    }
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => state,
    fetch: fetchWith(awaitLogin),
    fetchInBackground: fetchWith(awaitLoginLater),
    refresh,
    async login(key) {
      set({ session: await direct.login(key), error: undefined });
      logins += 1;
      settleLogin(true);
    },
    async logout() {
      await direct.logout();
      await refresh();
    },
    openLogin,
    cancelLogin: () => settleLogin(false),
  };
}
