/** Playground: a chat with a toolset or a service, through a model of the user's own or a script. */
import { MessagesSquare } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const playgroundScreen: Screen = {
  id: 'playground',
  path: '/playground',
  label: 'Playground',
  icon: MessagesSquare,
  group: 'design',
  key: 'p',
  scope: 'agents:invoke',
  load: () => import('./playground-page.js'),
};
