/** The built console: its files with their compressed copies, read on first use and kept in memory. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Encodings made by the build, best first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
  woff2: 'font/woff2',
  woff: 'font/woff',
  wasm: 'application/wasm',
};

/** A file in the encoding that was chosen for a request. */
export interface ConsoleFile {
  content: Uint8Array;
  type: string;
  /** Absent: not encoded. */
  encoding?: string;
  /** Entity tag of these bytes. */
  etag: string;
  /** True when the name changes with the content. */
  hashed: boolean;
}

/** The files of the console. */
export interface ConsoleFiles {
  /** The file with this path, in an accepted encoding; undefined for an unknown one. */
  read(path: string, acceptEncoding: string): ConsoleFile | undefined;
}

/** Opens a folder of built files; undefined when the console was not built. Only files that exist now are ever read. */
export function openConsoleFiles(folder: URL): ConsoleFiles | undefined {
  if (!existsSync(new URL('index.html', folder))) return undefined;
  const names = readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' });
  const known = new Set(names.map((name) => name.replaceAll('\\', '/')));
  const read = new Map<string, ConsoleFile>();
  const load = (path: string, suffix: string, encoding: string | undefined): ConsoleFile => {
    const content = readFileSync(new URL(`${path}${suffix}`, folder));
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const hashed = path.startsWith('assets/');
    return { content, type, etag, hashed, ...(encoding === undefined ? {} : { encoding }) };
  };
  return {
    read(path, acceptEncoding) {
      if (!known.has(path) || !/\.\w+$/.test(path) || /\.(?:br|gz)$/.test(path)) return undefined;
      const chosen = encodings.find(
        ({ name, suffix }) => known.has(`${path}${suffix}`) && accepts(acceptEncoding, name),
      );
      const key = `${path}${chosen?.suffix ?? ''}`;
      const file = read.get(key) ?? load(path, chosen?.suffix ?? '', chosen?.name);
      read.set(key, file);
      return file;
    },
  };
}

/** True when the header lists the encoding without refusing it. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => {
    const [name, ...parameters] = each
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
