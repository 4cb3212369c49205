/** Workflows: several operations as one tool (Arazzo 1.0). */
import { Workflow } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const workflowsScreen: Screen = {
  id: 'workflows',
  path: '/workflows',
  label: 'Workflows',
  icon: Workflow,
  group: 'design',
  key: 'w',
  scope: 'registry:read',
  load: () => import('./workflows-page.js'),
  pages: [{ path: '/workflows/$workflowId', load: () => import('./workflow-page.js') }],
};
