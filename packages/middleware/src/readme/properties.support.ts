import {
  createIdempotency,
  createProblemDetails,
  createRateLimit,
  createTraceContext,
  invalidInput,
} from '@dragoman/middleware';
import { addProperties } from '@dragoman/middleware/express';
import express from 'express';

export const app = express();
addProperties(app, [
  createTraceContext(),
  createProblemDetails(),
  createRateLimit({ limit: 100, windowSeconds: 60 }),
  createIdempotency({ required: ['POST /orders'] }),
]);
app.use(express.json());
app.post('/orders', (request, response) => {
  const { item } = request.body;
  if (typeof item !== 'string') throw invalidInput([{ path: ['item'], message: 'must be the name of an item' }]);
  response.status(201).json({ ordered: item });
});
