/**
 * The contract suite of the store port, which every implementation runs. It relies only on the port, not on the
 * implementation.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Store } from './store.js';
import { approvalsContract } from './store-approvals.contract.js';
import { auditContract } from './store-audit.contract.js';
import { callStatsContract } from './store-call-stats.contract.js';
import { credentialsContract } from './store-credentials.contract.js';
import { designsContract } from './store-designs.contract.js';
import { entriesContract } from './store-entries.contract.js';
import { feedbackContract } from './store-feedback.contract.js';
import { intentsContract } from './store-intents.contract.js';
import { lastingContract } from './store-lasting.contract.js';
import { ledgerContract, ledgerTraceContract } from './store-ledger.contract.js';
import { loginsContract } from './store-logins.contract.js';
import { nodesContract } from './store-nodes.contract.js';
import { registersContract } from './store-registers.contract.js';
import { runsContract } from './store-runs.contract.js';
import { savedContract } from './store-saved.contract.js';
import { sessionsContract } from './store-sessions.contract.js';
import { usageContract } from './store-usage.contract.js';
import { vectorsContract } from './store-vectors.contract.js';

/** A store under test, with functions to dispose of it and to reopen it. */
export interface OpenedStore {
  store: Store;
  /** Closes the store and opens another one on the same content. */
  reopen(): Promise<Store>;
  /** Closes the open store and removes the content. */
  dispose(): Promise<void>;
}

/** Gives the cases access to the currently open store. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Replaces `store` by a reopened one. */
  reopen(): Promise<void>;
}

/** Runs the whole contract on one implementation; `open` creates an empty store. */
export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name} meets the store contract`, () => {
    for (const [part, contract] of Object.entries(parts)) {
      describe(part, () => runPart(open, contract));
    }
  });
}

const parts = {
  entries: entriesContract,
  audit: auditContract,
  intents: intentsContract,
  'keys and sources': registersContract,
  'keyed calls': ledgerContract,
  'traces of keyed calls': ledgerTraceContract,
  'long-running calls': runsContract,
  approvals: approvalsContract,
  'upstream credentials': credentialsContract,
  designs: designsContract,
  sessions: sessionsContract,
  'login sessions': loginsContract,
  vectors: vectorsContract,
  'running servers': nodesContract,
  feedback: feedbackContract,
  saved: savedContract,
  conduct: callStatsContract,
  usage: usageContract,
  persistence: lastingContract,
};

function runPart(open: () => Promise<OpenedStore>, contract: (under: StoreUnderTest) => void) {
  let opened: OpenedStore | undefined;
  let store: Store | undefined;
  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  afterAll(async () => opened?.dispose());
  contract({
    get store() {
      if (store === undefined) throw new Error('no store is open');
      return store;
    },
    async reopen() {
      store = await opened?.reopen();
    },
  });
}
