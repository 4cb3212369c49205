/** What pagination adds to the description: size, cursor, and how the response continues. */
import type { JsonObject } from '@dragoman/model';
import type { Describe } from '../../describing/description-draft.js';
import { extendSchema } from '../../describing/operation-draft.js';
import type { PageRules } from './read-page.js';

/** Describes the reads that are paginated. */
export function describePages(rules: PageRules & { longestCursor: number }): Describe {
  const { limitName, cursorName, usual, most, longestCursor } = rules;
  const continuation: JsonObject = {
    next_cursor: {
      type: 'string',
      maxLength: longestCursor,
      description: `Where the next page starts; send it as ${cursorName}. Absent on the last page.`,
    },
    next_page: {
      type: 'string',
      format: 'uri-reference',
      maxLength: longestCursor + 200,
      description: 'URL of the next page, with all filters. Absent on the last page.',
    },
  };
  return ({ operations }) => {
    for (const operation of operations.filter(({ isRead }) => isRead)) {
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
        schema: schema === undefined ? undefined : extendSchema(schema, continuation, parts),
      }));
    }
  };
}
