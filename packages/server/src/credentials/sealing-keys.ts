/**
 * The keys that seal upstream credentials and the server's own secrets. They are stored outside the database, in a file or in the environment; the
 * first one seals and every one opens, so that a key is replaced without a gap.
 */
import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartRefused } from '../config/start-refused.js';

/** One key. */
export interface SealingKey {
  /** Derived from the key, so that operators need not name keys; reveals nothing of it. */
  name: string;
  bytes: Buffer;
}

/** Where the keys come from. */
export type KeyOrigin =
  | { kind: 'text'; setting: string; text: string }
  /** `mayCreate`: the file is created when the first key is needed. */
  | { kind: 'file'; setting: string; path: string; mayCreate: boolean };

/** The keys of a server. */
export interface SealingKeys {
  /** The sealing key, the newest in the file; creates the file on first use where it may. Throws without one. */
  current(): SealingKey;
  /** The key of that name; reads the file again when it is unknown. */
  find(name: string): SealingKey | undefined;
  /** Puts a new key before the others in the file; keys from other places cannot be changed. */
  renew(): SealingKey;
  /** Drops every key of the file but the sealing key. */
  dropOld(): void;
}

const keyLength = 32;
const maxKeys = 16;

/** Opens the keys; refuses to start on an invalid key. */
export function openSealingKeys(origin: KeyOrigin): SealingKeys {
  let keys = read(origin);
  const again = () => {
    keys = read(origin);
    return keys;
  };
  return {
    current() {
      const [first] = again();
      if (first !== undefined) return first;
      if (origin.kind !== 'file' || !origin.mayCreate) throw noKey(origin);
      createFile(origin.path);
      return again()[0] ?? fail(noKey(origin));
    },
    find: (name) => keys.find((key) => key.name === name) ?? again().find((key) => key.name === name),
    renew() {
      if (origin.kind !== 'file') throw notOurs(origin);
      if (again().length >= maxKeys) throw unusable(origin.setting, `already has ${maxKeys} keys; drop old ones first`);
      replaceFile(origin.path, [newKeyText(), ...keys.map(written)]);
      return again()[0] ?? fail(noKey(origin));
    },
    dropOld() {
      if (origin.kind !== 'file') throw notOurs(origin);
      replaceFile(origin.path, again().slice(0, 1).map(written));
      again();
    },
  };
}

function written({ bytes }: SealingKey): string {
  return bytes.toString('base64url');
}

function fail(error: Error): never {
  throw error;
}

function read(origin: KeyOrigin): SealingKey[] {
  if (origin.kind === 'text') return parse(origin.text.split(/[\s,]+/), origin.setting);
  try {
    return parse(readFileSync(origin.path, 'utf8').split('\n'), `${origin.setting} (${origin.path})`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === undefined) throw error;
    throw new StartRefused(
      `The file ${origin.path} of the setting ${origin.setting} cannot be read (${code}).`,
      `Correct ${origin.setting}.`,
    );
  }
}

function parse(lines: readonly string[], place: string): SealingKey[] {
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (texts.length > maxKeys) throw unusable(place, `has more than ${maxKeys} keys`);
  return texts.map((text) => {
    const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64url');
    if (bytes.length !== keyLength || !/^[\w+/=-]+$/.test(text)) {
      throw unusable(place, 'has a key that is not 32 bytes in base64url or hexadecimal');
    }
    return { name: nameOf(bytes), bytes };
  });
}

function nameOf(bytes: Buffer): string {
  return createHash('sha256').update('dragoman sealing key\0').update(bytes).digest('hex').slice(0, 16);
}

function newKeyText(): string {
  return randomBytes(keyLength).toString('base64url');
}

const heading =
  '# Keys that seal upstream credentials and the secrets of this server: the first one seals, all of them open.\n' +
  '# Keep this file safe and apart from the database; without it the credentials are lost.\n';

/** Linked into place, so that of two processes one wins and no process reads half a file. */
function createFile(path: string): void {
  writeBeside(path, [newKeyText()], (made) => {
    try {
      linkSync(made, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
}

function replaceFile(path: string, keys: readonly string[]): void {
  writeBeside(path, keys, (made) => renameSync(made, path));
}

function writeBeside(path: string, keys: readonly string[], place: (made: string) => void): void {
  const made = `${path}.${randomBytes(6).toString('hex')}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(made, `${heading}${keys.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    place(made);
  } finally {
    rmSync(made, { force: true });
  }
}

function unusable(place: string, what: string): StartRefused {
  return new StartRefused(`${place} ${what}.`, 'Make a key with: openssl rand -base64 32');
}

function noKey({ setting }: KeyOrigin): StartRefused {
  return new StartRefused(
    'There is no key to seal upstream credentials with.',
    `Set DRAGOMAN_SECRETS_KEY or ${setting}; make a key with: openssl rand -base64 32`,
  );
}

function notOurs({ setting }: KeyOrigin): StartRefused {
  return new StartRefused(
    `The keys are in ${setting}, which this command cannot write.`,
    'Put a new key before the old one there, restart every server, then reseal with: dragoman credentials rotate-key --reseal-only',
  );
}
