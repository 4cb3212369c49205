/**
 * HTTP message signatures (RFC 9421): the covered components, the parameters, and the signature base. Signers and
 * verifiers both build the signature base here.
 */
import type { FieldItem, FieldMember, FieldParameters } from './structured-field.js';
import { parseDictionary, writeItem, writeParameters } from './structured-field.js';

/** A component of a message: a field by its lower-case name, or a derived one such as `@method`. */
export interface SignedComponent {
  name: string;
  /** True: taken from the request of the signed response. */
  ofRequest?: boolean;
}

/** The components and parameters of a signature, in order. */
export interface SignatureInput {
  components: readonly SignedComponent[];
  parameters: FieldParameters;
}

/** A message to be signed or verified. */
export interface SignableMessage {
  /** Of a request. */
  method?: string;
  /** Absolute URL of a request. */
  url?: string;
  /** Of a response. */
  status?: number;
  headers: { get(name: string): string | null };
  /** The request of a response. */
  request?: SignableMessage;
}

/** Maximum number of components. */
const mostComponents = 32;

/** Parses `Signature-Input` or `Accept-Signature` by label; omits unsupported members. */
export function readSignatureInputs(field: string): ReadonlyMap<string, SignatureInput> {
  const inputs = new Map<string, SignatureInput>();
  for (const [label, member] of parseDictionary(field) ?? []) {
    const input = toInput(member);
    if (input !== undefined) inputs.set(label, input);
  }
  return inputs;
}

function toInput({ value, parameters }: FieldMember): SignatureInput | undefined {
  if (typeof value !== 'object' || value instanceof Uint8Array || value.length > mostComponents) return undefined;
  const components: SignedComponent[] = [];
  for (const { value: name, parameters: own } of value) {
    const ofRequest = own.get('req') === true;
    if (typeof name !== 'string' || own.size > (ofRequest ? 1 : 0)) return undefined;
    components.push(ofRequest ? { name, ofRequest } : { name });
  }
  const names = components.map(writeComponent);
  return new Set(names).size === names.length ? { components, parameters } : undefined;
}

/** Parses the signatures of a `Signature` field by label. */
export function readSignatures(field: string): ReadonlyMap<string, Uint8Array> {
  const members = [...(parseDictionary(field) ?? [])];
  return new Map(
    members.flatMap(([label, { value }]) => (value instanceof Uint8Array ? [[label, value] as const] : [])),
  );
}

/** The value of `Signature-Input` for one label. */
export function writeSignatureInput({ components, parameters }: SignatureInput): string {
  return `(${components.map(writeComponent).join(' ')})${writeParameters(parameters)}`;
}

function writeComponent({ name, ofRequest }: SignedComponent): string {
  return `${writeItem(name)}${ofRequest === true ? ';req' : ''}`;
}

/** The signature base (RFC 9421 §2.5); undefined when the message lacks a component or one is unsupported. */
export function signatureBase(message: SignableMessage, input: SignatureInput): string | undefined {
  const lines: string[] = [];
  for (const component of input.components) {
    const value = componentOf(component.ofRequest === true ? message.request : message, component.name);
    if (value === undefined || /[^\x20-\x7e]/.test(value)) return undefined;
    lines.push(`${writeComponent(component)}: ${value}`);
  }
  return [...lines, `"@signature-params": ${writeSignatureInput(input)}`].join('\n');
}

function componentOf(message: SignableMessage | undefined, name: string): string | undefined {
  if (message === undefined) return undefined;
  if (name.startsWith('@')) return derived(message, name);
  if (name !== name.toLowerCase()) return undefined;
  return message.headers.get(name)?.trim() ?? undefined;
}

/** Derived components (RFC 9421 §2.2). */
function derived({ method, url, status }: SignableMessage, name: string): string | undefined {
  if (name === '@status') return status === undefined ? undefined : String(status);
  if (name === '@method') return method;
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { href, host, protocol, pathname, search } = new URL(url);
  const parts: Readonly<Record<string, string>> = {
    '@target-uri': href,
    '@authority': host,
    '@scheme': protocol.slice(0, -1),
    '@path': pathname,
    '@query': search === '' ? '?' : search,
  };
  return Object.hasOwn(parts, name) ? parts[name] : undefined;
}

/** A string parameter of a signature. */
export function textParameter({ parameters }: SignatureInput, name: string): string | undefined {
  const value: FieldItem | undefined = parameters.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** A numeric parameter of a signature, such as `created` in seconds. */
export function numberParameter({ parameters }: SignatureInput, name: string): number | undefined {
  const value: FieldItem | undefined = parameters.get(name);
  return typeof value === 'number' ? value : undefined;
}
