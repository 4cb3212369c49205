/** The policy of a running server: read at the start and on reload; one that locks out every administrator is refused. */
import { readFileSync } from 'node:fs';
import type { Caller, KeyStore, PolicyEngine } from '@dragoman/core/engine';
import { createPolicyEngine, groupPrefix, isUsableKey, local } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { parsePolicy } from './read-policy.js';

/** The policy in force. */
export interface OpenPolicy extends PolicyEngine {
  /** Reads the file again; throws `StartRefused`, and keeps the policy in force, when the file cannot be used. `dryRun` always keeps it. */
  reload(config: Config, options: { dryRun: boolean }): Promise<void>;
  /** True when a quota counts for longer than a minute. */
  hasLongQuotas(): boolean;
}

/** Dependencies of the policy. */
export interface PolicyPorts {
  keys: Pick<KeyStore, 'list'>;
  clock: Clock;
}

interface ReadEngine extends PolicyEngine {
  hasLongQuotas: boolean;
}

const allowAll: ReadEngine = {
  hasLongQuotas: false,
  quotasOf: () => ({ windows: [], concurrent: [] }),
  callerOf: (caller) => caller,
  decide: () => ({ effect: 'allow' }),
  mayInvoke: () => {},
};

/** Opens the policy of the settings; without a file, everything that scopes allow is allowed. */
export async function openPolicy(config: Config, ports: PolicyPorts): Promise<OpenPolicy> {
  let engine = await readEngine(config, ports);
  return {
    callerOf: (caller) => engine.callerOf(caller),
    decide: (caller, call) => engine.decide(caller, call),
    quotasOf: (caller, call) => engine.quotasOf(caller, call),
    mayInvoke: (caller, entry, operation, input) => engine.mayInvoke(caller, entry, operation, input),
    hasLongQuotas: () => engine.hasLongQuotas,
    async reload(next, { dryRun }) {
      const read = await readEngine(next, ports);
      if (!dryRun) engine = read;
    },
  };
}

async function readEngine(config: Config, ports: PolicyPorts): Promise<ReadEngine> {
  const { policyFile } = config.auth;
  if (policyFile === undefined) return allowAll;
  const { file, problems } = parsePolicy(readText(policyFile), policyFile);
  if (file === undefined) {
    const lines = problems.map(({ key, origin, message }) => `${key} (${origin}): ${message}`);
    throw new StartRefused(
      `The policy is invalid:\n${lines.join('\n')}`,
      'Correct it; dragoman policy test checks a file.',
    );
  }
  const engine = createPolicyEngine(file.policy);
  requireAdmin(engine, await listAdmins(config, file.policy.roles, ports));
  const long = ['perDay', 'perMonth', 'unitsPerDay', 'unitsPerMonth'] as const;
  const hasLongQuotas = file.policy.limits?.some((rule) => long.some((member) => rule[member] !== undefined)) === true;
  return { ...engine, hasLongQuotas };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new StartRefused(
      `Cannot read the file ${path}, set by auth.policyFile (${code}).`,
      'Correct auth.policyFile.',
    );
  }
}

/** Everybody who could administer the server without rules. */
async function listAdmins(
  { auth }: Config,
  roles: readonly { group: string; role: string }[],
  { keys, clock }: PolicyPorts,
): Promise<Caller[]> {
  const usable = (await keys.list()).filter((key) => isUsableKey(key, clock.now()));
  const tokens = [
    ...auth.jwt.issuers.map(({ issuer }) => issuer),
    ...(auth.oidc.issuer === undefined ? [] : [auth.oidc.issuer]),
  ];
  const groups = roles.filter(({ role }) => role === 'admin').map(({ group }) => `${groupPrefix}${group}`);
  const known: Caller[] = usable.map(({ subject, scopes }) => ({ kind: 'key', subject, scopes }));
  const byToken = tokens.flatMap((issuer): Caller[] => {
    // A token may have the scope itself, or be in a group.
    const subject = `${issuer}#somebody`;
    return [['admin'], ...groups.map((group) => [group])].map((scopes) => ({ kind: 'token', subject, scopes }));
  });
  const certificates = auth.mtls.callers.map(
    ({ name, scopes }): Caller => ({ kind: 'certificate', subject: name, scopes }),
  );
  const open = known.length === 0 && tokens.length === 0 && certificates.length === 0 ? [local] : [];
  return [...known, ...byToken, ...certificates, ...open].filter(
    ({ scopes }) => scopes.includes('admin') || scopes.some((scope) => groups.includes(scope)),
  );
}

function requireAdmin(engine: PolicyEngine, admins: readonly Caller[]): void {
  if (admins.length === 0 || admins.some((caller) => engine.callerOf(caller).scopes.includes('admin'))) return;
  throw new StartRefused(
    `The policy takes the scope admin away from everybody who has it: ${admins
      .map(({ subject }) => subject)
      .slice(0, 5)
      .join(', ')}.`,
    'Allow access to admin for at least one caller or group before the rule that denies it.',
  );
}
