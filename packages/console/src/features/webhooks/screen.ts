/** Webhooks of services: your subscriptions, and the messages that they received. */
import { Webhook } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const webhooksScreen: Screen = {
  id: 'webhooks',
  path: '/webhooks',
  label: 'Webhooks',
  icon: Webhook,
  group: 'operate',
  key: 'h',
  scope: 'agents:invoke',
  load: () => import('./webhooks-page.js'),
  pages: [{ path: '/webhooks/$subscriptionId', load: () => import('./subscription-page.js') }],
};
