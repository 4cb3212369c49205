/** The page at the address in `type`: what a code means and what a caller can do about it. */
import { problemAddress } from '@dragoman/core/http';
import type { FailureCode } from '@dragoman/model';
import { failures } from '@dragoman/model';

const codes = new Map(Object.keys(failures).map((code) => [problemAddress(code as FailureCode), code as FailureCode]));

/** The page that a request asks for; undefined when it asks for something else. */
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
