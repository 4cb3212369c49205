/** How MCP clients and programs connect to this server. */
import { Cable } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const connectScreen: Screen = {
  id: 'connect',
  path: '/connect',
  label: 'Connect',
  icon: Cable,
  group: 'set up',
  key: 'n',
  load: () => import('./connect-page.js'),
};
