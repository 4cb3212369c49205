/** The sample application on frameworks without a socket: plain fetch handlers and Hono. */
import { Hono } from 'hono';
import { addProperties as addToFetch } from '../fetch.js';
import { addProperties as addToHono } from '../hono.js';
import { callerOption, type MountApp, pause, type SampleAnswer } from './sample-app.support.js';

const origin = 'https://api.example';

/** On a plain handler of web requests. */
export const mountFetch: MountApp = async (app) => {
  const serve = addToFetch(
    async (request) => {
      const path = new URL(request.url).pathname;
      if (path === '/missing') return new Response('no such page', { status: 404 });
      const header = (name: string) => request.headers.get(name) ?? undefined;
      return toResponse(
        await app.handler({ method: request.method, path, body: await bodyOf(request), header, host: request }),
      );
    },
    app.properties,
    callerOption(app, (request: Request, name) => request.headers.get(name) ?? undefined),
  );
  return { send: (path, init) => serve(new Request(`${origin}${path}`, init)), close: async () => undefined };
};

/** On Hono. */
export const mountHono: MountApp = async (app) => {
  const hono = new Hono();
  addToHono(
    hono,
    app.properties,
    callerOption(app, (context, name) => context.req.header(name)),
  );
  hono.onError((error, context) => context.text(`Hono: ${error.name}`, 500));
  hono.all('*', async (context, next) => {
    const { path, method, raw } = context.req;
    if (path === '/missing') return next();
    const hasBody = raw.body !== null && method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? await context.req.json() : undefined;
    const header = (name: string) => context.req.header(name);
    return toResponse(await app.handler({ method, path, body, header, host: context }));
  });
  return { send: async (path, init) => hono.request(path, init), close: async () => undefined };
};

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  return text === '' ? undefined : JSON.parse(text);
}

function toResponse({ status = 200, headers: given = {}, json, text, chunks }: SampleAnswer): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) for (const each of [value].flat()) headers.append(name, each);
  if (chunks !== undefined) return new Response(streamOf(chunks), { status, headers });
  if (json !== undefined) return Response.json(json, { status, headers });
  return new Response(text ?? null, { status, headers });
}

function streamOf(chunks: readonly string[]): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    async pull(controller) {
      await pause();
      const chunk = left.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
}
