/**
 * PROF-STYLE-01: a client-defined query that is too deep is rejected with a structured error, and a shallow one
 * succeeds.
 */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findInput } from '../../api/operation-facts.js';
import { type Call, withMembers } from '../call.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** Depth of the query that should be rejected. */
const levels = 16;
const shallow = '{ __schema { queryType { name } } }';

/** Queries have a depth limit. */
export const queryDepthBounded: Check = {
  id: 'query-depth-bounded',
  requirement: 'PROF-STYLE-01',
  severity: 'warning',
  title: 'A query that is nested too deeply is rejected with a structured error',
  why: 'A client-defined query can request everything at once; an agent does so without knowing the cost.',
  help: 'Limit the depth and the cost of a query, document both limits, and reject larger queries with errors and a code.',
  needs: 'reads',
  concerns: (api) => api.operations.some((operation) => takesQueries(api, operation)),
  run({ reads, writes, ...probe }) {
    const calls = [...reads.map(({ call }) => call), ...writes].filter(({ operation }) =>
      takesQueries(probe.api, operation),
    );
    const none = 'the query operation is not marked as a read, and was not allowed with --writes';
    return checkEach(calls.slice(0, probe.breadth), none, (call) => ask(probe, call));
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
    return open('introspection is disabled, so no deep query can be built', {
      operation,
      exchanges: [plain],
    });
  const deep = await send(deepQuery());
  const seen = { operation, exchanges: [plain, deep] };
  if (isAnswered(deep)) return fails(`a query with ${levels} levels succeeds`, seen);
  if (!isStructured(deep))
    return fails(`a query with ${levels} levels returned ${outcomeOf(deep)} and no structured error`, seen);
  return holds(`a query with ${levels} levels is rejected, a shallow one succeeds`, seen);
}

/** Fields of types of fields of types, which every schema has. */
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
