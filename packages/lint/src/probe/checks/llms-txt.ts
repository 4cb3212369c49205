/** PROF-DISC-02, PROF-DISC-03: an index for models is optional, but must match the API. */
import { type Check, fails, holds, open } from '../check.js';
import { isSuccess } from '../exchange.js';

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
  async run({ send, api }) {
    const exchange = await send({
      method: 'GET',
      target: '/llms.txt',
      headers: { accept: 'text/plain, text/markdown' },
    });
    const seen = { exchanges: [exchange] };
    const text = exchange.answer?.text ?? '';
    if (!isSuccess(exchange) || /^\s*</.test(text)) return [open('not served, which is allowed', seen)];
    const named = [...text.slice(0, 200_000).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s`"'<>()[\],]*)/g)].slice(
      0,
      most,
    );
    const known = new Set(api.operations.map(({ method, path }) => `${method.toUpperCase()} ${shapeOf(path)}`));
    const gone = named.filter(([, method, path]) => !known.has(`${method} ${shapeOf(path ?? '')}`));
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

function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/[.]?\/?$/, '');
}
