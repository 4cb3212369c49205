/** Writes the messages that a service sends as `webhooks` of OpenAPI 3.1. */
import type { Entry, JsonObject } from '@dragoman/model';
import type { SchemaRegistry } from './hoist-schemas.js';
import type { ShowSchema } from './show-schema.js';

/** How texts and schemas are shown. */
export interface WebhookWriting {
  registry: SchemaRegistry;
  schema: ShowSchema;
  /** The text for readers; undefined when it is held. */
  text: (text: string) => string | undefined;
}

/** The member of a document; empty for a service without webhooks. */
export function writeWebhooks({ webhooks = [] }: Pick<Entry, 'webhooks'>, writing: WebhookWriting): JsonObject {
  if (webhooks.length === 0) return {};
  const { registry, schema, text } = writing;
  const items = webhooks.map(({ name, method, mediaType, payload, summary, description, registeredBy }, at) => {
    const said = { summary, description };
    const texts = Object.entries(said).flatMap(([member, value]) => {
      const shown = value === undefined ? undefined : text(value);
      return shown === undefined ? [] : [[member, shown]];
    });
    const shown = text(name) ?? `webhook_${at + 1}`;
    const body = mediaType && {
      content: { [mediaType]: { schema: registry.place(schema(payload), `${shown}_payload`) } },
    };
    const operation: JsonObject = {
      ...Object.fromEntries(texts),
      ...(body === undefined ? {} : { requestBody: body }),
      responses: { '2XX': { description: 'The message was received.' } },
      ...(registeredBy === undefined ? {} : { 'x-registered-by': { ...registeredBy } }),
    };
    return [shown, { [method.toLowerCase()]: operation }];
  });
  return { webhooks: Object.fromEntries(items) };
}
