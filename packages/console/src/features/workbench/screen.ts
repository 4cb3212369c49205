/** The workbench for descriptions: OpenAPI and AGIS documents are checked, improved, compared and published here. */
import { FilePenLine } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const workbenchScreen: Screen = {
  id: 'workbench',
  path: '/workbench',
  label: 'Workbench',
  icon: FilePenLine,
  group: 'design',
  key: 'd',
  load: () => import('./workbench-page.js'),
};
