/** Administration: keys, limits, settings, readiness, the audit log, sessions. */
import { ShieldCheck } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const adminScreen: Screen = {
  id: 'admin',
  path: '/admin',
  label: 'Admin',
  icon: ShieldCheck,
  group: 'set up',
  key: 'm',
  scope: 'admin',
  load: () => import('./admin-page.js'),
};
