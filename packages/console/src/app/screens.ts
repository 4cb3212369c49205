/** The list of all screens, in the order of the navigation. */
import { activityScreen } from '../features/activity/screen.js';
import { addScreen } from '../features/add/screen.js';
import { adminScreen } from '../features/admin/screen.js';
import { approvalPages } from '../features/approvals/screen.js';
import { catalogueScreen } from '../features/catalogue/screen.js';
import { connectScreen } from '../features/connect/screen.js';
import { findScreen } from '../features/find/screen.js';
import { inboxScreen } from '../features/inbox/screen.js';
import { playgroundScreen } from '../features/playground/screen.js';
import { proceduresScreen } from '../features/procedures/screen.js';
import type { DetailPages, Screen } from '../features/screen.js';
import { servicePages } from '../features/service/screen.js';
import { sourcesScreen } from '../features/sources/screen.js';
import { teamsScreen } from '../features/teams/screen.js';
import { toolsetsScreen } from '../features/toolsets/screen.js';
import { tryPages } from '../features/try/screen.js';
import { updatesScreen } from '../features/updates/screen.js';
import { webhooksScreen } from '../features/webhooks/screen.js';
import { workbenchScreen } from '../features/workbench/screen.js';
import { workflowsScreen } from '../features/workflows/screen.js';

/** Every screen. */
export const screens: readonly Screen[] = [
  inboxScreen,
  catalogueScreen,
  addScreen,
  findScreen,
  workbenchScreen,
  toolsetsScreen,
  updatesScreen,
  proceduresScreen,
  playgroundScreen,
  teamsScreen,
  workflowsScreen,
  activityScreen,
  sourcesScreen,
  webhooksScreen,
  connectScreen,
  adminScreen,
];

/** Pages that only links lead to. */
export const detailPages: readonly DetailPages[] = [servicePages, tryPages, approvalPages];
