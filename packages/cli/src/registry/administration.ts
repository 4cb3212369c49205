/** Keys and the audit log: over HTTP of a running server with `--server`, otherwise directly on the configured store. */
import type { AuditRecord, AuditSearch } from '@dragoman/core/engine';
import type { ApiKey, Client, IssuedApiKey, AuditRecord as SentRecord } from '@dragoman/sdk';
import type { Administration, ShownKey } from '@dragoman/server';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from './connect.js';
import { storeOptions, withStore } from './local-store.js';

/** What both ways offer. */
export type KeysAndAudit = Pick<Administration, 'created' | 'keys' | 'audit'>;

/** Records of one page of the server. */
const pageSize = 200;

/** What `--server` does, for the help of commands. */
export const serverDetails =
  'Works on the configured store directly, also without a running server; with --server it uses the API of that server ' +
  'and needs a key with the scope admin (--key or DRAGOMAN_KEY).';

/** Runs the work on the server that `--server` names, or on the store. */
export async function withAdministration<Result>(
  context: CommandContext,
  work: (administration: KeysAndAudit) => Promise<Result>,
  settings: { create?: boolean } = {},
): Promise<Result> {
  const { options } = context;
  if (options.text('server') === undefined) return withStore(context, work, settings);
  for (const { name } of storeOptions) {
    if (name === 'set' ? options.texts(name).length > 0 : options.text(name) !== undefined)
      throw new UsageError(`use either --server or --${name}`);
  }
  return work(administerOver(connect(context), context.runtime.signal));
}

function administerOver({ keys, audit }: Client, signal: AbortSignal): KeysAndAudit {
  return {
    created: false,
    keys: {
      create: async (request) => toIssued(await keys.create(request, { signal })),
      list: async () => (await keys.list({ signal })).map(toShown),
      rotate: async (id, overlapSeconds) => toIssued(await keys.rotate(id, { overlapSeconds, signal })),
      revoke: async (id) => toShown(await keys.revoke(id, { signal })),
    },
    audit: {
      async list({ after = 0, limit, ...filters }) {
        const records: AuditRecord[] = [];
        for await (const record of audit.list({ ...filters, after, signal })) {
          if (records.length === limit) break;
          records.push(toRecord(record));
        }
        return records;
      },
      async search(query) {
        const { records, nextBefore } = await audit.search({ ...toConditions(query), signal });
        return { records: records.map(toRecord), ...(nextBefore === undefined ? {} : { next: nextBefore }) };
      },
      async verify({ expected, anchorFile } = {}) {
        if (expected !== undefined || anchorFile !== undefined)
          throw new UsageError(
            'with --server the server compares its own anchors; --expect and --anchors need the store',
          );
        return audit.verify({ signal });
      },
      async *export() {
        for await (const record of audit.list({ signal })) yield JSON.stringify(toRecord(record));
      },
    },
  };
}

function toConditions({ actor, target, limit, ...query }: AuditSearch) {
  return {
    ...query,
    limit: Math.min(limit, pageSize),
    ...(actor === undefined ? {} : { caller: actor }),
    ...(target === undefined ? {} : { service: target }),
  };
}

function toRecord({ trace_id: traceId, ...record }: SentRecord): AuditRecord {
  const { seq, at, actor, action, target, outcome, code, ...rest } = record;
  return { seq, at, actor, action, target, outcome, code, traceId, ...rest };
}

function toIssued({ key, ...record }: IssuedApiKey) {
  return { key, record: toShown(record) };
}

function toShown(key: ApiKey): ShownKey {
  const { created_at: createdAt, expires_at: expiresAt, revoked_at: revokedAt, ...others } = key;
  const { last_used_at: lastUsedAt, replaced_by: replacedBy, ...rest } = others;
  return {
    ...rest,
    createdAt,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
  };
}
