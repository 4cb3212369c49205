/** Adding services: whatever a person has, from a URL to a command, with a preview before anything is stored. */
import { Plus } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const addScreen: Screen = {
  id: 'add',
  path: '/add',
  label: 'Add',
  icon: Plus,
  group: 'use',
  key: 'a',
  scope: 'registry:write',
  load: () => import('./add-page.js'),
};
