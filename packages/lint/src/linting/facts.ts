/**
 * What an agent needs of an operation: to find it, to understand it, to call it safely and to recover from its errors.
 * Each fact is a share from 0 to 1 that the description itself shows; undefined where there is nothing to judge.
 */
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../api/api.js';
import { takesCredential } from '../api/operation-facts.js';
import { listFailures } from '../api/read-api.js';
import { isTyped } from '../api/schema-facts.js';
import { urlsOf } from '../api/server-urls.js';
import { contentWords, tokensOf } from '../api/words.js';
import { hasProblemField } from '../rules/errors/problem-fields.js';

/** What an agent does with an operation, in this order. */
export const abilities = ['find', 'understand', 'call', 'recover'] as const;

/** One of them. */
export type Ability = (typeof abilities)[number];

/** The abilities in words. */
export const abilityNames: Readonly<Record<Ability, string>> = {
  find: 'find',
  understand: 'understand',
  call: 'call safely',
  recover: 'recover',
};

/** One fact about operations. */
export interface Fact {
  id: string;
  ability: Ability;
  /** Share of the ability, in relation to its other facts. */
  weight: number;
  /** What to do where it is missing. */
  advice: string;
  /** Rules that report where it is missing. */
  rules: readonly string[];
  /** The share that the description shows; undefined when there is nothing to judge. */
  measure(api: Api, operation: ApiOperation, reported: ReadonlySet<string>): number | undefined;
}

/** Words beyond the name from which on a text says enough to choose an operation. */
const enoughWords = 8;

/** The facts, by ability. */
export const facts: readonly Fact[] = [
  {
    id: 'name',
    ability: 'find',
    weight: 1.5,
    advice: 'Give every operation a name (operationId, tool name) that states its intent, without spaces',
    rules: ['operation-id-missing', 'operation-id-generated', 'operation-id-duplicate', 'tool-projection-incomplete'],
    measure: (_, { id, value }, reported) => {
      if (id === undefined) return 0;
      // An AGIS endpoint has no name but its method and path.
      if (id === `${value.method} ${value.path}`) return undefined;
      return /\s/.test(id) || reported.has('operation-id-generated') || reported.has('operation-id-duplicate')
        ? 0.5
        : 1;
    },
  },
  {
    id: 'purpose',
    ability: 'find',
    weight: 3,
    advice: 'Say what each operation does, for whom and with which effect, beyond the words of its name',
    rules: ['description-missing', 'summary-missing', 'purpose-missing', 'description-restates-name'],
    measure: (api, operation) => Math.min(1, freshWordsOf(api, operation) / enoughWords),
  },
  {
    id: 'distinct',
    ability: 'find',
    weight: 1,
    advice: 'Tell similar operations apart in their summaries and descriptions',
    rules: ['operations-too-similar', 'summary-duplicate', 'confusable-operations'],
    measure: (api, operation, reported) => {
      if (freshWordsOf(api, operation) === 0) return 0;
      return ['operations-too-similar', 'summary-duplicate', 'confusable-operations'].some((rule) => reported.has(rule))
        ? 0.3
        : 1;
    },
  },
  {
    id: 'inputs',
    ability: 'understand',
    weight: 2,
    advice: 'Describe every input, with its type',
    rules: ['parameter-undescribed', 'parameter-untyped'],
    measure: measureInputs,
  },
  {
    id: 'answer',
    ability: 'understand',
    weight: 4,
    advice: 'Describe the successful response with a schema',
    rules: ['response-schema-missing'],
    measure: measureAnswer,
  },
  {
    id: 'fields',
    ability: 'understand',
    weight: 1,
    advice: 'Describe the fields of responses, with their types',
    rules: ['response-field-undescribed', 'response-field-untyped'],
    measure: (api, { output }) => (output === undefined ? undefined : shareDescribed(api.walk(output))),
  },
  {
    id: 'examples',
    ability: 'understand',
    weight: 0.5,
    advice: 'Give an example of the input or of the response',
    rules: ['example-missing'],
    measure: (_, { input, output }, reported) => {
      if (input === undefined && output === undefined) return undefined;
      return reported.has('example-missing') ? 0 : 1;
    },
  },
  {
    id: 'address',
    ability: 'call',
    weight: 2,
    advice: 'Name a server that is reached over https',
    rules: ['server-not-https'],
    measure: measureAddress,
  },
  {
    id: 'access',
    ability: 'call',
    weight: 2,
    advice: 'Declare which credential each operation requires, as a security scheme',
    rules: ['write-without-security'],
    measure: (api, operation) => {
      // Over plain HTTP no credential protects anything; the address says so.
      if (operation.security !== undefined) return measureAddress(api, operation) === 0 ? undefined : 1;
      if (takesCredential(api, operation)) return 0.4;
      return operation.kinds.write ? 0.2 : 0.6;
    },
  },
  {
    id: 'effects',
    ability: 'call',
    weight: 2,
    advice: 'State the effects of writes, make them repeatable with a key, and give risky ones a safeguard',
    rules: [
      'idempotency-key-missing',
      'dangerous-operation-uncontrolled',
      'side-effects-missing',
      'risk-metadata-missing',
    ],
    measure: (_, { kinds }, reported) => {
      if (!kinds.write) return undefined;
      const costs = {
        'idempotency-key-missing': 0.3,
        'dangerous-operation-uncontrolled': 0.4,
        'side-effects-missing': 0.2,
        'risk-metadata-missing': 0.1,
      };
      return 1 - Object.entries(costs).reduce((sum, [rule, cost]) => sum + (reported.has(rule) ? cost : 0), 0);
    },
  },
  {
    id: 'bounds',
    ability: 'call',
    weight: 1,
    advice: 'Let callers limit and continue lists',
    rules: ['page-size-unbounded', 'continuation-missing'],
    measure: (_, { kinds }, reported) => {
      if (!kinds.list) return undefined;
      return 1 - 0.5 * ['page-size-unbounded', 'continuation-missing'].filter((rule) => reported.has(rule)).length;
    },
  },
  {
    id: 'failures',
    ability: 'recover',
    weight: 2,
    advice: 'Document the errors that callers can cause',
    rules: ['error-response-missing'],
    measure: (_, { responses }) => {
      const failures = listFailures(responses);
      if (failures.some(({ status }) => !status.startsWith('5'))) return 1;
      return failures.length > 0 ? 0.3 : 0;
    },
  },
  {
    id: 'problems',
    ability: 'recover',
    weight: 2,
    advice: 'Give errors a schema',
    rules: ['error-unstructured'],
    measure: (api, operation) =>
      meanOf(
        problemsOf(api, operation).map((schema) => (schema === undefined || api.properties(schema).size === 0 ? 0 : 1)),
      ) ?? 0,
  },
  {
    id: 'codes',
    ability: 'recover',
    weight: 1,
    advice: 'Give errors a stable code',
    rules: ['error-code-missing'],
    measure: (api, operation) => {
      const { errorCode } = api.settings.names;
      return (
        meanOf(
          problemsOf(api, operation).map((schema) =>
            schema !== undefined && hasProblemField(api, schema, errorCode) !== undefined ? 1 : 0,
          ),
        ) ?? 0
      );
    },
  },
  {
    id: 'retries',
    ability: 'recover',
    weight: 1,
    advice: 'Document rate limits and when a call may be repeated',
    rules: ['rate-limit-undocumented', 'retry-after-missing', 'error-retryable-missing'],
    measure: (_, __, reported) =>
      (reported.has('rate-limit-undocumented') ? 0 : 0.5) +
      (reported.has('error-retryable-missing') || reported.has('error-response-missing') ? 0 : 0.5),
  },
];

function freshWordsOf(api: Api, { pointer }: ApiOperation): number {
  return api.once(countAllFreshWords).get(pointer) ?? 0;
}

function countAllFreshWords({ exposed }: Api): ReadonlyMap<string, number> {
  return new Map(exposed.map((operation) => [operation.pointer, countFreshWords(operation)]));
}

function countFreshWords({ id, path, summary, description }: ApiOperation): number {
  const own = new Set([...tokensOf(id ?? ''), ...tokensOf(path)]);
  const words = new Set(contentWords(`${summary ?? ''}. ${description ?? ''}`.slice(0, 2_000)));
  const fresh = [...words].filter((word) => !own.has(word)).length;
  // A text in the words of the name is better than none.
  return words.size === 0 ? 0 : Math.max(fresh, Math.min(words.size, 3));
}

function measureInputs(api: Api, { parameters, input }: ApiOperation): number | undefined {
  const own = input === undefined ? [] : [...api.properties(input).values()];
  const all = [
    ...parameters.map(({ description, schema }) => ({
      description: description ?? schema?.description,
      schema: schema?.schema,
    })),
    ...own,
  ];
  return meanOf(
    all.map(
      ({ description, schema }) =>
        (hasText(description) ? 0.7 : 0) + (schema !== undefined && isTyped(schema) ? 0.3 : 0),
    ),
  );
}

/** No content is an answer of its own for what changes something, not for what reads. */
function measureAnswer(api: Api, { responses, output, kinds }: ApiOperation): number {
  const successes = responses.filter(({ status }) => /^[23]|^default$/i.test(status));
  if (responses.some(({ unread }) => unread === true)) return 1;
  // Lists of tools have an output without responses.
  if (output !== undefined) return isDescriptive(api, output) ? 1 : 0.3;
  if (successes.length === 0) return 0;
  const content = successes.flatMap((each) => each.content);
  if (content.some(({ value }) => value.schema !== undefined)) return 1;
  if (content.some(({ value }) => value.example !== undefined || value.examples !== undefined)) return 0.5;
  if (successes.every(({ status }) => status === '204' || status.startsWith('3'))) return 1;
  return kinds.read ? 0 : 0.5;
}

function isDescriptive(api: Api, node: SchemaNode): boolean {
  const { schema } = node;
  if (api.properties(node).size > 0) return true;
  const types = ['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf', 'enum', 'patternProperties'];
  if (types.some((keyword) => isJsonObject(schema[keyword]) || Array.isArray(schema[keyword]))) return true;
  return typeof schema.type === 'string' && schema.type !== 'object' && schema.type !== 'array';
}

function shareDescribed(nodes: readonly SchemaNode[]): number | undefined {
  const fields = nodes.filter(({ role }) => role === 'property');
  return meanOf(
    fields.map(({ description, schema }) => (hasText(description) ? 0.6 : 0) + (isTyped(schema) ? 0.4 : 0)),
  );
}

function measureAddress(api: Api, { value }: ApiOperation): number {
  const servers = Array.isArray(value.servers) ? value.servers : api.root.servers;
  const urls = urlsOf(servers);
  if (urls.some((url) => /^(?:https|wss):/i.test(url))) return 1;
  if (urls.some((url) => /^http:/i.test(url))) return 0;
  return urls.some((url) => url !== '/' && url !== '') ? 0.7 : 0.3;
}

function problemsOf(api: Api, { pointer }: ApiOperation): (SchemaNode | undefined)[] {
  return api.once(groupProblems).get(pointer) ?? [];
}

function groupProblems({ problems }: Api): ReadonlyMap<string, (SchemaNode | undefined)[]> {
  const groups = new Map<string, (SchemaNode | undefined)[]>();
  for (const { operation, schema } of problems) {
    const group = groups.get(operation.pointer) ?? [];
    group.push(schema);
    groups.set(operation.pointer, group);
  }
  return groups;
}

function hasText(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
