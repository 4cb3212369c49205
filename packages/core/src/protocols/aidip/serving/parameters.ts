/** Parameters that several routes share. */
import { cursorParameter, stateHeaders } from '../../../transport/describe.js';
import { fieldsParameter } from '../../../transport/field-selection.js';
import type { ParameterDescription, ResponseDescription } from '../../../transport/route.js';
import { maxValueLength, statusWords } from './filters.js';
import { defaultTop, maxSkip, maxTop } from './paging.js';

/** Requests the diagnostics in addition to the stored metadata. */
export const diagnosticsParameter: ParameterDescription = {
  name: 'diagnostics',
  in: 'query',
  description: 'true: return agent, the stored metadata, and diagnostics of the document.',
  schema: { type: 'boolean', default: false },
};

/** Shape of a list response. */
export const shapeParameter: ParameterDescription = {
  name: 'shape',
  in: 'query',
  description: 'Shape of the response: a bare array, or an object with the results and their count.',
  schema: { type: 'string', enum: ['array', 'object'] },
};

/** Selection of members of the metadata. */
export const agentFieldsParameter: ParameterDescription = fieldsParameter('the full metadata');

function filter(name: string, description: string, example?: string): ParameterDescription {
  return {
    name,
    in: 'query',
    description,
    schema: { type: 'string', minLength: 1, maxLength: maxValueLength },
    ...(example === undefined ? {} : { example }),
  };
}

/** Filters and paging of the listings. */
export const listParameters: readonly ParameterDescription[] = [
  filter('capabilities', 'Required capabilities, all of them (also: capability).', 'weather_forecast'),
  filter('tags', 'Required tags, all of them (also: tag).', 'sea'),
  filter(
    'language',
    'Required languages, all of them; agents that declare none are included (also: supported_languages).',
    'en',
  ),
  filter('authentication', 'Type of authentication, any of them; none finds open agents.'),
  filter('publisher', 'Publisher, any of them (also: provider).'),
  {
    ...filter('status', 'Status, any of active, inactive, deprecated. Without it inactive agents are excluded.'),
    schema: { type: 'string', pattern: `^(${statusWords.join('|')})( *, *(${statusWords.join('|')}))*$` },
  },
  filter('version', 'Version, any of them.'),
  {
    name: 'top',
    in: 'query',
    description: `Results per page; more than ${maxTop} are reduced to ${maxTop}, 0 returns only the count.`,
    schema: { type: 'integer', minimum: 0, maximum: maxTop, default: defaultTop },
  },
  {
    name: 'skip',
    in: 'query',
    description: 'Number of results to skip; use the cursor to go further.',
    schema: { type: 'integer', minimum: 0, maximum: maxSkip, default: 0 },
  },
  cursorParameter,
  shapeParameter,
  agentFieldsParameter,
];

/** Headers of a page. */
export const pageHeaders: NonNullable<ResponseDescription['headers']> = {
  'X-Total-Count': { description: 'Number of matches that you may see.', schema: { type: 'integer', minimum: 0 } },
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

/** Header of a ranked response if an embedding model is available. */
export const matchingHeader: NonNullable<ResponseDescription['headers']> = {
  'X-Dragoman-Matching': {
    description:
      'How the query was matched: by words and meaning, or by words only with the reason. Absent ' +
      'without an embedder.',
    schema: { type: 'string' },
  },
};
