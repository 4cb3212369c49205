/**
 * Reads XML into a value by the shape of its schema. Elements and attributes that the schema does not describe are kept:
 * attributes under `@name`, text next to elements under `#text`, repeated elements as a list.
 */
import type { HttpXml, HttpXmlNode, JsonObject, JsonValue } from '@dragoman/model';
import { localName, parseXml, type XmlElement } from './parse-xml.js';
import { resolveNode } from './xml-node.js';

interface Reading {
  xml: HttpXml;
  /** Lists that were made of repeated elements, as opposed to lists that are one value. */
  repeated: Set<JsonValue[]>;
}

/** The value, or what is wrong with the text. */
export function readXml(xml: HttpXml, text: string): { value: JsonValue } | { fault: string } {
  const parsed = parseXml(text);
  if ('fault' in parsed) return parsed;
  return { value: readElement({ xml, repeated: new Set() }, resolveNode(xml, xml.root), parsed.root) };
}

function readElement(reading: Reading, node: HttpXmlNode, element: XmlElement): JsonValue {
  if (isNil(element)) return null;
  if (node.type === 'array') return readWrapped(reading, node, element);
  const isPlain = element.children.length === 0 && ownAttributes(element).length === 0;
  if (node.properties === undefined && node.type !== 'object') {
    return isPlain ? readScalar(node, element.text) : readObject(reading, node, element);
  }
  return readObject(reading, node, element);
}

function isNil({ attributes }: XmlElement): boolean {
  return [...attributes].some(([name, value]) => /:nil$/.test(name) && /^\s*(true|1)\s*$/.test(value));
}

/** Attributes with a meaning of their own, without declarations of namespaces. */
function ownAttributes({ attributes }: XmlElement): [string, string][] {
  return [...attributes].filter(([name]) => !/^xmlns(:|$)|^xsi:/.test(name));
}

function readWrapped(reading: Reading, node: HttpXmlNode, { children }: XmlElement): JsonValue {
  const item = resolveNode(reading.xml, node.items ?? {});
  return children.map((child) => readElement(reading, item, child));
}

interface Member {
  key: string;
  node: HttpXmlNode;
}

function readObject(reading: Reading, node: HttpXmlNode, element: XmlElement): JsonObject {
  const members = new Map<string, JsonValue>();
  const { attributes, elements, text } = findMembers(reading.xml, node);
  for (const [name, value] of ownAttributes(element)) {
    const found = attributes.get(localName(name));
    members.set(found?.key ?? `@${localName(name)}`, found === undefined ? value : readScalar(found.node, value));
  }
  for (const child of element.children) {
    const found = elements.get(child.name);
    if (found === undefined) addRepeated(reading, members, child.name, readElement(reading, {}, child));
    else addDescribed(reading, members, found, child);
  }
  if (text !== undefined) members.set(text.key, readScalar(text.node, element.text));
  else if (element.text.trim() !== '') members.set('#text', element.text.trim());
  return Object.fromEntries(members);
}

/** Members by the names under which they are in the document. */
function findMembers(xml: HttpXml, { properties = {} }: HttpXmlNode) {
  const attributes = new Map<string, Member>();
  const elements = new Map<string, Member>();
  let text: Member | undefined;
  for (const [key, property] of Object.entries(properties)) {
    const node = resolveNode(xml, property);
    const name = localName(node.name ?? key);
    if (node.as === 'attribute') attributes.set(name, { key, node });
    else if (node.as === 'text' || node.as === 'cdata') text = { key, node };
    else if (node.type === 'array' && node.wrapped !== true) {
      elements.set(localName(resolveNode(xml, node.items ?? {}).name ?? name), { key, node });
    } else elements.set(name, { key, node });
  }
  return { attributes, elements, text };
}

type Members = Map<string, JsonValue>;

function addDescribed(reading: Reading, members: Members, { key, node }: Member, child: XmlElement): void {
  if (node.type !== 'array' || node.wrapped === true) {
    addRepeated(reading, members, key, readElement(reading, node, child));
    return;
  }
  const list = members.get(key);
  const value = readElement(reading, resolveNode(reading.xml, node.items ?? {}), child);
  if (Array.isArray(list)) list.push(value);
  else members.set(key, [value]);
}

/** An element that occurs several times is a list, whatever the schema says. */
function addRepeated({ repeated }: Reading, members: Members, key: string, value: JsonValue): void {
  const known = members.get(key);
  if (known === undefined) members.set(key, value);
  else if (Array.isArray(known) && repeated.has(known)) known.push(value);
  else {
    const list = [known, value];
    repeated.add(list);
    members.set(key, list);
  }
}

function readScalar({ type, items }: HttpXmlNode, text: string): JsonValue {
  const trimmed = text.trim();
  if (type === 'array') return trimmed === '' ? [] : trimmed.split(/\s+/).map((each) => readScalar(items ?? {}, each));
  if ((type === 'number' || type === 'integer') && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) {
    return Number(trimmed);
  }
  if (type === 'boolean' && /^(true|false|1|0)$/.test(trimmed)) return trimmed === 'true' || trimmed === '1';
  return text;
}
