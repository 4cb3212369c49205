/** Calls one operation through the gateway, with a form or with JSON. */
import type { DetailPages } from '../screen.js';

/** The pages. */
export const tryPages: DetailPages = {
  id: 'try',
  pages: [{ path: '/services/$id/operations/$operation/try', load: () => import('./try-page.js') }],
};
