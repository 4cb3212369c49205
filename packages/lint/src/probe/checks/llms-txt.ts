/** PROF-DISC-02, PROF-DISC-03: an index for models is welcome, its absence is no fault, and it names what is there. */
import { type Check, fails, holds, open } from '../check.js';
import { isSuccess } from '../exchange.js';

/** Most names that are looked at. */
const most = 500;

/** The index for models is true. */
export const llmsTxt: Check = {
  id: 'llms-txt',
  requirement: 'PROF-DISC-03',
  further: ['PROF-DISC-02'],
  severity: 'warning',
  title: 'What /llms.txt names is in the description',
  why: 'An index that has grown apart from the API sends agents to operations that are gone.',
  help: 'Make it from the same source as the description.',
  needs: 'reads',
  async run({ send, api }) {
    const exchange = await send({
      method: 'GET',
      target: '/llms.txt',
      headers: { accept: 'text/plain, text/markdown' },
    });
    const seen = { exchanges: [exchange] };
    const text = exchange.answer?.text ?? '';
    if (!isSuccess(exchange) || /^\s*</.test(text)) return [open('there is none, which is no fault', seen)];
    const named = [...text.slice(0, 200_000).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s`"'<>()[\],]*)/g)].slice(
      0,
      most,
    );
    const known = new Set(api.operations.map(({ method, path }) => `${method.toUpperCase()} ${shapeOf(path)}`));
    const gone = named.filter(([, method, path]) => !known.has(`${method} ${shapeOf(path ?? '')}`));
    if (gone.length === 0)
      return [holds(named.length === 0 ? 'it is there' : `all ${named.length} operations in it exist`, seen)];
    return [
      fails(
        `${gone.length} of ${named.length} operations in it are not described, such as ${gone[0]?.[0]}`.slice(0, 200),
        seen,
      ),
    ];
  },
};

function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/[.]?\/?$/, '');
}
