/** `POST /similar-tools`: which tools read so much alike that a model may call the wrong one; nothing is stored. */
import type { MeaningReader } from '@dragoman/core/engine';
import { maxToolsetTools } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  closedSchema as closed,
  fieldsParameter,
  jsonReply,
  listSchema as list,
  negotiate,
  pickFields,
  readFields,
  readJsonBody,
  textSchema as text,
} from '@dragoman/core/http';
import type { ComparedTool, SimilarTools } from '@dragoman/lint';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { JobRequest } from '../threads/create-thread-pool.js';
import type { SimilarToolsInput } from './compare-tools.js';
import { fault, invalidBody, refuseUnknown } from './request-faults.js';
import { createBodyReader, toolsetLimits } from './toolset-request.js';

/** Dependencies of the route. */
export interface SimilarToolsPorts {
  bodyBytes: number;
  /** Absent where search uses words only. */
  meaning?: MeaningReader;
  comparing: {
    listTexts: (input: SimilarToolsInput, request: JobRequest) => Promise<string[]>;
    find: (input: SimilarToolsInput, request: JobRequest) => Promise<SimilarTools[]>;
  };
}

/** With more tools, only words are compared: each text may have to be embedded. */
const maxMeant = 128;

/** Texts that are embedded at the same time; a longer queue would exceed the wait for one of them. */
const together = 8;

/** Creates the route. */
export function createSimilarToolsRoute(ports: SimilarToolsPorts): Route {
  return {
    method: 'POST',
    path: '/similar-tools',
    budget: 'search',
    access: 'registry:read',
    bodyBytes: ports.bodyBytes,
    describe,
    handle: (context) => answer(ports, context),
  };
}

async function answer(ports: SimilarToolsPorts, context: RouteContext): Promise<HttpReply> {
  const { request, url, caller, signal } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, Object.keys(answerProperties));
  const tools = readTools(await readJsonBody(request, { bytes: ports.bodyBytes }));
  const job = { caller: caller.subject, signal };
  const { vectors, note } = await readMeanings(ports, tools, job);
  const pairs = await ports.comparing.find({ tools, ...(vectors === undefined ? {} : { vectors }) }, job);
  const body: JsonObject = {
    pairs: pairs.map(({ one, other, score, by }) => ({
      tools: [tools[one]?.name ?? '', tools[other]?.name ?? ''],
      similarity: Math.round(score * 100) / 100,
      by,
    })),
    compared_by: vectors === undefined ? ['words'] : ['words', 'meaning'],
    ...(note === undefined ? {} : { note }),
  };
  return jsonReply(pickFields(body, fields), { headers: { 'Cache-Control': 'no-store' } });
}

interface Meanings {
  vectors?: Map<string, Float32Array>;
  /** Why some or all texts were compared by words only. */
  note?: string;
}

async function readMeanings(
  { meaning, comparing }: SimilarToolsPorts,
  tools: readonly ComparedTool[],
  job: JobRequest,
): Promise<Meanings> {
  if (meaning === undefined) return { note: 'Compared by words only: this server has no embedder.' };
  if (tools.length > maxMeant) {
    return { note: `Compared by words only: meanings are compared for at most ${maxMeant} tools.` };
  }
  const texts = await comparing.listTexts({ tools }, job);
  const vectors = new Map<string, Float32Array>();
  const troubles = new Set<string>();
  for (let at = 0; at < texts.length && job.signal?.aborted !== true; at += together) {
    await Promise.all(
      texts.slice(at, at + together).map(async (each) => {
        const reading = await meaning.read(each, job.signal);
        if (reading.meaning !== undefined) vectors.set(each, reading.meaning.vector);
        else troubles.add(reading.trouble ?? 'the embedder failed');
      }),
    );
  }
  const [trouble] = troubles;
  return {
    ...(vectors.size === 0 ? {} : { vectors }),
    ...(trouble === undefined ? {} : { note: `Some texts were compared by words only: ${trouble}.` }),
  };
}

function readTools(body: JsonValue): ComparedTool[] {
  const read = createBodyReader();
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with tools')]);
  refuseUnknown(body, ['tools'], '', read.faults);
  const { tools = [] } = body;
  if (!Array.isArray(tools) || tools.length > maxToolsetTools) {
    throw invalidBody([fault('tools', '/tools', `must be an array of at most ${maxToolsetTools} tools`)]);
  }
  const compared = tools.map((tool, at) => {
    const place = `/tools/${at}`;
    if (!isJsonObject(tool)) {
      read.fault(place, 'must be an object with name and description');
      return { name: '', description: '' };
    }
    refuseUnknown(tool, ['name', 'description'], place, read.faults);
    const { description } = tool;
    return {
      name: read.text(tool.name, `${place}/name`, toolsetLimits.name) ?? read.missing(`${place}/name`),
      // A vendor may have left it out.
      description: description === '' ? '' : (read.text(description, `${place}/description`, maxDescription) ?? ''),
    };
  });
  if (read.faults.length > 0) throw invalidBody(read.faults);
  return compared;
}

/** Characters of a description; only its beginning is compared. */
const maxDescription = 4_000;

const bodySchema = closed(
  'Tools to compare.',
  {
    tools: list(
      'The tools, as models see them.',
      closed(
        'A tool.',
        {
          name: text('Name for models.', { minLength: 1, maxLength: toolsetLimits.name }),
          description: text('Description for models.', { maxLength: maxDescription }),
        },
        ['name'],
      ),
      { maxItems: maxToolsetTools },
    ),
  },
  ['tools'],
);

const answerProperties: JsonObject = {
  pairs: list(
    'Pairs that read alike, the most similar first; each tool appears with its nearest earlier one.',
    closed(
      'A pair.',
      {
        tools: list('The names of the two tools.', text('Name of a tool.')),
        similarity: { type: 'number', minimum: 0, maximum: 1, description: 'How similar they read, 0 to 1.' },
        by: { type: 'string', enum: ['words', 'meaning'], description: 'What shows the similarity.' },
      },
      ['tools', 'similarity', 'by'],
    ),
  ),
  compared_by: list('How the texts were compared.', text('words or meaning.', { enum: ['words', 'meaning'] })),
  note: text('Why some or all texts were compared by words only.'),
};

const exampleTools = [
  { name: 'find_ship', description: 'Finds a ship in the harbor by its name.' },
  { name: 'search_vessel', description: 'Finds a ship in the harbor by its name.' },
];

const describe: Route['describe'] = {
  operationId: 'similar_tools_find',
  tag: 'toolsets',
  summary: 'Find tools that read alike.',
  description:
    'Compares the names and descriptions of up to 256 tools and lists the pairs that a model may confuse, as the lint rule operations-too-similar does. ' +
    'Use this before a toolset is saved. Do not use it to search for tools: use tool_choices_list instead. No side effects; nothing is stored.',
  parameters: [fieldsParameter('the answer', 'pairs')],
  requestBody: {
    description: 'The tools.',
    required: true,
    content: {
      'application/json': {
        schema: bodySchema,
        examples: { twins: { summary: 'Two names for one thing', value: { tools: exampleTools } } },
      },
    },
  },
  responses: {
    '200': {
      description: 'The pairs; empty when no two tools read alike.',
      content: {
        'application/json': {
          schema: { ...closed('Pairs that read alike.', answerProperties), title: 'SimilarTools' },
          examples: {
            twins: {
              summary: 'Two names for one thing',
              value: {
                pairs: [{ tools: ['find_ship', 'search_vessel'], similarity: 1, by: 'words' }],
                compared_by: ['words', 'meaning'],
              },
            },
          },
        },
      },
    },
  },
  failures: [400, 406, 413, 415, 503],
  agent: { read_only: true, untrusted: ['/pairs'] },
};
