/** The in-memory store: for tests and for trying things out. Nothing survives the process. */
import { createMemoryAudit } from './memory-audit.js';
import { createMemoryCallStats } from './memory-call-stats.js';
import { createMemoryCredentials } from './memory-credentials.js';
import { createMemoryDesigns } from './memory-designs.js';
import { createMemoryEntries } from './memory-entries.js';
import { createMemoryFeedback } from './memory-feedback.js';
import { createMemoryIntents } from './memory-intents.js';
import { createMemoryKeys } from './memory-keys.js';
import { createMemoryLedger } from './memory-ledger.js';
import { createMemoryNodes } from './memory-nodes.js';
import { createMemoryRuns } from './memory-runs.js';
import { createMemorySecrets } from './memory-secrets.js';
import { createMemorySessions } from './memory-sessions.js';
import { createMemorySources } from './memory-sources.js';
import { createMemoryVectors } from './memory-vectors.js';
import { storedSecret } from './secrets.js';
import type { Store } from './store.js';

/** Keeps everything in memory; passes the same contract suite as the persistent stores. */
export function createMemoryStore(): Store {
  const audit = createMemoryAudit();
  const secrets = createMemorySecrets();
  return {
    entries: createMemoryEntries(audit),
    audit,
    intents: createMemoryIntents(audit),
    keys: createMemoryKeys(audit),
    sources: createMemorySources(audit),
    ledger: createMemoryLedger(),
    runs: createMemoryRuns(audit),
    credentials: createMemoryCredentials(audit),
    designs: createMemoryDesigns(audit),
    sessions: createMemorySessions(),
    vectors: createMemoryVectors(),
    nodes: createMemoryNodes(),
    feedback: createMemoryFeedback(),
    conduct: createMemoryCallStats(),
    secrets,
    secret: (name) => storedSecret(secrets, name),
    async ping() {},
    async close() {},
  };
}
