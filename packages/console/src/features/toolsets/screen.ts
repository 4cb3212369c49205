/** Toolsets: tools that a designer chose for a task, with pinned versions and their own names and texts. */
import { Blocks } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const toolsetsScreen: Screen = {
  id: 'toolsets',
  path: '/toolsets',
  label: 'Toolsets',
  icon: Blocks,
  group: 'design',
  key: 't',
  scope: 'registry:read',
  load: () => import('./toolsets-page.js'),
  pages: [{ path: '/toolsets/$toolsetId', load: () => import('./toolset-page.js') }],
};
