/**
 * Stores, lists and removes upstream credentials. Secrets are write-only; each change is audited in its transaction,
 * without any part of the secret.
 */
import type { Caller, CredentialRecord, CredentialStore, EntryStore } from '@dragoman/core/engine';
import { canChange, canSee } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { originsOf, timestamp } from '@dragoman/core/http';
import type { Entry } from '@dragoman/model';
import { Failure, isFailure } from '@dragoman/model';
import { isStartRefused } from '../config/start-refused.js';
import type { RunnableServer } from '../mcp-children/added-servers.js';
import type { SubscriptionContent } from '../webhooks/subscriptions.js';
import type { OpenedCredential } from './credential-cache.js';
import type { CredentialContent, CredentialSecret, OauthLoginSecret, RequestedSecret } from './credential-content.js';
import type { AcceptedCredential, CallableOperations } from './credential-effect.js';
import { acceptedCredentials, countCallable, placeOf } from './credential-effect.js';
import { requireExchange } from './credential-provider.js';
import type { MayExchangeAt } from './exchange-places.js';
import type { CompleteSecret } from './grants/complete-secret.js';
import type { PendingLogin } from './login/login-request.js';
import { addressOfEntry } from './login/login-target.js';
import type { Sealed, Sealer } from './sealer.js';
import { sourceHolder, sourceId } from './source-id.js';

/** Dependencies of the credential administration. */
export interface CredentialAdministrationPorts {
  entries: Pick<EntryStore, 'read'>;
  credentials: CredentialStore;
  /** The credentials of a service with their secrets, the last changed first. */
  open: (agentId: string) => Promise<readonly OpenedCredential[]>;
  sealer: Sealer;
  clock: Clock;
  newId: () => string;
  mayExchangeAt: MayExchangeAt;
  /** Finds the token endpoint of a credential that names none. */
  complete: CompleteSecret;
  /** Called with the service whose credentials changed. */
  onChanged: (agentId: string) => void;
  /** Revokes the tokens of a removed login at its authorization server. */
  revoke: (secret: OauthLoginSecret) => Promise<void>;
}

/** The requesting caller. */
export interface CredentialCaller {
  caller: Caller;
  traceId: string;
}

/** A credential to store. */
export interface CredentialRequest {
  name: string;
  /** Whose calls use it: the caller's own, or everyone's. */
  audience: 'me' | 'everyone';
  secret: RequestedSecret;
}

/** The same when its token endpoint is known. */
interface CompleteRequest extends CredentialRequest {
  secret: CredentialSecret & RequestedSecret;
}

/** The public view of a credential: without its sealed part. */
export type ShownCredential = Omit<CredentialRecord, 'sealed' | 'sealedWith'>;

/** A change that is only previewed: a request adds or, with an id, replaces a credential; an id alone removes it. */
export interface CredentialChange {
  id?: string;
  request?: CredentialRequest;
}

/** What a change would do, without the secret. */
export interface CredentialEffect {
  /** Origins that it is sent to, and where in the request; absent for a removal. */
  sentTo?: string[];
  sentAs?: string;
  /** For the callers that use it, before and after the change. */
  before: CallableOperations;
  after: CallableOperations;
}

/** Administers credentials. */
export interface CredentialAdministration {
  /** The credentials of a service that the caller may see, oldest first. */
  list(agentId: string, by: CredentialCaller): Promise<ShownCredential[]>;
  /** What the operations of the service accept, and what is missing for the calls of the caller. */
  accepted(agentId: string, by: CredentialCaller): Promise<AcceptedCredential[]>;
  /** Checks a change as if it were made, and says what it would do. */
  preview(agentId: string, change: CredentialChange, by: CredentialCaller): Promise<CredentialEffect>;
  add(agentId: string, request: CredentialRequest, by: CredentialCaller): Promise<ShownCredential>;
  /** Replaces the old secret with a new one, without a gap. */
  replace(agentId: string, id: string, request: CredentialRequest, by: CredentialCaller): Promise<ShownCredential>;
  remove(agentId: string, id: string, by: CredentialCaller): Promise<void>;
}

/** Maximum number of credentials of one service, so that no caller fills the store or slows calls down. */
const maxPerAgent = 200;

/** Creates the credential administration. */
export function createCredentialAdministration(ports: CredentialAdministrationPorts): CredentialAdministration {
  const { credentials, clock } = ports;
  const find = async (agentId: string, id: string, { caller }: CredentialCaller) => {
    const entry = await readEntry(ports, agentId, caller);
    const record = await credentials.find(id);
    if (record === undefined || !holdersOf(entry).includes(record.agentId) || !mayKnow(caller, entry, record)) {
      throw new Failure('NOT_FOUND', { message: `The service has no credential with id '${id.slice(0, 80)}'.` });
    }
    return { entry, record };
  };
  return {
    async list(agentId, { caller }) {
      const entry = await readEntry(ports, agentId, caller);
      const all = await Promise.all(holdersOf(entry).map((holder) => credentials.listFor(holder)));
      const known = all.flat().filter((record) => mayKnow(caller, entry, record));
      return known.map((record) => ({ ...show(record), agentId }));
    },
    async accepted(agentId, { caller }) {
      const entry = await readEntry(ports, agentId, caller);
      return acceptedCredentials(entry, await openUsed(ports, entry, caller.subject));
    },
    async preview(agentId, { id, request }, by) {
      const entry = await readEntry(ports, agentId, by.caller);
      const record = id === undefined ? undefined : (await find(agentId, id, by)).record;
      const complete = request === undefined ? undefined : await completed(ports, { entry, request, by });
      if (id === undefined && (await credentials.listFor(agentId)).length >= maxPerAgent) throw tooMany();
      return previewChange(await openAll(ports, agentId), { entry, by, record, request: complete });
    },
    async add(agentId, request, by) {
      const entry = await readEntry(ports, agentId, by.caller);
      if ((await credentials.listFor(agentId)).length >= maxPerAgent) throw tooMany();
      const at = timestamp(clock);
      const record = { id: ports.newId(), agentId, createdAt: at, createdBy: by.caller.subject, updatedAt: at };
      return put(ports, { entry, record, request, by, action: 'credential.create' });
    },
    async replace(agentId, id, request, by) {
      const { entry, record } = await find(agentId, id, by);
      if (record.agentId !== agentId) throw ofSource(entry);
      const { createdAt, createdBy } = record;
      const kept = { id, agentId, createdAt, createdBy, updatedAt: timestamp(clock) };
      return put(ports, { entry, record: kept, request, by, action: 'credential.replace' });
    },
    async remove(agentId, id, by) {
      const { record } = await find(agentId, id, by);
      const opened = (await openAll(ports, record.agentId)).find((each) => each.record.id === id)?.content.secret;
      const action = record.kind === 'oauth2_login' ? 'credential.logout' : 'credential.remove';
      await credentials.remove(id, draft(clock, action, { agentId, id }, by));
      ports.onChanged(record.agentId);
      if (opened?.kind === 'oauth2_login') await ports.revoke(opened);
    },
  };
}

interface Putting {
  entry: Entry;
  record: Omit<ShownCredential, 'kind' | 'name' | 'subject' | 'lastUsedAt'>;
  request: CredentialRequest;
  by: CredentialCaller;
  action: string;
}

async function put(
  ports: CredentialAdministrationPorts,
  { entry, record, request, by, action }: Putting,
): Promise<ShownCredential> {
  const { credentials, sealer, clock, onChanged } = ports;
  const { name, secret, audience } = await completed(ports, { entry, request, by });
  const shown: ShownCredential = {
    ...record,
    kind: secret.kind,
    name,
    ...(audience === 'me' ? { subject: by.caller.subject } : {}),
  };
  const content: CredentialContent = { secret, origins: originsOf(entry) };
  const sealed = sealContent(sealer, content, shown);
  await credentials.put({ ...shown, ...sealed }, draft(clock, action, shown, by));
  onChanged(entry.id);
  return shown;
}

/** Completes a credential; throws when this caller may not store it for this service. */
async function completed(
  { mayExchangeAt, complete }: CredentialAdministrationPorts,
  { entry, request, by }: Pick<Putting, 'entry' | 'request' | 'by'>,
): Promise<CompleteRequest> {
  requireAudience(request, entry, by.caller);
  if (originsOf(entry).length === 0) {
    throw new Failure('CONFLICT', { message: 'The service has no URL that a credential could be used for.' });
  }
  const secret = (await complete(request.secret, () => addressOfEntry(entry))) as CompleteRequest['secret'];
  requireExchange(secret, mayExchangeAt);
  return { ...request, secret };
}

interface Previewed {
  entry: Entry;
  by: CredentialCaller;
  record: CredentialRecord | undefined;
  request: CompleteRequest | undefined;
}

function previewChange(
  opened: readonly OpenedCredential[],
  { entry, by, record, request }: Previewed,
): CredentialEffect {
  const audience = request === undefined ? record?.subject : subjectOf(request, by);
  const before = usedBy(opened, audience);
  const kept = before.filter(({ record: { id } }) => id !== record?.id);
  if (request === undefined) return { before: countCallable(entry, before), after: countCallable(entry, kept) };
  const { name, secret } = request;
  const origins = originsOf(entry);
  const subject = audience === undefined ? {} : { subject: audience };
  const added = {
    record: { id: '', kind: secret.kind, name, updatedAt: '', ...subject },
    content: { secret, origins },
  };
  return {
    sentTo: origins,
    sentAs: placeOf(secret),
    before: countCallable(entry, before),
    after: countCallable(entry, usedBy([added, ...kept], audience)),
  };
}

function subjectOf(
  { audience }: Pick<CredentialRequest, 'audience'>,
  { caller }: CredentialCaller,
): string | undefined {
  return audience === 'me' ? caller.subject : undefined;
}

/** The credentials that calls of a subject use, its own first; without a subject, those that everyone uses. */
function usedBy(opened: readonly OpenedCredential[], subject: string | undefined): OpenedCredential[] {
  const own = opened.filter(({ record }) => record.subject !== undefined && record.subject === subject);
  return [...own, ...opened.filter(({ record }) => record.subject === undefined)];
}

/** A credential whose sealing key is lost must not prevent its removal; it counts as missing. */
async function openAll({ open }: CredentialAdministrationPorts, agentId: string): Promise<readonly OpenedCredential[]> {
  try {
    return await open(agentId);
  } catch (error) {
    if (isFailure(error)) throw error;
    return [];
  }
}

/** The holders of the credentials of a service: itself, and its source, whose credential its calls use too. */
function holdersOf({ id, owner, origin: { uri } }: Entry): string[] {
  return uri === undefined ? [id] : [id, sourceHolder(sourceId(owner, uri))];
}

/** What calls of a subject use: credentials of the service, or if it has none, those of its source. */
async function openUsed(
  ports: CredentialAdministrationPorts,
  entry: Entry,
  subject: string | undefined,
): Promise<OpenedCredential[]> {
  for (const holder of holdersOf(entry)) {
    const used = usedBy(await openAll(ports, holder), subject);
    if (used.length > 0) return used;
  }
  return [];
}

function ofSource({ origin: { uri = '' } }: Entry): Failure {
  return new Failure('CONFLICT', {
    message: 'This credential belongs to the address from which the service was imported.',
    help: `Replace it there: dragoman credentials add ${uri}`,
  });
}

/** Seals a secret; a server without a sealing key serves everything else. */
export function sealContent(
  sealer: Sealer,
  content: CredentialContent | RunnableServer | PendingLogin | SubscriptionContent,
  place: ShownCredential,
): Sealed {
  try {
    return sealer.seal(JSON.stringify(content), place);
  } catch (cause) {
    if (!isStartRefused(cause)) throw cause;
    const message = 'This server has no key to seal credentials with; the operator must set DRAGOMAN_SECRETS_KEY.';
    throw new Failure('CONFLICT', { message, cause });
  }
}

async function readEntry({ entries }: CredentialAdministrationPorts, id: string, caller: Caller): Promise<Entry> {
  const stored = await entries.read(id);
  if (stored === undefined || stored.deletedAt !== undefined || !canSee(caller, stored.entry)) {
    throw new Failure('NOT_FOUND', { message: `No agent with id '${id.slice(0, 80)}'.` });
  }
  return stored.entry;
}

/** Owners and administrators see all of them, other callers their own. */
function mayKnow(caller: Caller, entry: Entry, record: CredentialRecord): boolean {
  return canChange(caller, entry) || (caller.kind !== 'anonymous' && record.subject === caller.subject);
}

function requireAudience({ audience }: CredentialRequest, entry: Entry, caller: Caller): void {
  if (audience === 'me' || canChange(caller, entry)) return;
  throw new Failure('FORBIDDEN', {
    message:
      'Only the owner of the service can store credentials for everyone; store one for yourself with "for": "me".',
  });
}

function tooMany(): Failure {
  return new Failure('CONFLICT', { message: `The service already has ${maxPerAgent} credentials; remove one first.` });
}

/** A credential without its sealed part. */
export function show({ sealed: _, sealedWith: _key, ...shown }: CredentialRecord): ShownCredential {
  return shown;
}

function draft(
  clock: Clock,
  action: string,
  { agentId: target, id: credential }: Pick<CredentialRecord, 'agentId' | 'id'>,
  { caller, traceId }: CredentialCaller,
) {
  const detail = JSON.stringify({ credential });
  const { subject: actor } = caller;
  return { at: timestamp(clock), actor, action, target, outcome: 'done', code: '', traceId, detail } as const;
}
