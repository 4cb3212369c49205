/**
 * Edits that a person reviews before they are applied: unlike the safe fixes of the linter, they draft a text or state
 * something that only the author can confirm.
 */
import { parsePointer } from '@dragoman/documents';
import type { LintFinding, LintReport } from '@dragoman/lint';
import type { Fix } from '@dragoman/model';

type Draft = (finding: LintFinding, path: readonly string[]) => Fix | undefined;

const problemResponse = {
  description: 'The request failed; the body says why.',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        properties: {
          type: { type: 'string', description: 'URI of the kind of problem.' },
          title: { type: 'string', description: 'Short name of the kind of problem.' },
          status: { type: 'integer', description: 'Status code.' },
          detail: { type: 'string', description: 'What went wrong in this request, and how to correct it.' },
          retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
        },
        required: ['type', 'title', 'status'],
      },
    },
  },
};

function addOperationId({ location: { pointer } }: LintFinding, path: readonly string[]): Fix | undefined {
  const name = nameOperation(path);
  return name === ''
    ? undefined
    : { description: `Add the operationId ${name}`, pointer: `${pointer}/operationId`, value: name };
}

const drafts: Readonly<Record<string, Draft>> = {
  'input-object-open': ({ location: { pointer } }) => ({
    description: 'Reject unknown properties (additionalProperties: false)',
    pointer: `${pointer}/additionalProperties`,
    value: false,
  }),
  'error-response-missing': ({ location: { pointer } }) => ({
    description: 'Add a default error response with problem details',
    pointer: `${pointer}/default`,
    value: problemResponse,
  }),
  'error-unstructured': ({ location: { pointer } }) => ({
    description: 'Describe the error as problem details',
    pointer: `${pointer}/content`,
    value: problemResponse.content,
  }),
  'risk-metadata-missing': ({ location: { pointer } }) => ({
    description: 'Let agents ask a person before they call it (x-agent.risk)',
    pointer: `${pointer}/x-agent`,
    value: { risk: { requires_confirmation: true } },
  }),
  'input-array-unbounded': ({ location: { pointer } }) => ({
    description: 'Accept at most 100 items (maxItems)',
    pointer: `${pointer}/maxItems`,
    value: 100,
  }),
  'component-unused': ({ location: { pointer } }, path) => ({
    description: `Remove the component ${path.at(-1) ?? ''}`,
    pointer,
  }),
  'operation-id-missing': addOperationId,
  'tool-projection-incomplete': addOperationId,
  'operation-id-unusable': ({ location: { pointer } }, path) => {
    const name = nameOperation(path.slice(0, -1));
    return name === '' ? undefined : { description: `Rename it to ${name}`, pointer, value: name };
  },
  'summary-missing': ({ location: { pointer } }, path) => {
    const words = nameOperation(path)
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase();
    const summary = words.charAt(0).toUpperCase() + words.slice(1);
    return words === ''
      ? undefined
      : { description: `Draft the summary "${summary}"`, pointer: `${pointer}/summary`, value: summary };
  },
  'time-untyped': ({ location: { pointer } }, path) => {
    const format = /(?:^|_|[a-z])date$/i.test(path.at(-1) ?? '') ? 'date' : 'date-time';
    return { description: `Add the format ${format}`, pointer: `${pointer}/format`, value: format };
  },
  'retry-after-missing': ({ location: { pointer } }) => ({
    description: 'Document the Retry-After header',
    pointer: `${pointer}/headers`,
    value: { 'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } } },
  }),
  'idempotency-key-missing': ({ location: { pointer } }) => ({
    description: 'Accept an Idempotency-Key header',
    pointer: `${pointer}/parameters`,
    value: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'Unique key of the request; the same key never has a second effect within 24 hours.',
        schema: { type: 'string', maxLength: 255 },
      },
    ],
  }),
};

/** The draft for a finding; undefined for rules without one, and where it would replace what the author wrote. */
export function draftFix(finding: LintFinding, place: LintReport['place']): Fix | undefined {
  const draft = Object.hasOwn(drafts, finding.rule) ? drafts[finding.rule] : undefined;
  const fix = draft?.(finding, parsePointer(finding.location.pointer) ?? []);
  if (fix === undefined || fix.pointer === finding.location.pointer) return fix;
  // A missing member is located at its parent. Next to a reference, a member would be ignored or would change all its uses.
  const parent = fix.pointer.slice(0, fix.pointer.lastIndexOf('/'));
  const isMissing = (pointer: string) => {
    const [own, around] = [place?.(pointer).start, place?.(parent).start];
    return own?.line === around?.line && own?.column === around?.column;
  };
  return isMissing(fix.pointer) && isMissing(`${parent}/$ref`) ? fix : undefined;
}

const verbs: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
};

/** A name in camel case from method and path: `getPetById` for `GET /pets/{id}`. */
function nameOperation([root, path = '', method = '']: readonly string[]): string {
  if (root !== 'paths') return '';
  const parts = path.split('/').filter((part) => part !== '' && !/^v\d+$/.test(part));
  const isItem = parts.at(-1)?.startsWith('{') === true;
  const verb = method === 'get' && !isItem ? 'list' : (verbs[method] ?? method);
  const nouns = parts.filter((part) => !part.startsWith('{')).map(capital);
  const by = isItem ? `By${capital(parts.at(-1) ?? '')}` : '';
  return `${verb}${nouns.join('')}${by}`.slice(0, 60);
}

function capital(part: string): string {
  return part
    .replace(/\.json$/, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
