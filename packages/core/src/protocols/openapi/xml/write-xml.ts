/** Writes a value as XML by the shape of its schema: names, attributes, wrapped lists, prefixes and namespaces. */
import type { HttpXml, HttpXmlNode, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { plainText } from '../serialize-parameter.js';
import { isXmlName, resolveNode } from './xml-node.js';

interface Writing {
  xml: HttpXml;
  /** Namespaces by prefix in the enclosing elements. */
  scope: ReadonlyMap<string, string>;
  /** Where the value is, for errors. */
  pointer: string;
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

/** The whole document; `INVALID_INPUT` for names and characters that XML cannot have. */
export function writeXml(xml: HttpXml, value: JsonValue): string {
  const node = resolveNode(xml, xml.root);
  const written = writeElement({ xml, scope: new Map(), pointer: '' }, { node, name: node.name ?? 'root', value });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written}`;
}

interface Given {
  node: HttpXmlNode;
  name: string;
  value: JsonValue;
}

function writeElement(writing: Writing, { node, name, value }: Given): string {
  const { prefix, namespace } = node;
  const tag = prefix === undefined || name.includes(':') ? name : `${prefix}:${name}`;
  if (!isXmlName(tag) || (prefix !== undefined && !isXmlName(prefix))) throw nameless(writing, name);
  const declared = namespace !== undefined && writing.scope.get(prefix ?? '') !== namespace;
  const scope = declared ? new Map(writing.scope).set(prefix ?? '', namespace) : writing.scope;
  const declaration = declared
    ? ` xmlns${prefix === undefined ? '' : `:${prefix}`}="${escapeXml(writing, namespace)}"`
    : '';
  if (value === null) return `<${tag}${declaration} xmlns:xsi="${instance}" xsi:nil="true"/>`;
  const { attributes, content } = writeContent({ ...writing, scope }, node, name, value);
  const start = `<${tag}${declaration}${attributes}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${tag}>`;
}

interface Content {
  attributes: string;
  content: string;
}

function writeContent(writing: Writing, node: HttpXmlNode, name: string, value: JsonValue): Content {
  if (Array.isArray(value)) return { attributes: '', content: writeItems(writing, node, name, value) };
  if (!isJsonObject(value)) return { attributes: '', content: escapeXml(writing, plainText(value)) };
  const properties = node.properties ?? {};
  // Described members in the order of the schema, since many services require a sequence; then the others.
  const described = Object.keys(properties).filter((key) => Object.hasOwn(value, key));
  const others = Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
  const whole: Content = { attributes: '', content: '' };
  for (const key of [...described, ...others]) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const inner = { ...writing, pointer: `${writing.pointer}/${key}` };
    const given = { node: resolveNode(writing.xml, property ?? {}), name: key, value: value[key] ?? null };
    addMember(inner, whole, given);
  }
  return whole;
}

function addMember(writing: Writing, whole: Content, { node, name, value }: Given): void {
  const tag = node.name ?? name;
  if (node.as === 'attribute') {
    if (value === null) return;
    const attribute = node.prefix === undefined ? tag : `${node.prefix}:${tag}`;
    if (!isXmlName(attribute)) throw nameless(writing, tag);
    const text = Array.isArray(value) ? value.map(plainText).join(' ') : plainText(value);
    whole.attributes += ` ${attribute}="${escapeXml(writing, text)}"`;
  } else if (node.as === 'text' || node.as === 'cdata') {
    whole.content += value === null ? '' : escapeXml(writing, plainText(value));
  } else if (Array.isArray(value) && node.wrapped !== true) {
    whole.content += writeItems(writing, node, tag, value);
  } else {
    whole.content += writeElement(writing, { node, name: tag, value });
  }
}

/** The elements of a list; without a name of their own they have the name of the list. */
function writeItems(writing: Writing, node: HttpXmlNode, name: string, values: readonly JsonValue[]): string {
  const item = resolveNode(writing.xml, node.items ?? {});
  return values
    .map((value, at) =>
      writeElement({ ...writing, pointer: `${writing.pointer}/${at}` }, { node: item, name: item.name ?? name, value }),
    )
    .join('');
}

/** Characters that XML 1.0 excludes (§2.2), half surrogates among them. */
const excluded = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function escapeXml(writing: Writing, text: string): string {
  if (excluded.test(text)) throw refused(writing, 'has a character that XML cannot have');
  return text.replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? character);
}

function nameless(writing: Writing, name: string): Failure {
  return refused(writing, `${JSON.stringify(name.slice(0, 60))} is not a name in XML`);
}

function refused({ pointer }: Writing, detail: string): Failure {
  const field = pointer.slice(1).split('/', 1)[0] ?? '';
  return new Failure('INVALID_INPUT', {
    message: 'The input has 1 problem.',
    fieldErrors: [{ field, pointer, code: 'input/xml', detail }],
  });
}
