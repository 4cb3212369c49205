/** Parameters of an MCP endpoint's URL: how its client wants the tools. A client sends them with every request. */
import type { FieldError, ModelApi } from '@dragoman/model';
import { modelApiNames, modelApis } from '@dragoman/model';
import { invalidParameters, splitValues } from '../../../transport/query-string.js';
import type { ParameterDescription, RouteContext } from '../../../transport/route.js';
import type { ToolView } from './present-tool.js';
import { outputChoices, smallOutput } from './present-tool.js';
import type { ToolSubset } from './root.js';
import { subsetLimits } from './tool-subset.js';

/** What the parameters ask for. */
export interface ListRequest {
  view: ToolView;
  /** A part of the tools; all of them when absent. */
  subset?: ToolSubset;
  /** What a client without tasks gets from a tool that its server runs only as a task; by default its result. */
  tasks?: (typeof taskChoices)[number];
  /** Whether resources are only in their own lists, or can be read with tools too. */
  resources?: (typeof resourceChoices)[number];
}

const taskChoices = ['wait', 'refuse'] as const;
const resourceChoices = ['lists', 'tools'] as const;

const usual: ListRequest = Object.freeze({ view: Object.freeze({}) });

/** For clients that convert schemas themselves. */
const noApi = 'none';

/** Descriptions of the parameters. */
export const listParameters: readonly ParameterDescription[] = [
  {
    name: 'for',
    in: 'query',
    description:
      'Model API that receives the tools: names, descriptions and input schemas keep to its limits. ' +
      'By default to what every API requires; none: input schemas are as the provider wrote them.',
    schema: { type: 'string', enum: [...modelApiNames, noApi] },
  },
  {
    name: 'outputs',
    in: 'query',
    description: `Output schemas in the list: small ones (at most ${smallOutput} characters), all or none. Results are the same.`,
    schema: { type: 'string', enum: [...outputChoices], default: 'small' },
  },
  {
    name: 'query',
    in: 'query',
    description: `A task in a few words: only the best tools for it are listed and can be called, best first, ${subsetLimits.best} unless limit says otherwise.`,
    schema: { type: 'string', maxLength: subsetLimits.query },
  },
  {
    name: 'tags',
    in: 'query',
    description: `Only tools with one of these tags, separated by commas, at most ${subsetLimits.tags}.`,
    schema: { type: 'string', maxLength: subsetLimits.tags * (subsetLimits.tag + 1) },
  },
  {
    name: 'limit',
    in: 'query',
    description:
      'Maximum number of tools in the list, by default that of the model API in for; the list and the instructions say what was left out.',
    schema: { type: 'integer', minimum: 1, maximum: subsetLimits.tools },
  },
  {
    name: 'tasks',
    in: 'query',
    description:
      'Tools that their server runs only as tasks, for a client of revision 2026-07-28 without the extension for tasks: ' +
      'wait for the result, or refuse the call with -32021 as the server does.',
    schema: { type: 'string', enum: [...taskChoices], default: 'wait' },
  },
  {
    name: 'resources',
    in: 'query',
    description:
      'tools: the tools list_resources and read_resource are listed too, for clients whose model cannot read resources.',
    schema: { type: 'string', enum: [...resourceChoices], default: 'lists' },
  },
];

/** Reads the parameters; throws a failure that names every invalid one. */
export function readListRequest(context: Pick<RouteContext, 'search' | 'url'>): ListRequest {
  // Reading the URL parses it, so a parameter that is taken apart would cost every call.
  if (context.search === '') return usual;
  const { url } = context;
  const problems: FieldError[] = [];
  const asked = choose(url, 'for', [...modelApiNames, noApi], problems);
  const api = asked === noApi ? undefined : asked;
  const outputs = choose(url, 'outputs', outputChoices, problems);
  const subset = readSubset(url, api, problems);
  const tasks = choose(url, 'tasks', taskChoices, problems);
  const resources = choose(url, 'resources', resourceChoices, problems);
  if (problems.length > 0) throw invalidParameters(problems);
  return {
    view: {
      ...(api === undefined ? {} : { api }),
      ...(asked === noApi ? { isWhole: true } : {}),
      ...(outputs === undefined ? {} : { outputs }),
    },
    ...(subset === undefined ? {} : { subset }),
    ...(tasks === undefined ? {} : { tasks }),
    ...(resources === undefined ? {} : { resources }),
  };
}

function readSubset({ searchParams }: URL, api: ModelApi | undefined, problems: FieldError[]): ToolSubset | undefined {
  const refuse = (field: string, detail: string) => void problems.push({ field, code: 'request/value', detail });
  const query = searchParams.get('query')?.trim();
  if (query !== undefined && (query === '' || query.length > subsetLimits.query)) {
    refuse('query', `must be a task of 1 to ${subsetLimits.query} characters`);
  }
  const tags = splitValues(searchParams.getAll('tags')).filter((tag) => tag !== '');
  if (tags.length > subsetLimits.tags || tags.some((tag) => tag.length > subsetLimits.tag)) {
    refuse('tags', `must be at most ${subsetLimits.tags} tags of at most ${subsetLimits.tag} characters`);
  } else if (searchParams.has('tags') && tags.length === 0) refuse('tags', 'must name a tag');
  const given = searchParams.get('limit');
  if (given !== null && (!/^\d{1,4}$/.test(given) || Number(given) < 1 || Number(given) > subsetLimits.tools)) {
    refuse('limit', `must be an integer from 1 to ${subsetLimits.tools}`);
  }
  const accepted = api === undefined ? undefined : modelApis[api].tools;
  if (query === undefined && tags.length === 0 && given === null && accepted === undefined) return undefined;
  const limit = given !== null ? Number(given) : query === undefined ? accepted : subsetLimits.best;
  return {
    tags,
    limit: limit ?? subsetLimits.tools,
    strict: given !== null || query === undefined,
    ...(query === undefined ? {} : { query }),
    ...(given === null && query === undefined && api !== undefined && accepted !== undefined
      ? { api: modelApis[api].title }
      : {}),
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
