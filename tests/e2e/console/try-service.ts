/** A service with inputs of every kind, which answers with what it received; for the tests and pictures of Try. */
import type { JsonObject } from '@dragoman/model';
import { drawHarbor } from './png.js';
import { hostileTexts } from './sample-content.js';

/** One red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Tides one by one, without end unless their number is given. */
function streamTides(count: number): Response {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent >= count) return controller.close();
      sent += 1;
      const hostile = sent === 2 ? hostileTexts[0] : undefined;
      controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ tide: sent, hostile })}\n\n`));
      await new Promise((resolve) => setTimeout(resolve, 200));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

let tries = 0;

/** Answers a request: the paths ending in `picture`, `photo`, `wrong` and `slow` have answers of their own. */
export async function answerTry(url: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(url);
  if (pathname.endsWith('/picture')) return Response.json({ type: 'image', mimeType: 'image/png', data: pixel });
  if (pathname.endsWith('/photo')) return new Response(drawHarbor(), { headers: { 'content-type': 'image/png' } });
  if (pathname.endsWith('/wrong')) return Response.json({ hours: 'six' });
  if (pathname.endsWith('/hostile'))
    return Response.json(Object.fromEntries(hostileTexts.map((text, at) => [at, text])));
  if (pathname.endsWith('/tides')) return streamTides(Number(searchParams.get('count') ?? Number.POSITIVE_INFINITY));
  if (pathname.endsWith('/flaky')) {
    tries += 1;
    if (tries % 2 === 1) return Response.json({}, { status: 503 });
  }
  if (pathname.endsWith('/slow')) await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
  const body = typeof init.body === 'string' && init.body !== '' ? (JSON.parse(init.body) as JsonObject) : null;
  return Response.json({ method: init.method, path: pathname, query: Object.fromEntries(searchParams), body });
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas: JsonObject = {
  Reservation: {
    type: 'object',
    required: ['ship', 'hours', 'payment'],
    properties: {
      ship: { type: 'string', description: 'Name of the ship.', examples: ['Aurora'] },
      hours: { type: 'integer', minimum: 1, maximum: 24, default: 6 },
      payment: {
        oneOf: [
          {
            title: 'Card',
            type: 'object',
            required: ['number'],
            properties: { kind: { const: 'card' }, number: { type: 'string' } },
          },
          {
            title: 'Bank',
            type: 'object',
            required: ['iban'],
            properties: { kind: { const: 'bank' }, iban: { type: 'string' } },
          },
        ],
      },
      imo: { type: 'integer', format: 'int64', description: 'Number of the ship.' },
      arrives: { type: 'string', format: 'date-time' },
      flag: { type: 'string', enum: Array.from({ length: 500 }, (_, at) => `country-${at}`) },
      remark: { type: ['string', 'null'], maxLength: 2000 },
      crew: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, age: { type: 'integer' } },
        },
      },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      manifest: { type: 'string', contentEncoding: 'base64', description: 'List of the cargo.' },
      parts: ref('Part'),
      quiet: { type: 'boolean' },
    },
  },
  Part: {
    type: 'object',
    properties: { name: { type: 'string' }, inner: ref('Part'), others: { type: 'array', items: ref('Part') } },
  },
  Answer: { type: 'object', properties: { hours: { type: 'integer' } } },
};

const ok = { '200': { description: 'OK', content: { 'application/json': { schema: ref('Answer') } } } };
const body = (name: string) => ({ required: true, content: { 'application/json': { schema: ref(name) } } });

/** The description of the service. */
export function describeTry(origin: string): JsonObject {
  const read = (operationId: string, summary: string) => ({ get: { operationId, summary, responses: ok } });
  const count = { name: 'count', in: 'query', schema: { type: 'integer' } };
  const streamed = {
    '200': { description: 'Tides', content: { 'text/event-stream': { schema: { type: 'string' } } } },
  };
  const pier = { name: 'pier', in: 'path', required: true, schema: { type: 'string' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Harbor', version: '1', description: 'Reserves berths.' },
    servers: [{ url: origin }],
    paths: {
      '/berths': {
        post: {
          operationId: 'reserve',
          summary: 'Reserve a berth',
          tags: ['berths'],
          requestBody: body('Reservation'),
          responses: ok,
        },
      },
      '/piers/{pier}': {
        delete: {
          operationId: 'demolish',
          summary: 'Demolish a pier',
          tags: ['piers'],
          parameters: [pier],
          responses: ok,
        },
      },
      '/picture': read('picture', 'Get a picture'),
      '/photo': {
        get: {
          operationId: 'photo',
          summary: 'Get a photo of the harbor',
          responses: {
            '200': {
              description: 'The photo',
              content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
            },
          },
        },
      },
      '/wrong': read('wrong', 'Answer with another type'),
      '/hostile': read('hostile', 'Answer with hostile texts'),
      '/slow': read('slow', 'Answer late'),
      '/flaky': read('flaky', 'Get an answer at the second try'),
      '/tides': {
        get: { operationId: 'tides', summary: 'Follow the tides', parameters: [count], responses: streamed },
      },
    },
    components: { schemas },
  };
}
