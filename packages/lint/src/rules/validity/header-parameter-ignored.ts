/** PROF-DESC-01: media types are described by `content`, not by parameters. */
import type { Parameter } from '../../api/api.js';
import type { Rule } from '../../rule-model/rule.js';

/** What describes the header instead. */
const instead: Readonly<Record<string, string>> = {
  accept: 'the media types of the responses',
  'content-type': 'the media types of the request body',
};

/** Header parameters that OpenAPI ignores. */
export const headerParameterIgnored: Rule = {
  id: 'header-parameter-ignored',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  message: 'OpenAPI ignores the header parameter {name}, which {count} {operations}; {instead} describe it.',
  why: 'Clients set this header themselves; a tool that asks the model for it gets a value that is not sent, or a wrong one.',
  help: 'Remove the parameter, and list the media types under content.',
  ignoresWording: true,
  check(api, report) {
    // Swagger 2.0 has no such rule.
    if (api.given !== undefined) return;
    const found = new Map<string, { parameter: Parameter; count: number }>();
    for (const { parameters } of api.exposed) {
      for (const parameter of parameters) {
        const name = parameter.name.toLowerCase();
        if (parameter.in !== 'header' || instead[name] === undefined) continue;
        const kept = found.get(name) ?? { parameter, count: 0 };
        kept.count += 1;
        found.set(name, kept);
      }
    }
    for (const [name, { parameter, count }] of found) {
      const operations = count === 1 ? 'operation has' : 'operations have';
      report(parameter.pointer, { name: parameter.name, count, operations, instead: instead[name] ?? '' });
    }
  },
  cases: {
    good: [{ 'get /t': { parameters: [{ name: 'Accept-Language', in: 'header' }] } }],
    bad: [
      {
        'get /t': { parameters: [{ name: 'Accept', in: 'header' }] },
        'get /u': { parameters: [{ name: 'accept', in: 'header' }] },
      },
      { 'post /t': { parameters: [{ name: 'Content-Type', in: 'header', required: true }] } },
    ],
  },
};
