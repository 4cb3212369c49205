/** Updates: what vendors changed in the tools of all toolsets, and the decisions on it. */
import { PackageCheck } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const updatesScreen: Screen = {
  id: 'updates',
  path: '/updates',
  label: 'Updates',
  icon: PackageCheck,
  group: 'design',
  key: 'u',
  scope: 'registry:read',
  load: () => import('./updates-page.js'),
};
