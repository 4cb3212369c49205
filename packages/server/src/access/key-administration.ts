/** Creates, lists, rotates and revokes API keys; every change is audited. */

import type { KeyRecord, KeyStore } from '@dragoman/core/engine';
import { isUsableKey, makeKey } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';

/** Dependencies of the key administration. */
export interface KeyAdministrationPorts {
  keys: KeyStore;
  clock: Clock;
}

/** The acting administrator, for the audit record. */
export interface Administrator {
  subject: string;
  traceId: string;
}

/** A key to create. */
export interface KeyRequest {
  name: string;
  /** Identity of the caller; defaults to `key:<id>`. */
  subject?: string;
  scopes: readonly string[];
  /** RFC 3339; never expires when absent. */
  expiresAt?: string;
}

/** A key without its hash. */
export type ShownKey = Omit<KeyRecord, 'hash'> & { usable: boolean };

/** A new key; `key` is shown only once. */
export interface IssuedKey {
  key: string;
  record: ShownKey;
}

/** Administration of API keys. */
export interface KeyAdministration {
  create(request: KeyRequest, by: Administrator): Promise<IssuedKey>;
  /** Throws the failure that a creation would, if any. */
  requireCreatable(request: KeyRequest): void;
  list(): Promise<ShownKey[]>;
  /** Reads one key in any state. */
  read(id: string): Promise<ShownKey>;
  /** Returns the key if it can be rotated; otherwise throws the failure that a rotation would. */
  readRotatable(id: string): Promise<ShownKey>;
  /** Creates a new key for the same identity; the old one stays valid for `overlapSeconds`. */
  rotate(id: string, overlapSeconds: number, by: Administrator): Promise<IssuedKey>;
  /** Revokes a key at once; a revoked key stays unchanged. */
  revoke(id: string, by: Administrator): Promise<ShownKey>;
}

/** Creates the key administration. */
export function createKeyAdministration({ keys, clock }: KeyAdministrationPorts): KeyAdministration {
  const audit = (action: string, target: string, by: Administrator) =>
    ({
      at: timestamp(clock),
      actor: by.subject,
      action,
      target,
      outcome: 'done',
      code: '',
      traceId: by.traceId,
    }) as const;
  const show = ({ hash: _, ...record }: KeyRecord): ShownKey => ({
    ...record,
    usable: isUsableKey(record, clock.now()),
  });
  const requireCreatable = (request: KeyRequest) => {
    if (!isUsableKey(request, clock.now())) throw expired();
  };
  const find = async (id: string) => {
    const record = await keys.find(id);
    if (record === undefined) throw new Failure('NOT_FOUND', { message: `No key with id '${id.slice(0, 80)}'.` });
    return record;
  };
  const findRotatable = async (id: string) => {
    const old = await find(id);
    if (!isUsableKey(old, clock.now())) {
      throw new Failure('CONFLICT', { message: 'The key is revoked or expired; create a new one instead.' });
    }
    if (old.replacedBy !== undefined) {
      throw new Failure('CONFLICT', {
        message: `The key was already rotated; it was replaced by '${old.replacedBy}'.`,
      });
    }
    return old;
  };
  const issue = async (request: KeyRequest, action: string, by: Administrator): Promise<IssuedKey> => {
    const { id, key, hash } = makeKey();
    const record: KeyRecord = {
      id,
      name: request.name,
      subject: request.subject ?? `key:${id}`,
      hash,
      scopes: [...request.scopes],
      createdAt: timestamp(clock),
      ...(request.expiresAt === undefined ? {} : { expiresAt: request.expiresAt }),
    };
    await keys.add(record, audit(action, id, by));
    return { key, record: show(record) };
  };
  return {
    async create(request, by) {
      requireCreatable(request);
      return issue(request, 'key.create', by);
    },
    requireCreatable,
    list: async () => (await keys.list()).map(show),
    read: async (id) => show(await find(id)),
    readRotatable: async (id) => show(await findRotatable(id)),
    async rotate(id, overlapSeconds, by) {
      const old = await findRotatable(id);
      const { name, subject, scopes, expiresAt } = old;
      const issued = await issue({ name, subject, scopes, ...renewed(old, clock.now()) }, 'key.create', by);
      const overlap = clock.now() + overlapSeconds * 1000;
      const end = new Date(Math.min(overlap, expiresAt === undefined ? overlap : Date.parse(expiresAt)));
      await keys.update(
        id,
        { expiresAt: end.toISOString(), replacedBy: issued.record.id },
        audit('key.rotate', id, by),
      );
      return issued;
    },
    async revoke(id, by) {
      const record = await find(id);
      if (record.revokedAt !== undefined) return show(record);
      const revokedAt = timestamp(clock);
      await keys.update(id, { revokedAt }, audit('key.revoke', id, by));
      return show({ ...record, revokedAt });
    },
  };
}

function expired(): Failure {
  const detail = 'must be a time in the future';
  return new Failure('INVALID_INPUT', {
    message: 'The expiry of the key is in the past.',
    fieldErrors: [{ field: 'expires_at', pointer: '/expires_at', code: 'invalid', detail }],
  });
}

/** A rotated key gets the same lifetime as the old one. */
function renewed({ createdAt, expiresAt }: KeyRecord, now: number): Pick<KeyRequest, 'expiresAt'> {
  if (expiresAt === undefined) return {};
  return { expiresAt: new Date(now + Date.parse(expiresAt) - Date.parse(createdAt)).toISOString() };
}
