/**
 * Watches one resource over HTTP, in a session of its own for the revisions with sessions. The watch ends with the
 * stream, which the signal of the requests ends.
 */
import type { HttpLinkOptions } from './http-link.js';
import type { Era, McpLink, OpenWatch, ResourceWatcher } from './mcp-link.js';
import type { Notice } from './open-notices.js';
import { openNotices } from './open-notices.js';
import { failureOf } from './read-result.js';
import { createServerLink } from './server-link.js';
import { isUpdateOf, watchRefused } from './watch-resource.js';

/** Creates a link over HTTP that can watch; every request of its watch has the signal of the watcher. */
export function createWatchingLink(options: HttpLinkOptions): McpLink {
  const link = createServerLink(options);
  return { ...link, watch: (uri, era, watcher) => watchOverHttp(link, options, { uri, era, watcher }) };
}

async function watchOverHttp(
  link: McpLink,
  options: HttpLinkOptions,
  { uri, era, watcher }: { uri: string; era: Era; watcher: ResourceWatcher },
): Promise<OpenWatch> {
  const first = { method: 'resources/subscribe', params: { uri }, repeatable: true };
  if (!era.modern && era.sse !== true) {
    const answer = await link.ask(first, era);
    if (answer.kind === 'error') throw failureOf(answer);
  }
  const notices = await openNotices(options, era, { filter: { resourceSubscriptions: [uri] }, first });
  if (notices === undefined) throw watchRefused();
  const ended = readUpdates(notices, uri, watcher)
    .catch(() => undefined)
    .finally(() => link.leave?.(era));
  return { ended };
}

async function readUpdates(notices: AsyncIterable<Notice>, uri: string, watcher: ResourceWatcher): Promise<void> {
  for await (const { method, params } of notices) {
    if (method === 'notifications/resources/updated' && isUpdateOf(uri, params.uri)) watcher.onUpdate();
  }
}
