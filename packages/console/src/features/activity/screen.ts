/** Activity: calls as they happen, their history, their traces, and charts per service. */
import { Activity } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const activityScreen: Screen = {
  id: 'activity',
  path: '/activity',
  label: 'Activity',
  icon: Activity,
  group: 'operate',
  key: 'y',
  scope: 'registry:read',
  load: () => import('./activity-page.js'),
  pages: [{ path: '/activity/$traceId', load: () => import('./trace-page.js') }],
};
