/** Parameters of an MCP endpoint's URL: how its client wants the tools. A client sends them with every request. */
import type { FieldError } from '@dragoman/model';
import { modelApiNames } from '@dragoman/model';
import { invalidParameters } from '../../../transport/query-string.js';
import type { ParameterDescription, RouteContext } from '../../../transport/route.js';
import type { ToolView } from './present-tool.js';
import { outputChoices, smallOutput } from './present-tool.js';

/** What the parameters ask for. */
export interface ListRequest {
  view: ToolView;
}

const usual: ListRequest = Object.freeze({ view: Object.freeze({}) });

/** Descriptions of the parameters. */
export const listParameters: readonly ParameterDescription[] = [
  {
    name: 'for',
    in: 'query',
    description:
      'The model API that receives the tools: their names, descriptions and input schemas keep to its limits. ' +
      'Without it, only the structure that every API requires is ensured.',
    schema: { type: 'string', enum: [...modelApiNames] },
  },
  {
    name: 'outputs',
    in: 'query',
    description: `Which output schemas the list has: small (at most ${smallOutput} characters, the default), all, or none. Results are the same.`,
    schema: { type: 'string', enum: [...outputChoices], default: 'small' },
  },
];

/** Reads the parameters; throws a failure that names every invalid one. */
export function readListRequest({ search, url }: Pick<RouteContext, 'search' | 'url'>): ListRequest {
  if (search === '') return usual;
  const problems: FieldError[] = [];
  const api = choose(url, 'for', modelApiNames, problems);
  const outputs = choose(url, 'outputs', outputChoices, problems);
  if (problems.length > 0) throw invalidParameters(problems);
  return {
    view: { ...(api === undefined ? {} : { api }), ...(outputs === undefined ? {} : { outputs }) },
  };
}

function choose<T extends string>(
  { searchParams }: URL,
  name: string,
  choices: readonly T[],
  problems: FieldError[],
): T | undefined {
  const given = searchParams.get(name);
  const chosen = choices.find((each) => each === given);
  if (given !== null && chosen === undefined) {
    problems.push({ field: name, code: 'request/value', detail: `must be one of ${choices.join(', ')}` });
  }
  return chosen;
}
