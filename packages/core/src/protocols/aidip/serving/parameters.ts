/** Parameters that several routes describe alike. */
import { cursorParameter, stateHeaders } from '../../../transport/describe.js';
import { fieldsParameter } from '../../../transport/field-selection.js';
import type { ParameterDescription, ResponseDescription } from '../../../transport/route.js';
import { longestValue, statusWords } from './filters.js';
import { mostSkip, mostTop, usualTop } from './paging.js';

/** Asks for the findings beside the stored metadata. */
export const diagnosticsParameter: ParameterDescription = {
  name: 'diagnostics',
  in: 'query',
  description: 'true: answer with the stored metadata under agent and the findings on the document under diagnostics.',
  schema: { type: 'boolean', default: false },
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

/** Headers of an answer to a registration or an update. */
export const changedAgentHeaders: NonNullable<ResponseDescription['headers']> = {
  ...stateHeaders,
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
