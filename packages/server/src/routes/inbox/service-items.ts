/** Services that cannot be called: without a stored credential, or held because they look like others; and held texts. */
import type { BrowsePorts, Caller, OperationCondition, StoredEntry } from '@dragoman/core/engine';
import { canChange, lookAlikesOf, operationAuthentication } from '@dragoman/core/engine';
import type { InboxItem } from '@dragoman/model';
import { storedKinds } from '../../credentials/required-credential.js';
import { inboxLimits } from './inbox-order.js';

/** Maximum number of services that are examined. */
const maxExamined = 500;

/** The same where the index alone answers. */
const maxCompared = 10_000;

/** The items of services that the caller may change. */
export async function findServiceItems(ports: BrowsePorts, caller: Caller): Promise<InboxItem[]> {
  const ofWhole = await find(ports, caller, { field: 'authentication', values: storedKinds, mode: 'any' });
  const ofSome = await find(ports, caller, { field: 'operation_authentication', values: storedKinds, mode: 'any' });
  const demanding = [...new Map([...ofWhole, ...ofSome].map((row) => [row.entry.id, row])).values()];
  const inactive = await find(ports, caller, { field: 'status', values: ['inactive'], mode: 'any' });
  const missing: InboxItem[] = [];
  for (const row of demanding) {
    if (missing.length === inboxLimits.items) break;
    missing.push(...(await credentialItem(ports, row, caller)));
  }
  return [
    ...missing,
    ...inactive.flatMap(lookAlikeItem).slice(0, inboxLimits.items),
    ...(await findHeldTexts(ports, caller)).slice(0, inboxLimits.items),
  ];
}

/** Services with texts that models do not see; administrators decide on them. */
async function findHeldTexts({ index, store }: BrowsePorts, caller: Caller): Promise<InboxItem[]> {
  if (!caller.scopes.includes('admin')) return [];
  const { hits } = await index.find({ conditions: [], order: 'name', top: maxCompared, skip: 0 }, caller);
  const described = await Promise.all(hits.map(({ id }) => index.describe(id)));
  const isHeld = (at: number) => (described[at]?.facts.heldTexts ?? 0) > 0;
  const held = hits.filter((_, at) => isHeld(at)).slice(0, inboxLimits.items);
  return (await store.entries.readMany(held.map(({ id }) => id))).flatMap(heldTextItem);
}

function heldTextItem({ entry, updatedAt, deletedAt }: StoredEntry): InboxItem[] {
  const { heldTexts = 0 } = entry;
  if (heldTexts === 0 || deletedAt !== undefined) return [];
  const what = heldTexts === 1 ? 'A text' : `${heldTexts} texts`;
  return [
    {
      id: `text_held:${entry.id}`,
      kind: 'text_held',
      severity: 'warning',
      title: `${what} of ${entry.name} ${heldTexts === 1 ? 'looks like an instruction' : 'look like instructions'} to a model; models do not see ${heldTexts === 1 ? 'it' : 'them'}.`,
      since: updatedAt,
      count: heldTexts,
      agent: entry.id,
    },
  ];
}

async function find({ index, store }: BrowsePorts, caller: Caller, condition: OperationCondition) {
  const query = { conditions: [condition], order: 'name', top: maxExamined, skip: 0 } as const;
  const { hits } = await index.find(query, caller);
  const rows = await store.entries.readMany(hits.map(({ id }) => id));
  return rows.filter(({ entry, deletedAt }) => deletedAt === undefined && canChange(caller, entry));
}

async function credentialItem({ store }: BrowsePorts, row: StoredEntry, { subject }: Caller): Promise<InboxItem[]> {
  const { entry, createdAt } = row;
  const credentials = await store.credentials.listFor(entry.id);
  if (credentials.some(({ subject: of }) => of === undefined || of === subject)) return [];
  const { type = 'none', instructions } = entry.authentication ?? {};
  const isWhole = storedKinds.includes(type);
  const kinds = isWhole ? type : operationAuthentication(entry).join(', ');
  return [
    {
      id: `credential_missing:${entry.id}`,
      kind: 'credential_missing',
      severity: 'warning',
      title: isWhole
        ? `${entry.name} requires a credential (${kinds}), and none is stored.`
        : `Operations of ${entry.name} require a credential (${kinds}), and none is stored.`,
      ...(instructions === undefined ? {} : { detail: instructions.slice(0, inboxLimits.detail) }),
      since: createdAt,
      agent: entry.id,
    },
  ];
}

function lookAlikeItem({ entry, updatedAt }: StoredEntry): InboxItem[] {
  const { held, findings } = lookAlikesOf(entry);
  if (!held) return [];
  return [
    {
      id: `look_alike:${entry.id}`,
      kind: 'look_alike',
      severity: 'error',
      title: `Calls of ${entry.name} are held until an administrator accepts its findings.`,
      since: updatedAt,
      count: findings.length,
      agent: entry.id,
    },
  ];
}
