/** What needs a decision of the caller: held changes, updates, failures, missing credentials. */
import type { InboxItem, InboxKind } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Transport } from './transport.js';

/** What needs a decision, the most urgent first. */
export interface Inbox {
  items: InboxItem[];
  /** Number of all items, also of those that are not shown. */
  count: number;
  counts: Partial<Record<InboxKind, number>>;
}

/** Words of the `dragoman` command that shows more, or decides; undefined when only the operator can act. */
export function inboxCommand(item: InboxItem): string[] | undefined {
  const { kind, agent = '', source = '', toolset = '', procedure = '', approval = '' } = item;
  switch (kind) {
    case 'approval_pending':
      return ['approvals', 'show', approval];
    case 'source_held':
      return ['sources', 'show', source];
    case 'source_failing':
      return ['sources', 'refresh', source];
    case 'toolset_update':
      return ['toolsets', 'updates', toolset];
    case 'procedure_invalid':
      return ['procedures', 'check', procedure];
    case 'credential_missing':
      return ['credentials', 'add', agent];
    case 'look_alike':
      return ['show', agent, '--findings'];
    case 'text_held':
      return ['texts', 'list', agent];
    default:
      return undefined;
  }
}

/** Reads the inbox. */
export type ReadInbox = (options?: CallOptions & { kinds?: readonly InboxKind[] }) => Promise<Inbox>;

/** Creates the call over a transport. */
export function createReadInbox(transport: Transport): ReadInbox {
  return async ({ kinds = [], ...options } = {}) => {
    const query = new URLSearchParams([['top', '200'], ...kinds.map((kind): [string, string] => ['kind', kind])]);
    const request = { ...options, method: 'GET', to: ['inbox'], query, repeatable: true } as const;
    const { body, status } = await transport.send(request);
    if (isJsonObject(body) && Array.isArray(body.items)) return body as unknown as Inbox;
    throw clientError('INVALID_RESPONSE', { message: 'The response is not an inbox.', status });
  };
}
