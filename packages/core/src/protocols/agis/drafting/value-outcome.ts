/** Outcomes about one value: "The link has the requested status" rather than "The status of the link has the requested values". */
import type { EndpointFacts } from './endpoint-facts.js';

/** The endpoint of an outcome. */
interface ValuePlace {
  method: string;
  path: string;
  facts?: Pick<EndpointFacts, 'values'>;
}

/** Nouns that are a value themselves. */
const values =
  /(?:^| )(?:status|state|name|title|description|email|email address|password|role|priority|icon|avatar|logo|color|colour|locale|language|position|sequence|quantity|price|rate|limit|owner|visibility|phone number|expiry|expiration|duration|mode|level|timezone|currency|amount)$/i;

/** "The status of the link has the requested values" → "The link has the requested status". */
export function withValue(text: string, { method, path, facts }: ValuePlace): string {
  const [, value = '', joint, owner = ''] =
    /^The ([\w -]+?)(?: (of|for|on|in) the ([\w' -]+))? has the requested values$/.exec(text) ?? [];
  // "Updates the rating of a book" with the input `rating`
  const input = new RegExp(`^${value.replaceAll(' ', '[-_]?')}(?:[-_]?(?:id|path|name|value))?$`, 'i');
  const isInput = joint === 'of' && facts?.values?.some((name) => input.test(name)) === true;
  if ((values.test(value) || isInput) && (owner !== '' || !path.endsWith('}')))
    return owner === '' ? `The ${value} is as requested` : `The ${owner} has the requested ${value}`;
  // "The limit value has the requested values"
  const [, several = '', be] = /^(The .* values?) (has|have) the requested values$/.exec(text) ?? [];
  if (several !== '') return `${several} ${be === 'has' ? 'is' : 'are'} as requested`;
  return method === 'SET' ? text.replace(/ have the requested values$/, ' are set as requested') : text;
}
