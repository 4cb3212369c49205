/** `GET /agents/{id}/versions` and one version: the earlier metadata of an agent, for its owner. */
import { listVersions, readVersion } from '../../../catalogue/browse.js';
import { agentParameter, nextLinkHeader, versionParameter } from '../../../transport/describe.js';
import { pickFields, readFields } from '../../../transport/field-selection.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { addressWith, linkHeader } from '../../../transport/links.js';
import { negotiate } from '../../../transport/negotiate.js';
import { invalidParameters, wholeNumber } from '../../../transport/query-string.js';
import type { Route } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { agentPath, personal } from '../serving/answers.js';
import { pierWeatherServed } from '../serving/examples.js';
import { boundedTop, defaultTop, maxTop } from '../serving/paging.js';
import { agentFieldsParameter } from '../serving/parameters.js';
import { versionSchema, versionsSchema } from '../serving/schemas.js';
import { writeAidip } from '../write.js';

/** The route that lists stored versions. */
export function createVersionsRoute(ports: AidipPorts): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/versions',
    budget: 'read',
    access: 'registry:read',
    describe: describeList,
    async handle({ request, url, params, caller }) {
      negotiate(request, ['application/json']);
      const id = params.id ?? '';
      const { top: asked, before } = wholeNumbers(url, ['top', 'before']);
      const top = boundedTop(asked);
      const page = { limit: top + 1, ...(before === undefined ? {} : { before }) };
      const kept = await listVersions(ports, id, caller, page);
      const versions = kept.slice(0, top).map(({ revision, action, actor, at }) => ({ revision, action, actor, at }));
      const last = versions.at(-1)?.revision;
      if (kept.length <= top || last === undefined) return jsonReply({ versions }, { headers: personal });
      const next = addressWith(agentPath(id, 'versions'), url.searchParams, { before: last });
      const link = linkHeader([{ rel: 'next', target: next }]) ?? '';
      return jsonReply({ versions, next_before: last }, { headers: { ...personal, Link: link } });
    },
  };
}

/** The route that reads one stored version. */
export function createVersionRoute(ports: AidipPorts): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/versions/{revision}',
    budget: 'read',
    access: 'registry:read',
    describe: describeOne,
    async handle({ request, url, params, caller }) {
      negotiate(request, ['application/json']);
      const fields = readFields(url);
      const wanted = wholeNumber(params.revision ?? '');
      if (wanted === undefined) throw invalidParameters([notWhole('revision')]);
      const { revision, action, actor, at, entry } = await readVersion(ports, params.id ?? '', wanted, caller);
      const agent = pickFields(writeAidip({ entry }, { view: 'owner', form: 'full' }), fields);
      return jsonReply({ revision, action, actor, at, agent }, { headers: personal });
    },
  };
}

/** Integer parameters; all invalid ones are reported together. */
function wholeNumbers<K extends string>(url: URL, names: readonly K[]): { [name in K]?: number } {
  const given = names.flatMap((name) => {
    const text = url.searchParams.get(name);
    return text === null ? [] : [[name, wholeNumber(text)] as const];
  });
  const faulty = given.filter(([, value]) => value === undefined).map(([name]) => notWhole(name));
  if (faulty.length > 0) throw invalidParameters(faulty);
  return Object.fromEntries(given) as { [name in K]?: number };
}

const notWhole = (field: string) => ({ field, code: 'request/type', detail: 'must be an integer of at least 0' });

const sampleVersion = { revision: 1, action: 'entry.create', actor: 'local', at: '2026-02-02T08:00:00.000Z' };

const describeList: Route['describe'] = {
  operationId: 'agents_versions_list',
  tag: 'registration',
  summary: 'List the stored versions of one of your agents.',
  description:
    'Lists who changed an agent and when, newest change first. Use this to find an earlier version. ' +
    'Do not use it to read the current metadata: use agents_read instead. Only for the owner and ' +
    'administrators. No side effects.',
  parameters: [
    agentParameter(),
    {
      name: 'top',
      in: 'query',
      description: `Maximum number of versions per page; values above ${maxTop} are reduced to ${maxTop}.`,
      schema: { type: 'integer', minimum: 0, maximum: maxTop, default: defaultTop },
    },
    {
      name: 'before',
      in: 'query',
      description: 'Only versions before this revision: next_before of the previous page.',
      schema: { type: 'integer', minimum: 0 },
    },
  ],
  responses: {
    '200': {
      description: 'A page of versions.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: versionsSchema,
          examples: { created: { summary: 'Registered once', value: { versions: [sampleVersion] } } },
        },
      },
    },
  },
  failures: [400, 403, 404, 406],
  agent: { read_only: true, order: 'revision desc' },
};

const describeOne: Route['describe'] = {
  operationId: 'agents_version_read',
  tag: 'registration',
  summary: 'Read one stored version of one of your agents.',
  description:
    'Returns the metadata as it was at one revision. Use this to compare versions or to restore ' +
    'earlier content: send its agent member to agents_replace. Do not use it to read the current ' +
    'metadata: use agents_read instead. Only for the owner and administrators. No side effects.',
  parameters: [
    agentParameter(),
    versionParameter('revision', 'Number of the version, from agents_versions_list.'),
    agentFieldsParameter,
  ],
  responses: {
    '200': {
      description: 'The version.',
      content: {
        'application/json': {
          schema: versionSchema,
          examples: { created: { summary: 'As registered', value: { ...sampleVersion, agent: pierWeatherServed } } },
        },
      },
    },
  },
  failures: [400, 403, 404, 406],
  agent: { read_only: true, next: ['agents_replace'], untrusted: ['/agent'] },
};
