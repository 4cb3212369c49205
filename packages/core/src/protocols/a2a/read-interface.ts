/** Selects the interface of a card: the newest revision over JSON-RPC first, then HTTP+JSON, then gRPC, then 0.3. */
import type { A2aBinding, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isLoopbackHost } from '../../access/loopback.js';
import { a2aLimits, memberOf, textOf } from './wire.js';

/** The address and binding of an agent. */
export type ChosenInterface = Pick<A2aBinding, 'agent' | 'version' | 'transport' | 'tenant'>;

/** The selected interface, or the reason why there is none. */
export type InterfaceChoice =
  | { kind: 'chosen'; chosen: ChosenInterface }
  | { kind: 'version'; version: string }
  | { kind: 'none'; reason: string };

interface Offered {
  address: string;
  binding: string;
  version: string;
  tenant?: string;
}

/** Selects one of the interfaces of a card; relative addresses are resolved against the card's own. */
export function chooseInterface(card: JsonObject, uri: string | undefined): InterfaceChoice {
  const offered = [...newerInterfaces(card), ...olderInterfaces(card)].slice(0, a2aLimits.interfaces);
  if (offered.length === 0) {
    const isOlder = textOf(memberOf(card, 'url'), 2048) !== undefined;
    return { kind: 'none', reason: isOlder ? "it has a 'url' and no 'protocolVersion'" : 'it does not name a version' };
  }
  const ranked = offered
    .map((each) => ({ each, rank: rankOf(each) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  for (const { each } of ranked) {
    const agent = each.binding === 'GRPC' ? grpcAddressOf(each.address) : addressOf(each.address, uri);
    if (agent !== undefined) return { kind: 'chosen', chosen: toChosen(each, agent) };
  }
  if (ranked.length > 0) return { kind: 'none', reason: 'no address is an http or https URL without credentials' };
  const unknown = offered.find(({ version }) => !/^(1|0\.3)(\.|$)/.test(version));
  if (unknown !== undefined) return { kind: 'version', version: unknown.version.slice(0, 40) };
  const named = offered.map(({ binding, version }) => `${binding.slice(0, 40)} ${version.slice(0, 40)}`);
  const bindings = [...new Set(named)].join(', ');
  return { kind: 'none', reason: `it offers only ${bindings}` };
}

function newerInterfaces(card: JsonObject): Offered[] {
  const listed = memberOf(card, 'supportedInterfaces');
  return (Array.isArray(listed) ? listed : []).flatMap((each) => {
    const tenant = isJsonObject(each) ? textOf(memberOf(each, 'tenant'), 200) : undefined;
    return offer(each, ['protocolBinding'], '1.0').map((made) => (tenant === undefined ? made : { ...made, tenant }));
  });
}

/** Cards of 0.3 name one address with its transport, and optional additional ones. */
function olderInterfaces(card: JsonObject): Offered[] {
  const version = textOf(memberOf(card, 'protocolVersion'), 40);
  if (version === undefined) return [];
  const others = memberOf(card, 'additionalInterfaces');
  return [
    { url: card.url ?? null, transport: card.preferredTransport ?? 'JSONRPC' },
    ...(Array.isArray(others) ? others : []),
  ]
    .flatMap((each) => offer(each, ['transport'], version))
    .map((each) => ({ ...each, version }));
}

function offer(value: JsonValue, [binding = '']: readonly string[], usual: string): Offered[] {
  const address = isJsonObject(value) ? textOf(memberOf(value, 'url'), 2048) : undefined;
  if (!isJsonObject(value) || address === undefined) return [];
  return [
    {
      address,
      binding: textOf(memberOf(value, binding), 100) ?? 'JSONRPC',
      version: textOf(memberOf(value, 'protocolVersion'), 40) ?? usual,
    },
  ];
}

function rankOf({ binding, version }: Offered): number {
  const current = /^1(\.|$)/.test(version);
  if (binding === 'JSONRPC') return current ? 4 : /^0\.3(\.|$)/.test(version) ? 1 : 0;
  if (!current) return 0;
  return binding === 'HTTP+JSON' ? 3 : binding === 'GRPC' ? 2 : 0;
}

/**
 * Cards name a gRPC interface by a URL or, as gRPC clients do, by host and port, which says nothing about TLS: it is
 * left out only on this machine.
 */
function grpcAddressOf(address: string): string | undefined {
  const target = address.replace(/^dns:\/\/\//, '');
  const [, host] = /^([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/.exec(target) ?? [];
  if (host === undefined) return addressOf(target, undefined);
  return addressOf(`${isLoopbackHost(host) ? 'http' : 'https'}://${target}`, undefined);
}

function addressOf(address: string, uri: string | undefined): string | undefined {
  if (!URL.canParse(address, uri)) return undefined;
  const url = new URL(address, uri);
  const plain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return plain ? url.href : undefined;
}

function toChosen({ binding, version, tenant }: Offered, agent: string): ChosenInterface {
  return {
    agent,
    ...(version.startsWith('0.3') ? { version: '0.3' } : {}),
    ...(binding === 'HTTP+JSON' || binding === 'GRPC' ? { transport: binding } : {}),
    ...(tenant === undefined ? {} : { tenant }),
  };
}
