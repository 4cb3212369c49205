/** Starts the console: creates its parts and renders it into the page. */
import { createClient } from '@dragoman/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleRouter } from './app/router.js';
import { ToastRegion } from './components/toast.js';
import { untilNotTyping } from './components/typing.js';
import { ConsoleProvider } from './session/console-context.js';
import { createLiveEvents } from './session/live-events.js';
import { applyPreferences } from './session/preferences.js';
import { createSessionState } from './session/session-state.js';
import '@fontsource-variable/inter/wght.css';
import './styles/main.css';

applyPreferences();

const baseUrl = location.origin;
const session = createSessionState(baseUrl, (input, init) => fetch(input, init), untilNotTyping);
const client = createClient({ baseUrl, fetch: session.fetch, allowInsecure: true });
const background = createClient({ baseUrl, fetch: session.fetchInBackground, allowInsecure: true });
const queries = new QueryClient({
  // The client retries what is safe to retry.
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
const router = createConsoleRouter();
const parts = { client, session, live: createLiveEvents(background.events) };

void session.refresh();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');
createRoot(root).render(
  <StrictMode>
    <ConsoleProvider value={parts}>
      <QueryClientProvider client={queries}>
        <ToastRegion>
          <RouterProvider router={router} />
        </ToastRegion>
      </QueryClientProvider>
    </ConsoleProvider>
  </StrictMode>,
);
