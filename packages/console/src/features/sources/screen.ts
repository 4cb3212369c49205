/** Sources that the server follows, and the MCP servers that it runs. */
import { Rss } from 'lucide-react';
import type { Screen } from '../screen.js';

/** The screen. */
export const sourcesScreen: Screen = {
  id: 'sources',
  path: '/sources',
  label: 'Sources and servers',
  icon: Rss,
  group: 'operate',
  key: 's',
  scope: 'registry:write',
  load: () => import('./sources-page.js'),
  pages: [{ path: '/sources/$sourceId', load: () => import('./source-page.js') }],
};
