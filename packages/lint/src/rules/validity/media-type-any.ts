/** PROF-DESC-16: a response says what kind of document it is. */
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { object } from '../../rule-model/rule-cases.js';

/** Responses of any media type, although they have fields. */
export const mediaTypeAny: Rule = {
  id: 'media-type-any',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  message: 'The media type of the response {status} of {operation} is */*{more}.',
  why: 'A client cannot ask for JSON, and does not know whether it can read the response.',
  help: 'Name the media type, such as application/json; in springdoc, set springdoc.default-produces-media-type.',
  ignoresWording: true,
  check(api, report) {
    // Swagger 2.0 names media types in another place, and often not at all.
    if (api.given !== undefined) return;
    const found = api.exposed.flatMap(({ responses, label }) => {
      const response = responses.find(({ status, schema, content }) => {
        return (
          status.startsWith('2') &&
          schema !== undefined &&
          !isType(schema.schema, 'string') &&
          content.every(({ type }) => type === '*/*')
        );
      });
      return response === undefined ? [] : [{ response, label }];
    });
    const [first, ...others] = found;
    if (first === undefined) return;
    const more =
      others.length === 0
        ? ''
        : `, and so ${others.length === 1 ? 'is that of another operation' : `are those of ${others.length} other operations`}`;
    report(first.response.content[0]?.pointer ?? first.response.pointer, {
      status: first.response.status,
      operation: first.label,
      more,
    });
  },
  cases: {
    good: [
      { 'get /t': { responses: { '200': { description: 'A file', content: { '*/*': {} } } } } },
      {
        'get /t': {
          responses: { '200': { description: 'Done', content: { 'application/json': { schema: object({ a: {} }) } } } },
        },
      },
    ],
    bad: [
      {
        'get /t': { responses: { '200': { description: 'Done', content: { '*/*': { schema: object({ a: {} }) } } } } },
      },
    ],
  },
};
