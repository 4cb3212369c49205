import {
  addProperties,
  completeDescription,
  createIdempotency,
  createLlmsTxt,
  createProblemDetails,
} from '@dragoman/middleware';

const description = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: { '/orders': { post: { operationId: 'order_create', responses: { 201: { description: 'The order' } } } } },
};

const properties = [createProblemDetails(), createIdempotency(), createLlmsTxt({ description })];

/** `/openapi.json` describes the header Idempotency-Key and the errors. */
export const serve = addProperties(() => Response.json({ order: 1 }, { status: 201 }), properties);

/** The same document without a server, for `dragoman lint` in CI. */
export const completed = completeDescription(description, properties);
