import { addProperties, createOperations, createWebhookReceiver, startOperation } from '@dragoman/middleware';

/** The sender: notifies the URL in `X-Webhook-URL` of the end; caller secrets are derived from the given one. */
export function createExports(secret: string, allow: readonly string[] = []) {
  return addProperties(
    async (request) =>
      Response.json(await startOperation(request, async () => ({ result: { rows: 3 } })), { status: 202 }),
    [createOperations({ webhooks: { secret, allow } })],
    { caller: (request) => request.headers.get('x-user') ?? undefined },
  );
}

export const received: unknown[] = [];

/** The receiver: `secret` is from the sender's `GET /operations/webhook-secret`. */
export function createReceiver(secret: string) {
  return addProperties(
    async (request) => {
      received.push(await request.json());
      return new Response(null, { status: 204 });
    },
    [createWebhookReceiver({ secret })],
  );
}
