import { addProperties, createDescriptionCheck, createLlmsTxt } from '@dragoman/middleware';

const description = {
  openapi: '3.1.0',
  info: { title: 'Tea', version: '1.0.0' },
  paths: {
    '/teas': {
      get: {
        operationId: 'teas_find',
        summary: 'Find teas by colour',
        parameters: [{ name: 'colour', in: 'query', schema: { type: 'string', enum: ['green', 'black'] } }],
        responses: { 200: { description: 'The teas.' } },
      },
    },
  },
};

/** `/llms.txt` and `/openapi.json` come from the description, and requests are validated against it. */
export const serve = addProperties(
  () => Response.json({ items: ['Sencha'] }),
  [createLlmsTxt({ description }), createDescriptionCheck({ description })],
);
