/** Procedures: instructions for agents that work with the tools of a toolset, checked against them. */
import { ScrollText } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const proceduresScreen: Screen = {
  id: 'procedures',
  path: '/procedures',
  label: 'Procedures',
  icon: ScrollText,
  group: 'design',
  key: 'o',
  scope: 'registry:read',
  load: () => import('./procedures-page.js'),
  pages: [{ path: '/procedures/$procedureId', load: () => import('./procedure-page.js') }],
};
