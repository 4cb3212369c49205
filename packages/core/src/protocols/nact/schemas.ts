/** JSON Schemas of the tool face for its OpenAPI description. */
import type { JsonObject } from '@dragoman/model';
import { mostParameters } from '@dragoman/model';
import { anySchema } from '../../transport/schema-parts.js';

const allowedValues: JsonObject = {
  type: 'array',
  description: 'Permitted values of an enum, in upper-case snake case.',
  items: {
    type: 'object',
    description: 'One permitted value.',
    required: ['name', 'description'],
    properties: {
      name: { type: 'string', description: 'Value to send.', maxLength: 255 },
      description: { type: 'string', description: 'Meaning of the value.', maxLength: 2000 },
    },
  },
};

const inputSchema: JsonObject = {
  type: 'object',
  title: 'ToolInput',
  description: 'One scalar input.',
  required: ['id', 'name', 'description'],
  properties: {
    id: { type: 'string', description: 'Identical in all versions of the tool.' },
    name: { type: 'string', description: 'Name to use in an invocation.' },
    description: { type: 'string', description: 'Description of the input.' },
    type: {
      type: 'string',
      description: 'Type of the value.',
      enum: ['string', 'int', 'boolean', 'enum'],
      default: 'string',
    },
    required: { type: 'boolean', description: 'Whether the input is required.', default: true },
    min: { type: 'integer', description: 'Minimum of an int.' },
    max: { type: 'integer', description: 'Maximum of an int.', default: 65535 },
    maxLength: { type: 'integer', description: 'Maximum length of a string, in characters.' },
    'allowed-values': allowedValues,
  },
};

const outputSchema: JsonObject = {
  type: 'object',
  title: 'ToolOutput',
  description: 'One output.',
  required: ['id', 'name', 'description'],
  properties: {
    id: { type: 'string', description: 'Identical in all versions of the tool.' },
    name: { type: 'string', description: 'Name in a result.' },
    description: { type: 'string', description: 'Description of the output.' },
    type: {
      type: 'string',
      description: 'Type of the value.',
      enum: ['string', 'int', 'boolean', 'enum', 'json'],
      default: 'string',
    },
    'allowed-values': allowedValues,
  },
};

/** One version of a tool. */
export const signatureSchema: JsonObject = {
  type: 'object',
  title: 'ToolSignature',
  description: 'One version of a tool; once published, only currentVersion changes.',
  required: ['toolId', 'name', 'description', 'version', 'currentVersion', 'input_parameters', 'output_parameters'],
  properties: {
    toolId: { type: 'string', format: 'uuid', description: 'Id of the tool, identical in all its versions.' },
    name: { type: 'string', description: 'Name of the tool.', maxLength: 254 },
    description: { type: 'string', description: 'What the tool does and when to use it.', maxLength: 1999 },
    img: { type: 'string', format: 'uri', description: 'URL of an image of the tool.' },
    version: { type: 'integer', minimum: 1, description: 'Number of this version.' },
    currentVersion: { type: 'integer', minimum: 1, description: 'Number of the newest version.' },
    tags: { type: 'array', description: 'Labels to filter by.', items: { type: 'string', description: 'One label.' } },
    input_parameters: { type: 'array', description: 'Inputs of the tool.', items: inputSchema },
    output_parameters: { type: 'array', description: 'Outputs of the tool.', items: outputSchema },
  },
};

/** One page of signatures. */
export const pageSchema: JsonObject = {
  type: 'object',
  title: 'ToolPage',
  description: 'One page of tool signatures.',
  required: ['items', 'paging'],
  properties: {
    items: { type: 'array', description: 'The signatures of this page.', items: signatureSchema },
    paging: {
      type: 'object',
      description: 'Position of the page.',
      required: ['pageLimit', 'next'],
      properties: {
        pageLimit: { type: 'integer', minimum: 1, description: 'Maximum number of signatures per page, as applied.' },
        next: { type: ['string', 'null'], description: 'Send it as pageCursor; null on the last page.' },
      },
    },
  },
};

/** As many as a signature may have; every name occurs once. */
const valueList = (what: string): JsonObject => ({
  type: 'array',
  description: `The ${what}, by name.`,
  maxItems: mostParameters,
  items: {
    type: 'object',
    description: `One of the ${what}.`,
    required: ['name', 'value'],
    properties: {
      name: { type: 'string', description: 'Name as in the signature.' },
      value: anySchema('The value.'),
    },
  },
});

/** Body of a call. */
export const invocationSchema: JsonObject = {
  type: 'object',
  title: 'ToolInvocation',
  description: 'A call of a tool.',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'Name of the tool in the path; any other name is rejected.' },
    input_parameters: valueList('inputs'),
  },
};

/** Result of a call. */
export const resultSchema: JsonObject = {
  type: 'object',
  title: 'ToolResult',
  description: 'Result of the tool; one item per declared output, null if it has no value.',
  required: ['output_parameters'],
  properties: {
    output_parameters: valueList('outputs'),
    warnings: {
      type: 'array',
      description: 'Outputs of the service that are not as declared, which are null above. The call was executed.',
      items: { type: 'string', description: 'One warning.' },
    },
    media: {
      type: 'array',
      description: 'Images, sounds and files of the result.',
      items: {
        type: 'object',
        description: 'Base64 in an output, or in data when no output has it.',
        required: ['media_type', 'bytes'],
        properties: {
          media_type: { type: 'string', description: 'Media type, verified by the first bytes.' },
          bytes: { type: 'integer', minimum: 0, description: 'Size of the decoded data.' },
          name: { type: 'string', description: 'Name of the file.' },
          output: { type: 'string', description: 'Name of the output that has the data.' },
          pointer: { type: 'string', description: 'JSON pointer of the data in that output.' },
          data: { type: 'string', description: 'Base64, when no output has it.' },
        },
      },
    },
  },
};
