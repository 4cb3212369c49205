/** Parameters that several routes describe alike. */
import { fieldsParameter } from '../../../transport/field-selection.js';
import type { ParameterDescription, ResponseDescription } from '../../../transport/route.js';
import { longestValue, statusWords } from './filters.js';
import { mostSkip, mostTop, usualTop } from './paging.js';

/** The id in the path. */
export const idParameter: ParameterDescription = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the agent, percent-encoded as one path segment.',
  schema: { type: 'string', minLength: 1, maxLength: 512 },
  example: 'pier-weather-001',
};

/** Asks for a rehearsal by header. */
export const dryRunHeaderParameter: ParameterDescription = {
  name: 'X-Dry-Run',
  in: 'header',
  description: 'true: check everything and say what would happen, but change nothing.',
  schema: { type: 'boolean', default: false },
};

/** Asks for a rehearsal in the address. */
export const dryRunParameter: ParameterDescription = {
  name: 'dry_run',
  in: 'query',
  description: 'The same as the header X-Dry-Run.',
  schema: { type: 'boolean', default: false },
};

/** Asks for the findings beside the stored metadata. */
export const diagnosticsParameter: ParameterDescription = {
  name: 'diagnostics',
  in: 'query',
  description: 'true: answer with the stored metadata under agent and the findings on the document under diagnostics.',
  schema: { type: 'boolean', default: false },
};

/** Guards against overwriting what somebody else has changed. */
export const ifMatchParameter: ParameterDescription = {
  name: 'If-Match',
  in: 'header',
  description: 'ETag of the state that the change is meant for; 412 when the agent has changed since.',
  schema: { type: 'string', maxLength: 1000 },
};

/** Asks for the agent only if it has changed. */
export const ifNoneMatchParameter: ParameterDescription = {
  name: 'If-None-Match',
  in: 'header',
  description: 'ETag of the state that you have; 304 when it is still the present one.',
  schema: { type: 'string', maxLength: 1000 },
};

/** Shape of a list's answer. */
export const shapeParameter: ParameterDescription = {
  name: 'shape',
  in: 'query',
  description: 'Form of the answer: a bare array, or an object with the results and their count.',
  schema: { type: 'string', enum: ['array', 'object'] },
};

/** Selection of members of the metadata. */
export const agentFieldsParameter: ParameterDescription = fieldsParameter('the full metadata');

/** Cursor of a next page. */
export const cursorParameter: ParameterDescription = {
  name: 'cursor',
  in: 'query',
  description:
    'Goes on behind the page before: taken from its next link or next_cursor, with the same request otherwise.',
  schema: { type: 'string', maxLength: 4096 },
};

function filter(name: string, description: string, example?: string): ParameterDescription {
  return {
    name,
    in: 'query',
    description: `${description} Repeat it or separate values by commas.`,
    schema: { type: 'string', minLength: 1, maxLength: longestValue },
    ...(example === undefined ? {} : { example }),
  };
}

/** Filters and paging of the listings. */
export const listParameters: readonly ParameterDescription[] = [
  filter('capabilities', 'Capabilities that the agent must have, all of them (also: capability).', 'weather_forecast'),
  filter('tags', 'Tags that the agent must have, all of them (also: tag).', 'sea'),
  filter(
    'language',
    'Languages that the agent must support, all of them; agents that state none stay in (also: supported_languages).',
    'en',
  ),
  filter('authentication', 'Kind of authentication, any of them; none finds open agents.'),
  filter('publisher', 'Publisher, any of them (also: provider).'),
  {
    ...filter('status', 'Status, any of active, inactive, deprecated. Without it inactive agents are left out.'),
    schema: { type: 'string', pattern: `^(${statusWords.join('|')})( *, *(${statusWords.join('|')}))*$` },
  },
  filter('version', 'Version text, any of them.'),
  {
    name: 'top',
    in: 'query',
    description: `Most results on a page; above ${mostTop} it is cut to ${mostTop}, 0 gives only the count.`,
    schema: { type: 'integer', minimum: 0, maximum: mostTop, default: usualTop },
  },
  {
    name: 'skip',
    in: 'query',
    description: 'Results to leave out from the start; go further with the cursor.',
    schema: { type: 'integer', minimum: 0, maximum: mostSkip, default: 0 },
  },
  cursorParameter,
  shapeParameter,
  agentFieldsParameter,
];

/** Headers of a page. */
export const pageHeaders: NonNullable<ResponseDescription['headers']> = {
  'X-Total-Count': { description: 'All matches that you may see.', schema: { type: 'integer', minimum: 0 } },
  Link: { description: 'Next page (rel="next") and others, RFC 8288.', schema: { type: 'string' } },
};

/** Headers of an answer with one agent's metadata. */
export const agentAnswerHeaders: NonNullable<ResponseDescription['headers']> = {
  ETag: { description: 'Tag of this state, for If-Match and If-None-Match.', schema: { type: 'string' } },
  'Last-Modified': { description: 'When this state came about.', schema: { type: 'string' } },
};

/** Headers of an answer to a registration or an update. */
export const changedAgentHeaders: NonNullable<ResponseDescription['headers']> = {
  ...agentAnswerHeaders,
  'X-Dragoman-Warnings': {
    description: 'Number of warnings on the document; send diagnostics=true to read them.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** Header of a ranked answer where a model is at hand. */
export const matchingHeader: NonNullable<ResponseDescription['headers']> = {
  'X-Dragoman-Matching': {
    description:
      'What the query was compared by: words and meaning, or words alone with the reason. Absent without an embedder.',
    schema: { type: 'string' },
  },
};
