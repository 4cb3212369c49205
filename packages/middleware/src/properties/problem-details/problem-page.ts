/** The page at a `type` URL: what a code means and what a caller can do. */
import { problemAddress } from '@dragoman/core/http';
import type { FailureCode } from '@dragoman/model';
import { failures } from '@dragoman/model';

const codes = new Map(Object.keys(failures).map((code) => [problemAddress(code as FailureCode), code as FailureCode]));

/** The page that a request asks for; undefined for other requests. */
export function problemPage({ url, method }: Request): Response | undefined {
  if (!url.includes('/problems/')) return undefined;
  const code = codes.get(new URL(url).pathname);
  if (code === undefined) return undefined;
  const { status, title, message, help, retryable } = failures[code];
  const lines = [
    `# ${title}`,
    '',
    `${code}, status ${status}, ${retryable ? '' : 'not '}retryable.`,
    '',
    message,
    '',
    help,
    '',
  ];
  const headers = { 'Content-Type': 'text/markdown; charset=utf-8', 'Cache-Control': 'public, max-age=86400' };
  return new Response(method === 'HEAD' ? null : lines.join('\n'), { headers });
}
