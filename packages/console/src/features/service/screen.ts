/** One service with its operations: reached from the catalogue, from links and from the palette. */
import type { DetailPages } from '../screen.js';

/** The pages. */
export const servicePages: DetailPages = {
  id: 'service',
  pages: [
    { path: '/services/$id', load: () => import('./service-page.js') },
    { path: '/login-return', load: () => import('./credentials/login-return-page.js') },
  ],
};
