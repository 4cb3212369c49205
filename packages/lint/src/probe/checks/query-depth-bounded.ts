/** PROF-STYLE-01: where clients write queries, a deep one is refused with a structured error and a shallow one passes. */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findInput } from '../../api/operation-facts.js';
import { type Call, withMembers } from '../call.js';
import { askEach, type Check, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** Levels of the query that should be too deep. */
const levels = 16;
const shallow = '{ __schema { queryType { name } } }';

/** Queries are bounded in depth. */
export const queryDepthBounded: Check = {
  id: 'query-depth-bounded',
  requirement: 'PROF-STYLE-01',
  severity: 'warning',
  title: 'A query that is nested too deeply is refused with a structured error',
  why: 'Whoever writes queries can ask for everything at once; an agent does so without knowing what it costs.',
  help: 'Bound the depth and the cost of a query, document both, and answer what is beyond them with errors and a code.',
  needs: 'reads',
  concerns: (api) => api.operations.some((operation) => takesQueries(api, operation)),
  run({ reads, writes, ...probe }) {
    const calls = [...reads.map(({ call }) => call), ...writes].filter(({ operation }) =>
      takesQueries(probe.api, operation),
    );
    const none = 'the operation that takes queries is not marked as a read, and was not named with --writes';
    return askEach(calls.slice(0, probe.breadth), none, (call) => ask(probe, call));
  },
};

function takesQueries(api: Api, operation: ApiOperation): boolean {
  const last = literalSegments(operation.path).at(-1) ?? '';
  return /graphql/i.test(last) && operation.method === 'post' && findInput(api, operation, ['query']) !== undefined;
}

async function ask(probe: Pick<Probe, 'send' | 'call'>, call: Call): Promise<Outcome> {
  const { operation } = call;
  const send = (query: string) => probe.call(withMembers(call, { query }));
  const plain = await send(shallow);
  if (!isAnswered(plain))
    return open('queries about the schema are closed, so that no deep one can be made', {
      operation,
      exchanges: [plain],
    });
  const deep = await send(deepQuery());
  const seen = { operation, exchanges: [plain, deep] };
  if (isAnswered(deep)) return fails(`a query of ${levels} levels is answered`, seen);
  if (!isStructured(deep))
    return fails(`a query of ${levels} levels is answered with ${outcomeOf(deep)} and no structured error`, seen);
  return holds(`a query of ${levels} levels is refused, a shallow one is answered`, seen);
}

/** Fields of types of fields of types: every schema has them. */
function deepQuery(): string {
  const names = [
    '__schema',
    'types',
    ...Array.from({ length: levels - 3 }, (_, at) => (at % 2 === 0 ? 'fields' : 'type')),
  ];
  return `{ ${names.join(' { ')} { name ${'} '.repeat(names.length)}}`;
}

function isAnswered(exchange: Exchange): boolean {
  const json = exchange.answer?.json;
  return isSuccess(exchange) && isJsonObject(json) && isJsonObject(json.data) && json.errors === undefined;
}

function isStructured({ answer }: Exchange): boolean {
  const json = answer?.json;
  if (!isJsonObject(json)) return false;
  const [first] = Array.isArray(json.errors) ? json.errors : [];
  return isJsonObject(first) ? typeof first.message === 'string' : typeof json.title === 'string';
}
