/** The in-memory store: for tests and for trying things out. Nothing survives the process. */
import { createMemoryApprovals } from './memory-approvals.js';
import { createMemoryAudit } from './memory-audit.js';
import { createMemoryCallStats } from './memory-call-stats.js';
import { createMemoryCredentials } from './memory-credentials.js';
import { createMemoryDesigns } from './memory-designs.js';
import { createMemoryEntries } from './memory-entries.js';
import { createMemoryFeedback } from './memory-feedback.js';
import { createMemoryIntents } from './memory-intents.js';
import { createMemoryKeys } from './memory-keys.js';
import { createMemoryLedger } from './memory-ledger.js';
import { createMemoryLogins } from './memory-logins.js';
import { createMemoryNodes } from './memory-nodes.js';
import { createMemoryRuns } from './memory-runs.js';
import { createMemorySaved } from './memory-saved.js';
import { createMemorySecrets } from './memory-secrets.js';
import { createMemorySessions } from './memory-sessions.js';
import { createMemorySources } from './memory-sources.js';
import { createMemoryUsage } from './memory-usage.js';
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
    approvals: createMemoryApprovals(audit),
    credentials: createMemoryCredentials(audit),
    designs: createMemoryDesigns(audit),
    sessions: createMemorySessions(),
    logins: createMemoryLogins(audit),
    vectors: createMemoryVectors(),
    nodes: createMemoryNodes(),
    feedback: createMemoryFeedback(),
    saved: createMemorySaved(),
    conduct: createMemoryCallStats(),
    usage: createMemoryUsage(),
    secrets,
    secret: (name) => storedSecret(secrets, name),
    async ping() {},
    async close() {},
  };
}
