/** Rehearses a change: the same decisions on the same state without writing anything. Used for dry runs. */
import { applyDecision } from './apply-decision.js';
import { genesis } from './audit.js';
import type { DesignStore } from './designs.js';
import { applyDesign } from './designs.js';
import type { EntryIndex } from './index-port.js';
import type { PublishPorts } from './publish.js';
import type { EntryStore, Store } from './store.js';

/** Ports on which publishing, withdrawing and restoring run completely but write nothing. */
export function rehearse(ports: PublishPorts): PublishPorts {
  return {
    store: rehearsedStore(ports.store),
    index: rehearsedIndex(ports.index),
    clock: ports.clock,
    newId: ports.newId,
    ...(ports.repair === undefined ? {} : { repair: ports.repair }),
    ...(ports.checkAddresses === undefined ? {} : { checkAddresses: ports.checkAddresses }),
    ...(ports.newVisibility === undefined ? {} : { newVisibility: ports.newVisibility }),
  };
}

function rehearsedStore(store: Store): Store {
  return {
    entries: rehearsedEntries(store.entries),
    audit: store.audit,
    intents: store.intents,
    keys: store.keys,
    sources: store.sources,
    ledger: store.ledger,
    runs: store.runs,
    approvals: store.approvals,
    credentials: store.credentials,
    designs: rehearseDesigns(store.designs),
    sessions: store.sessions,
    logins: store.logins,
    vectors: store.vectors,
    nodes: store.nodes,
    feedback: store.feedback,
    saved: store.saved,
    conduct: store.conduct,
    usage: store.usage,
    secrets: store.secrets,
    secret: (name) => store.secret(name),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

/** Designs on which a change is decided as usual but writes nothing. */
export function rehearseDesigns(designs: DesignStore): DesignStore {
  return {
    read: (kind, id) => designs.read(kind, id),
    list: (kind, after, limit) => designs.list(kind, after, limit),
    versions: (kind, id, limit, before) => designs.versions(kind, id, limit, before),
    version: (kind, id, version) => designs.version(kind, id, version),
    async change(kind, id, decide, context) {
      const current = await designs.read(kind, id);
      const decision = decide(structuredClone(current));
      return decision === undefined ? current : applyDesign(decision, { kind, id, current, context }).design;
    },
  };
}

function rehearsedEntries(entries: EntryStore): EntryStore {
  return {
    read: (id) => entries.read(id),
    readMany: (ids) => entries.readMany(ids),
    all: () => entries.all(),
    changedSince: (seq, limit) => entries.changedSince(seq, limit),
    changes: (seq, limit) => entries.changes(seq, limit),
    lastSeq: () => entries.lastSeq(),
    versions: (id, limit, before) => entries.versions(id, limit, before),
    version: (id, revision) => entries.version(id, revision),
    async change(id, decide, context) {
      const current = await entries.read(id);
      const decision = decide(current);
      if (decision === undefined) return { stored: current, action: undefined };
      const { stored } = applyDecision(decision, { id, current, context, head: genesis });
      return { stored, action: decision.action };
    },
  };
}

function rehearsedIndex(index: EntryIndex): EntryIndex {
  return {
    put: () => undefined,
    remove: () => undefined,
    find: (query, caller) => index.find(query, caller),
    access: (id) => index.access(id),
    describe: (id) => index.describe(id),
    idsLike: (id) => index.idsLike(id),
    seqOf: (id) => index.seqOf(id),
    knowsField: (field, caller) => index.knowsField(field, caller),
    get size() {
      return index.size;
    },
    get changes() {
      return index.changes;
    },
  };
}
