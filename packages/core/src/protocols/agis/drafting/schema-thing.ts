/** Names of things from schemas, for addresses such as `/providers/saml/{id}` whose last word only qualifies a noun. */
import type { JsonSchema, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

const wrapper = /^(?:Patched|Paginated)(?=[A-Z])|(?:Request|Response|Dto|DTO|Model|Schema|Resource|Output|Out|Read)$/g;

/** Noun phrases by address; an operation without a response has that of the others at its address. */
export function thingsOf(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const things = new Map<string, string>();
  for (const { binding, output } of operations) {
    if (binding.kind !== 'http' || !isJsonObject(output) || typeof output.$ref !== 'string') continue;
    const address = addressOf(binding.urlTemplate);
    const [, parent = '', last = ''] = /\/([A-Za-z_-]+)\/([A-Za-z_-]+)\/\{[^{}/]+\}$/.exec(address) ?? [];
    const name = (/^#\/\$defs\/([A-Za-z]{3,60})$/.exec(output.$ref)?.[1] ?? '').replaceAll(wrapper, '');
    const segment = compact(last);
    if (
      parent === '' ||
      segment.length < 2 ||
      !name.toLowerCase().startsWith(segment) ||
      name.length === segment.length
    )
      continue;
    // "Rooms" of `/room/{id}` is no other noun.
    const words = wordsOf(name);
    if (words.length > 1 && words.length <= 5 && name.length > segment.length + 2) things.set(address, words.join(' '));
  }
  return things;
}

/** The name of what a response is or has several of, in words: "ontology term" of an array of `OntologyTerm`. */
export function schemaNoun(output: JsonSchema): string | undefined {
  if (!isJsonObject(output)) return undefined;
  const items = isJsonObject(output.items) ? output.items : output;
  const [, name = ''] =
    typeof items.$ref === 'string' ? (/^#\/\$defs\/([A-Z][A-Za-z]{2,40})$/.exec(items.$ref) ?? []) : [];
  const words = wordsOf(name.replaceAll(wrapper, ''));
  return name === '' || words.length > 4 ? undefined : words.join(' ');
}

/** File endings and names of server programs. */
export const fileEnding =
  /\.(?:json|jsonld|xml|html?|php\d?|aspx?|jsp|do|svc|ashx|csv|ya?ml|png|jpe?g|gif|svg|webp|ico|pdf|txt|zip|xlsx?|docx?|ics|rss|atom|cgi|action)$/i;

/** The address of an operation without its query and trailing slashes. */
export function addressOf(urlTemplate: string): string {
  return (urlTemplate.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '');
}

function compact(segment: string): string {
  return segment.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** `SAMLSource` → "SAML", "source". */
function wordsOf(name: string): string[] {
  return name
    .split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));
}

/** The name of a class with its packages: `com.acme.auth.TokenHandler`. */
export const className = /^(?:com|org|net|io|dev)(?:\.[a-z]\w*){2,}\.([A-Z]\w*[a-z]\w*)$/;
