/** The page of a call that waits for a person; the inbox leads to it. */
import type { DetailPages } from '../screen.js';

/** The pages. */
export const approvalPages: DetailPages = {
  id: 'approvals',
  pages: [{ path: '/approvals/$approvalId', load: () => import('./approvals-page.js') }],
};
