/** Tests type inference: what callers need not declare, on every host. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request as ExpressHandlerRequest } from 'express';
import fastify, { type FastifyRequest } from 'fastify';
import { type Context, Hono } from 'hono';
import { describe, expectTypeOf, it } from 'vitest';
import { addProperties as addToExpress, createPropertyHandler, type ExpressRequest } from './express.js';
import { addProperties as addToFastify } from './fastify.js';
import { addProperties as addToHono, createPropertyHandler as createHonoHandler } from './hono.js';
import {
  addProperties as addToFetch,
  type CallContext,
  callOf,
  createConditional,
  createFieldSelection,
  createOperations,
  createPages,
  createRateLimit,
  createUntrusted,
  isDryRun,
  type OperationBody,
  pageOf,
  startOperation,
} from './index.js';
import { addProperties as addToNode, type Listener } from './node.js';

describe('the types', () => {
  it('of the caller are those of the host', () => {
    const app = express();
    addToExpress(app, [], {
      caller(request) {
        expectTypeOf(request).toEqualTypeOf<ExpressRequest>();
        return undefined;
      },
    });
    app.get('/', createPropertyHandler([]), (request, response) => {
      expectTypeOf(request).toExtend<ExpressHandlerRequest>();
      response.json({});
    });
    addToFastify(fastify(), [], {
      caller(request) {
        expectTypeOf(request).toEqualTypeOf<FastifyRequest>();
        return undefined;
      },
    });
    const hono = new Hono<{ Variables: { user: string } }>();
    addToHono(hono, [], {
      caller(context) {
        expectTypeOf(context.get('user')).toEqualTypeOf<string>();
        return context.get('user');
      },
    });
    hono.get('/', createHonoHandler([]), (context) => {
      expectTypeOf(context.get('user')).toEqualTypeOf<string>();
      return context.json({});
    });
    const listener = addToNode(
      (request, response) => {
        expectTypeOf(request).toEqualTypeOf<IncomingMessage>();
        expectTypeOf(response).toEqualTypeOf<ServerResponse>();
      },
      [],
      { caller: (request) => request.headersDistinct['x-user']?.[0] },
    );
    expectTypeOf(listener).toEqualTypeOf<Listener>();
    const serve = addToFetch(
      (request, call) => {
        expectTypeOf(request).toEqualTypeOf<Request>();
        expectTypeOf(call).toEqualTypeOf<CallContext>();
        return new Response();
      },
      [],
      { caller: (request) => request.headers.get('x-user') ?? undefined },
    );
    expectTypeOf(serve).toEqualTypeOf<(request: Request) => Promise<Response>>();
  });

  it('of handler helpers follow from their arguments, for any request', () => {
    const inHandler = (host: IncomingMessage | FastifyRequest | Context | Request) => {
      expectTypeOf(callOf(host)).toEqualTypeOf<CallContext>();
      expectTypeOf(isDryRun(host)).toEqualTypeOf<boolean>();
      const { write, limit } = pageOf(host);
      expectTypeOf(limit).toEqualTypeOf<number>();
      const page = write([{ id: 1, title: 'tea' }], (item) => {
        expectTypeOf(item).toEqualTypeOf<{ id: number; title: string }>();
        return [item.id];
      });
      expectTypeOf(page.items).toEqualTypeOf<{ id: number; title: string }[]>();
      const started = startOperation(host, async ({ signal, report }) => {
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        await report({ done: 1 });
        return { resource: '/exports/1' };
      });
      expectTypeOf(started).toEqualTypeOf<Promise<OperationBody>>();
    };
    expectTypeOf(inHandler).returns.toEqualTypeOf<void>();
  });

  it('reject invalid options', () => {
    // @ts-expect-error a limit needs its window
    () => createRateLimit({ limit: 1 });
    // @ts-expect-error members of a format are names
    () => createFieldSelection({ formats: { concise: [1] } });
    // @ts-expect-error not a valid way to check a write
    () => createConditional({ writes: 'never' });
    // @ts-expect-error a key signs cursors, and is text
    () => createPages({ key: 7 });
    // @ts-expect-error the members with untrusted text must be named
    () => createUntrusted({});
    // @ts-expect-error messages are signed, so there is a secret
    () => createOperations({ webhooks: {} });
    // @ts-expect-error work gives an address or a result
    (host: object) => startOperation(host, async () => ({ done: true }));
  });
});
