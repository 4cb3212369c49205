/**
 * Parses an XML document of a third party into elements. Document types and entities of their own are refused, and
 * depth and number of nodes are limited, so that a small text can neither grow nor read other files. It never recurses.
 */

/** An element with its local name, attributes, text and children. */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: XmlElement[];
  /** All text directly inside the element. */
  text: string;
}

/** Limits of one document. */
const maxDepth = 128;
const maxNodes = 200_000;

/** The root element, or what is wrong with the text. */
export type ParsedXml = { root: XmlElement } | { fault: string };

interface Parsing {
  text: string;
  at: number;
  nodes: number;
  /** Open elements with their names as written; the first one is the document. */
  open: { element: XmlElement; tag: string }[];
}

/** Parses a whole text. */
export function parseXml(text: string): ParsedXml {
  const state: Parsing = { text, at: text.startsWith('\uFEFF') ? 1 : 0, nodes: 0, open: [] };
  const document: XmlElement = { name: '', attributes: new Map(), children: [], text: '' };
  state.open.push({ element: document, tag: '' });
  while (state.at < text.length) {
    const fault = readNext(state);
    if (fault !== undefined) return { fault };
  }
  if (state.open.length > 1) return { fault: `the element ${shown(state.open.at(-1)?.tag ?? '')} is not closed` };
  const [root, ...others] = document.children;
  if (root === undefined || others.length > 0) return { fault: 'there must be one root element' };
  return document.text.trim() === '' ? { root } : { fault: 'there is text outside of the root element' };
}

function shown(name: string): string {
  return name.slice(0, 60);
}

/** Reads the next text, tag, comment or instruction; what is wrong with it otherwise. */
function readNext(state: Parsing): string | undefined {
  const { text, at } = state;
  if (text[at] !== '<') return readText(state);
  if (text.startsWith('<!--', at)) return skipTo(state, '-->', 'a comment');
  if (text.startsWith('<?', at)) return skipTo(state, '?>', 'an instruction');
  if (text.startsWith('<![CDATA[', at)) return readCharacterData(state);
  if (text.startsWith('<!', at)) return 'it has a document type, which is not accepted';
  return text[at + 1] === '/' ? readEnd(state) : readStart(state);
}

function skipTo(state: Parsing, end: string, what: string): string | undefined {
  const found = state.text.indexOf(end, state.at);
  if (found < 0) return `${what} is not closed`;
  state.at = found + end.length;
  return undefined;
}

function readText(state: Parsing): string | undefined {
  const end = state.text.indexOf('<', state.at);
  const raw = state.text.slice(state.at, end < 0 ? state.text.length : end);
  state.at += raw.length;
  const decoded = decodeEntities(raw);
  const current = state.open.at(-1)?.element;
  if (decoded === undefined || current === undefined) return 'it has an entity that is not predefined';
  current.text += decoded;
  return undefined;
}

function readCharacterData(state: Parsing): string | undefined {
  const end = state.text.indexOf(']]>', state.at);
  const current = state.open.at(-1)?.element;
  if (end < 0 || current === undefined) return 'a CDATA section is not closed';
  current.text += state.text.slice(state.at + '<![CDATA['.length, end);
  state.at = end + ']]>'.length;
  return undefined;
}

const endTag = /<\/([^\s<>/]+)\s*>/y;

function readEnd(state: Parsing): string | undefined {
  endTag.lastIndex = state.at;
  const [whole, tag] = endTag.exec(state.text) ?? [];
  const current = state.open.at(-1);
  if (whole === undefined || state.open.length < 2 || current?.tag !== tag) return 'an end tag has no start tag';
  state.open.pop();
  state.at += whole.length;
  return undefined;
}

const tagName = /<([^\s<>/=!?"']+)/y;
const attribute = /\s+([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;

function readStart(state: Parsing): string | undefined {
  const { text } = state;
  tagName.lastIndex = state.at;
  const [head, tag] = tagName.exec(text) ?? [];
  if (head === undefined || tag === undefined) return 'a tag has no name';
  if (state.open.length > maxDepth) return `it is nested deeper than ${maxDepth} levels`;
  const element: XmlElement = { name: localName(tag), attributes: new Map(), children: [], text: '' };
  attribute.lastIndex = state.at + head.length;
  let at = attribute.lastIndex;
  for (let found = attribute.exec(text); found !== null; found = attribute.exec(text)) {
    const value = decodeEntities(found[2] ?? found[3] ?? '');
    if (value === undefined) return 'it has an entity that is not predefined';
    state.nodes += 1;
    if (state.nodes > maxNodes) return tooMany;
    element.attributes.set(found[1] ?? '', value);
    at = attribute.lastIndex;
  }
  tagEnd.lastIndex = at;
  const [end, closes] = tagEnd.exec(text) ?? [];
  if (end === undefined) return `the tag ${shown(tag)} is malformed`;
  state.nodes += 1;
  if (state.nodes > maxNodes) return tooMany;
  state.at = at + end.length;
  state.open.at(-1)?.element.children.push(element);
  if (closes === '') state.open.push({ element, tag });
  return undefined;
}

const tooMany = `it has more than ${maxNodes} elements and attributes`;

/** A name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const predefined: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
]);

/** Text with its predefined entities and character references; undefined when it has any other entity. */
function decodeEntities(raw: string): string | undefined {
  if (!raw.includes('&')) return raw;
  let isKnown = true;
  const decoded = raw.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,10}))?;?/g, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const character = name === undefined ? characterOf(code) : predefined.get(name);
    if (character === undefined || !whole.endsWith(';')) isKnown = false;
    return character ?? '';
  });
  return isKnown ? decoded : undefined;
}

function characterOf(code: number): string | undefined {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : undefined;
}
