/** Checks of files: permissions, certificates, free space, and files that settings name. */
import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { locksOutAdmins, parsePolicy } from '../access/read-policy.js';
import type { Config } from '../config/config.js';
import { keyOrigin } from '../credentials/open-credentials.js';
import { openSealingKeys } from '../credentials/sealing-keys.js';
import type { Finding } from './check.js';
import { good, problem, warning } from './check.js';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The folder and the file of the embedded database, and the space that is left. */
export function checkStoreFiles({ store }: Config): Finding[] {
  if (store.databaseUrl !== undefined || store.path === ':memory:') return [];
  const path = resolve(store.path);
  const folder = firstExisting(dirname(path));
  const found: Finding[] = [];
  try {
    accessSync(existsSync(path) ? path : folder, constants.R_OK | constants.W_OK);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    const user = process.getuid?.() ?? 'this user';
    const fix = `Give user ${user} write access to ${folder} and everything in it, or set store.path.`;
    found.push(problem('permissions', `This user cannot write ${path}.`, fix));
  }
  for (const each of [path, `${path}-wal`]) found.push(...checkPrivate(each, 'the database'));
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const mebibytes = Math.round(free / 2 ** 20).toLocaleString('en');
  found.push(
    free < 536_870_912
      ? warning(
          'disk',
          `Only ${mebibytes} MiB are free at ${folder}.`,
          'Free some space, or move the store (store.path).',
        )
      : good('disk', `${mebibytes} MiB are free at ${folder}.`),
  );
  return found;
}

/** Others must not read files with secrets. */
function checkPrivate(path: string, what: string): Finding[] {
  if (process.platform === 'win32' || !existsSync(path)) return [];
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return [];
  const shown = mode.toString(8).padStart(4, '0');
  return [warning('permissions', `Other users may access ${what} (${path}, mode ${shown}).`, `Run: chmod 600 ${path}`)];
}

function firstExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : firstExisting(dirname(folder));
}

/** The key that seals credentials. */
export function checkSealingKey(config: Config): Finding[] {
  const origin = keyOrigin(config);
  const isPrivate = origin.kind === 'file' ? checkPrivate(origin.path, 'the sealing key') : [];
  try {
    const keys = openSealingKeys(origin);
    if (origin.kind === 'text') return [good('sealing key', 'It is set by secrets.key.')];
    if (existsSync(origin.path)) {
      keys.current();
      return [good('sealing key', `It is in ${origin.path}; back it up apart from the database.`), ...isPrivate];
    }
    if (origin.mayCreate) return [good('sealing key', `It is created in ${origin.path} when it is first needed.`)];
    const fix = 'Set DRAGOMAN_SECRETS_KEY to the same key on every node; make one with: openssl rand -base64 32';
    return [warning('sealing key', 'No sealing key exists, so credentials of services cannot be stored.', fix)];
  } catch (error) {
    return [problem('sealing key', reasonOf(error), 'Make a key with: openssl rand -base64 32'), ...isPrivate];
  }
}

/** The policy: whether it can be read, is valid, and leaves somebody who administers. */
export function checkPolicy({ auth: { policyFile } }: Config): Finding[] {
  if (policyFile === undefined) return [];
  const fix = `Correct it; dragoman policy test ${policyFile} checks it again.`;
  try {
    const { file, problems } = parsePolicy(readFileSync(policyFile, 'utf8'), policyFile);
    if (file === undefined) {
      return problems.map(({ key, origin, message }) => problem('policy', `${key} (${origin}): ${message}.`, fix));
    }
    if (locksOutAdmins(file.policy)) {
      return [problem('policy', 'It takes the scope admin away from everybody, so the server refuses it.', fix)];
    }
    return [good('policy', `Valid; it has ${file.policy.rules.length} rules.`)];
  } catch (error) {
    return [problem('policy', `${reasonOf(error)}.`, 'Correct auth.policyFile, or the permissions of the file.')];
  }
}

/** Files that settings name. */
export function checkSettingFiles(config: Config): Finding[] {
  const files: [key: string, path: string | undefined][] = [
    ['server.tls.certFile', config.server.tls.certFile],
    ['server.tls.keyFile', config.server.tls.keyFile],
    ['server.tls.clientCaFile', config.server.tls.clientCaFile],
    ['upstream.caFile', config.upstream.caFile],
    ['identity.keyFile', config.identity.keyFile],
    ['a2a.keysFile', config.a2a.keysFile],
    ...config.auth.jwt.issuers.map(({ jwksFile }): [string, string | undefined] => ['auth.jwt.issuers', jwksFile]),
  ];
  const found = files.flatMap(([key, path]) => {
    if (path === undefined) return [];
    try {
      readFileSync(path);
      return [];
    } catch (error) {
      return [problem('files', `${key}: ${reasonOf(error)}.`, `Correct ${key}, or the permissions of the file.`)];
    }
  });
  const anchors = config.audit.anchors.file;
  if (anchors !== undefined && !isWritable(existsSync(anchors) ? anchors : dirname(resolve(anchors)))) {
    found.push(
      problem('files', `audit.anchors.file: ${anchors} cannot be written.`, 'Correct the path or its permissions.'),
    );
  }
  return found.length > 0 ? found : checkCertificate(config);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const warnDays = 21;

function checkCertificate({ server: { tls } }: Config): Finding[] {
  if (tls.certFile === undefined || tls.keyFile === undefined) return [];
  try {
    const cert = readFileSync(tls.certFile);
    createSecureContext({ cert, key: readFileSync(tls.keyFile) });
    const { validTo, validFrom, subject } = new X509Certificate(cert);
    const days = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000);
    const renew = 'Renew the certificate in server.tls.certFile and restart.';
    if (days < 0) return [problem('certificate', `It expired on ${validTo}.`, renew)];
    if (Date.parse(validFrom) > Date.now()) {
      return [problem('certificate', `It is valid from ${validFrom} on.`, 'Check the clock of this machine.')];
    }
    if (days < warnDays) return [warning('certificate', `It expires in ${days} days.`, renew)];
    return [good('certificate', `${subject.replaceAll('\n', ', ')}: valid for ${days} days.`)];
  } catch (error) {
    const fix = 'server.tls.certFile and server.tls.keyFile must be PEM files that belong together.';
    return [problem('certificate', reasonOf(error), fix)];
  }
}
