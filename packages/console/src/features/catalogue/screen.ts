/** The catalogue: every service that the caller may see. */
import { Library } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const catalogueScreen: Screen = {
  id: 'catalogue',
  path: '/catalogue',
  label: 'Catalogue',
  icon: Library,
  group: 'use',
  key: 'c',
  scope: 'registry:read',
  load: () => import('./catalogue-page.js'),
};
