/**
 * Listens for changes of the lists (tools, resources, prompts) of an HTTP server until it ends the stream. Only servers
 * that declare list changes are listened to; the others are polled on a schedule.
 */
import { isJsonObject } from '@dragoman/model';
import { memberOf } from '../wire.js';
import { connectServer } from './connect-server.js';
import type { HttpLinkOptions } from './http-link.js';
import { openNotices } from './open-notices.js';
import { createServerLink } from './server-link.js';

/** Lists whose changes are followed, by their capability. */
const followedLists = ['tools', 'resources', 'prompts'] as const;

/** True for the notification that one of the lists of an entry has changed. */
export function isListChange(notified: string): boolean {
  return followedLists.some((name) => notified === `notifications/${name}/list_changed`);
}

/** Listens until the stream ends; false when the server does not declare list changes. Throws transport errors. */
export async function listenForChanges(options: HttpLinkOptions, onChange: () => void): Promise<boolean> {
  const link = createServerLink(options);
  const { era, capabilities } = await connectServer(link, options.client);
  try {
    const reports = followedLists.some((name) => {
      const declared = memberOf(capabilities, name);
      return isJsonObject(declared) && declared.listChanged === true;
    });
    if (!reports) return false;
    const filter = Object.fromEntries(followedLists.map((name) => [`${name}ListChanged`, true]));
    const notices = await openNotices(options, era, { filter });
    if (notices === undefined) return false;
    for await (const { method } of notices) if (isListChange(method)) onChange();
    return true;
  } finally {
    link.leave?.(era);
  }
}
