/** Serves the console: immutable files with hashed names, and one page for every other address below `/console`. */
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { ConsoleFile, ConsoleFiles } from './console-files.js';

/** Path of the console. */
export const consolePath = '/console';

/** Only this server's own files run, and only this server is called. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': policy,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Without the built files, the routes say how to build them. */
export function createConsoleRoutes(files: ConsoleFiles | undefined): Route[] {
  const handle = (context: RouteContext) => answer(files, context);
  const describe = {
    operationId: 'console_read',
    tag: 'description',
    summary: 'Open the web console.',
    description: 'Serves the web console for people. Use it in a browser. Do not use it in programs. No side effects.',
    responses: { '200': { description: 'A page or a file of the console.' } },
    agent: { read_only: true },
  };
  // Neither rate limits nor credentials apply: the files are the same for everyone, and hold no data.
  const route = { method: 'GET', budget: 'none', access: 'anyone', unlisted: true, describe, handle } as const;
  return [
    { ...route, path: consolePath },
    { ...route, path: `${consolePath}/` },
    { ...route, path: `${consolePath}/{path}`, tail: true },
  ];
}

function answer(files: ConsoleFiles | undefined, { request, params }: RouteContext): HttpReply {
  if (files === undefined) {
    throw new Failure('NOT_FOUND', {
      message: 'The console was not built. Run npm run build, then start the server again.',
    });
  }
  const encodings = request.headers.get('accept-encoding') ?? '';
  const path = params.path ?? '';
  const found = files.read(path, encodings);
  if (found?.hashed === true) return fileReply(found, request.headers.get('if-none-match'));
  if (path.startsWith('assets/')) {
    throw new Failure('NOT_FOUND', {
      message: 'This file belongs to another version of the console. Reload the page.',
    });
  }
  const page = files.read('index.html', encodings);
  if (page === undefined) throw new Failure('NOT_FOUND');
  return fileReply(page, request.headers.get('if-none-match'));
}

function fileReply(file: ConsoleFile, known: string | null): HttpReply {
  const { content, type, encoding, etag, hashed } = file;
  const headers = {
    'Content-Type': type,
    'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    ...(hashed ? {} : pageHeaders),
  };
  if (known === etag) return createReply(null, { status: 304, headers });
  return createReply(content, { headers });
}
