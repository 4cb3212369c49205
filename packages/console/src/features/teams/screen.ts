/** Teams: an agent split into sub-agents that hand the conversation over. */
import { Network } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const teamsScreen: Screen = {
  id: 'teams',
  path: '/teams',
  label: 'Teams',
  icon: Network,
  group: 'design',
  key: 'e',
  scope: 'registry:read',
  load: () => import('./teams-page.js'),
  pages: [{ path: '/teams/$teamId', load: () => import('./team-page.js') }],
};
