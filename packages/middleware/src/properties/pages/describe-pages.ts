/** What pagination adds to the description: size, cursor, and how the response continues. */
import { isJsonObject, type JsonObject } from '@dragoman/model';
import type { Describe } from '../../describing/description-draft.js';
import type { DocumentParts } from '../../describing/document-parts.js';
import { extendSchema } from '../../describing/operation-draft.js';
import type { PageRules } from './read-page.js';

const sampleCursor = 'WzE3NjM1NjAwMDAsIiIsWyJ0XzAwMjAiXV0';

/** Describes the reads that are paginated. */
export function describePages(rules: PageRules & { longestCursor: number; order?: string | undefined }): Describe {
  const { limitName, cursorName, usual, most, longestCursor, order } = rules;
  const continuation = (url: string): JsonObject => ({
    next_cursor: {
      type: 'string',
      maxLength: longestCursor,
      description: `Where the next page starts; send it as ${cursorName}. Absent on the last page.`,
      example: sampleCursor,
    },
    next_page: {
      type: 'string',
      format: 'uri-reference',
      maxLength: longestCursor + 200,
      description: 'URL of the next page, with all filters. Absent on the last page.',
      example: `${new URL(url).pathname}?${cursorName}=${sampleCursor}`,
    },
  });
  return ({ operations }) => {
    for (const operation of operations.filter(({ isRead }) => isRead)) {
      if (order !== undefined) operation.addMetadata({ order });
      operation.addParameter({
        name: limitName,
        in: 'query',
        description: 'Maximum number of items on a page.',
        schema: { type: 'integer', minimum: 1, maximum: most, default: usual },
      });
      operation.addParameter({
        name: cursorName,
        in: 'query',
        description: 'The next_cursor of the previous page; it includes all filters.',
        schema: { type: 'string', maxLength: longestCursor },
      });
      const description = 'URL of the next page, with rel="next". Absent on the last page.';
      operation.addHeaders(/^200$/, {
        Link: { description, schema: { type: 'string', maxLength: longestCursor + 200 } },
      });
      operation.changeResults(({ schema, example }, parts) => ({
        example,
        schema:
          schema === undefined
            ? undefined
            : boundItems(extendSchema(schema, continuation(operation.url), parts), most, parts),
      }));
    }
  };
}

/** A page never has more items than the largest size. */
function boundItems(schema: JsonObject, most: number, parts: DocumentParts): JsonObject {
  const own = parts.resolve(schema);
  const items = isJsonObject(own.properties) ? own.properties.items : undefined;
  if (!isJsonObject(items) || items.type !== 'array' || items.maxItems !== undefined) return schema;
  return { ...own, properties: { ...(own.properties as JsonObject), items: { ...items, maxItems: most } } };
}
