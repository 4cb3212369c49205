/**
 * The store port's contract as one suite that every implementation runs. It knows nothing of how a store
 * keeps things, only what the port promises.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Store } from './store.js';
import { auditContract } from './store-audit.contract.js';
import { conductContract } from './store-conduct.contract.js';
import { credentialsContract } from './store-credentials.contract.js';
import { designsContract } from './store-designs.contract.js';
import { entriesContract } from './store-entries.contract.js';
import { feedbackContract } from './store-feedback.contract.js';
import { lastingContract } from './store-lasting.contract.js';
import { ledgerContract } from './store-ledger.contract.js';
import { registersContract } from './store-registers.contract.js';
import { runsContract } from './store-runs.contract.js';
import { sessionsContract } from './store-sessions.contract.js';
import { vectorsContract } from './store-vectors.contract.js';

/** A store under test, with what the suite needs to end and to reopen it. */
export interface OpenedStore {
  store: Store;
  /** Closes the store and opens another one on the same content. */
  reopen(): Promise<Store>;
  /** Closes whatever is open and removes the content. */
  dispose(): Promise<void>;
}

/** Hands the cases the store that is open at present. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Replaces `store` by a reopened one. */
  reopen(): Promise<void>;
}

/** Runs the whole contract on one implementation; `open` makes an empty store. */
export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name} keeps the store contract`, () => {
    for (const [part, contract] of Object.entries(parts)) {
      describe(part, () => runPart(open, contract));
    }
  });
}

const parts = {
  entries: entriesContract,
  audit: auditContract,
  'keys and sources': registersContract,
  'keyed calls': ledgerContract,
  'long-running calls': runsContract,
  'upstream credentials': credentialsContract,
  designs: designsContract,
  sessions: sessionsContract,
  vectors: vectorsContract,
  feedback: feedbackContract,
  conduct: conductContract,
  'what lasts': lastingContract,
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
