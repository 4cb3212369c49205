/** What needs a decision, and the first steps on an empty server. */
import { Inbox } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const inboxScreen: Screen = {
  id: 'inbox',
  path: '/inbox',
  label: 'Inbox',
  icon: Inbox,
  group: 'use',
  key: 'i',
  scope: 'registry:read',
  load: () => import('./inbox-page.js'),
};
