/** Find: which operation an agent gets for a request, and why. */
import { Crosshair } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const findScreen: Screen = {
  id: 'find',
  path: '/find',
  label: 'Find',
  icon: Crosshair,
  group: 'use',
  key: 'f',
  load: () => import('./find-page.js'),
  pages: [{ path: '/find/evaluation', scope: 'registry:read', load: () => import('./evaluation-page.js') }],
};
