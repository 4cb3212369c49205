/** PROF-DISC-02, PROF-DISC-03: an index for models is optional, but must match the API. */
import { describedTarget } from '../address.js';
import { type Check, fails, holds, open } from '../check.js';
import { documentRequests, findDocument } from '../conventional-documents.js';
import { type Exchange, isSuccess } from '../exchange.js';

/** Maximum number of names checked. */
const most = 500;

/** The index for models matches the API. */
export const llmsTxt: Check = {
  id: 'llms-txt',
  requirement: 'PROF-DISC-03',
  further: ['PROF-DISC-02'],
  severity: 'warning',
  title: 'Every operation in /llms.txt is in the description',
  why: 'An outdated index sends agents to operations that no longer exist.',
  help: 'Generate it from the same source as the description.',
  needs: 'reads',
  async run(probe) {
    const { api, base } = probe;
    const requests = documentRequests(probe, ['/llms.txt'], { accept: 'text/plain, text/markdown' });
    const { found, tried } = await findDocument(probe, requests, isIndex);
    if (found === undefined) return [open('not served, which is allowed', { exchanges: tried })];
    const seen = { exchanges: [found] };
    const text = found.answer?.text ?? '';
    const listed = [...text.slice(0, 200_000).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s`"'<>()[\],]*)/g)];
    // The index of an origin may list operations of other APIs.
    const isOwn = (path: string) => found.request.document === 'base' || describedTarget(base, path) !== path;
    const named = listed.filter(([, , path = '']) => isOwn(path)).slice(0, most);
    const known = new Set(api.operations.map(({ method, path }) => `${method.toUpperCase()} ${shapeOf(path)}`));
    const gone = named.filter(
      ([, method, path]) => !known.has(`${method} ${shapeOf(describedTarget(base, path ?? ''))}`),
    );
    if (gone.length === 0)
      return [holds(named.length === 0 ? 'it is served' : `all ${named.length} listed operations exist`, seen)];
    return [
      fails(
        `${gone.length} of ${named.length} listed operations are not described, such as ${gone[0]?.[0]}`.slice(0, 200),
        seen,
      ),
    ];
  },
};

/** An HTML page with status 200 is no index. */
function isIndex(exchange: Exchange): boolean {
  return isSuccess(exchange) && !/^\s*</.test(exchange.answer?.text ?? '');
}

function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/[.]?\/?$/, '');
}
