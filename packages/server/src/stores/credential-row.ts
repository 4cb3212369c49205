/** An upstream credential as a row; the same columns in both databases. */
import type { CredentialKind, CredentialRecord, UsableCredential } from '@dragoman/core/engine';
import { fromColumn, toColumn, toNullable } from './column-text.js';

/** The columns of a credential, in order. */
export const credentialColumns = [
  'id',
  'agent_id',
  'subject',
  'kind',
  'name',
  'sealed',
  'sealed_with',
  'created_at',
  'created_by',
  'updated_at',
  'last_used_at',
] as const;

type Column = (typeof credentialColumns)[number];

/** A credential as a row. */
export type CredentialColumns = Record<Exclude<Column, 'subject' | 'last_used_at'>, string> &
  Record<'subject' | 'last_used_at', string | null>;

/** The values of a credential's columns, in their order. */
export function credentialValues(credential: CredentialRecord): (string | null)[] {
  const { id, agentId, subject, kind, name, sealed, sealedWith, createdAt, createdBy, updatedAt } = credential;
  return [
    ...[id, agentId].map(toColumn),
    toNullable(subject),
    ...[kind, name, sealed, sealedWith, createdAt, createdBy, updatedAt].map(toColumn),
    toNullable(credential.lastUsedAt),
  ];
}

/** Converts a row to a credential. */
export function fromCredentialColumns(row: CredentialColumns): CredentialRecord {
  return {
    id: fromColumn(row.id),
    agentId: fromColumn(row.agent_id),
    ...(row.subject === null ? {} : { subject: fromColumn(row.subject) }),
    kind: row.kind as CredentialKind,
    name: fromColumn(row.name),
    sealed: fromColumn(row.sealed),
    sealedWith: fromColumn(row.sealed_with),
    createdAt: fromColumn(row.created_at),
    createdBy: fromColumn(row.created_by),
    updatedAt: fromColumn(row.updated_at),
    ...(row.last_used_at === null ? {} : { lastUsedAt: fromColumn(row.last_used_at) }),
  };
}

/** An entry with a credential, as a row. */
export interface UsableColumns {
  agent_id: string;
  shared: number | boolean;
}

/** Converts a row to an entry with a credential. */
export function fromUsableColumns({ agent_id, shared }: UsableColumns): UsableCredential {
  return { agentId: fromColumn(agent_id), shared: Boolean(shared) };
}
