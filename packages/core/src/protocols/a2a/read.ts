/**
 * Converts an A2A 1.0 or 0.3 card to one entry with an operation per skill. The content of a card is an unverified
 * claim; only a signature by a key that the operator trusts is verified.
 */

import { defaultJsonLimits, exceedsLimits } from '@dragoman/documents';
import type { Diagnostic, JsonObject, Trust } from '@dragoman/model';
import { diagnose, hasErrors, isJsonObject } from '@dragoman/model';
import { hashDocument } from '../../documents/hash-document.js';
import { toSlug } from '../../documents/identifier.js';
import { nameService } from '../../documents/name-uuid.js';
import type { EntryDraft, ReadContext, Reader } from '../../documents/reader.js';
import { a2aDiagnostics } from './diagnostics.js';
import { readAuthentication } from './read-authentication.js';
import type { ChosenInterface } from './read-interface.js';
import { chooseInterface } from './read-interface.js';
import { readSkills, reportCut } from './read-skills.js';
import { verifyCard } from './signature.js';
import { extraMember, memberOf, operationsExtension, textOf } from './wire.js';

/** Maximum number of diagnostics per document. */
const maxFindings = 200;

/** Members of a card that the model represents, or that are regenerated when a card is written. */
const placed: readonly string[] = [
  'name',
  'description',
  'version',
  'skills',
  'supportedInterfaces',
  'url',
  'preferredTransport',
  'additionalInterfaces',
  'protocolVersion',
  'signatures',
];

/** Reads a card. */
export const readA2a: Reader = (document, context) => {
  const found: Diagnostic[] = [];
  const draft = isJsonObject(document) ? readCard(document, context, found) : undefined;
  const { uri } = context;
  const diagnostics = found
    .slice(0, maxFindings)
    .map((each) => (uri === undefined ? each : { ...each, location: { uri, ...each.location } }));
  return draft === undefined || hasErrors(found) ? { diagnostics } : { value: draft, diagnostics };
};

function readCard(given: JsonObject, context: ReadContext, found: Diagnostic[]): EntryDraft | undefined {
  if (exceedsLimits(given, defaultJsonLimits) !== undefined) {
    reportMember(found, '', 'is nested too deeply or has too many values');
    return undefined;
  }
  const { trust, card } = readTrust(given, context, found);
  for (const member of ['name', 'description']) {
    if (textOf(memberOf(card, member)) === undefined) reportMember(found, member, 'is missing or not a string');
  }
  reportCut(card, '', found);
  reportExtensions(card, found);
  const chosen = readInterface(card, context, found);
  const operations = readSkills({
    card,
    chosen: chosen ?? { agent: '' },
    identity: context.id ?? chosen?.agent ?? '',
    found,
  });
  if (operations.length === 0) found.push(diagnose(a2aDiagnostics, 'a2a/no-skills', { pointer: '/skills' }));
  return chosen === undefined ? undefined : makeDraft(card, { chosen, operations, trust }, context);
}

function reportMember(found: Diagnostic[], member: string, fault: string): void {
  const pointer = member === '' ? '' : `/${member}`;
  found.push(diagnose(a2aDiagnostics, 'a2a/member-wrong', { pointer }, { member: member || 'the card', fault }));
}

function readInterface(card: JsonObject, { uri }: ReadContext, found: Diagnostic[]): ChosenInterface | undefined {
  const choice = chooseInterface(card, uri);
  if (choice.kind === 'chosen') return choice.chosen;
  const pointer = Object.hasOwn(card, 'supportedInterfaces') ? '/supportedInterfaces' : '/protocolVersion';
  found.push(
    choice.kind === 'version'
      ? diagnose(a2aDiagnostics, 'a2a/version-unknown', { pointer }, { version: choice.version })
      : diagnose(a2aDiagnostics, 'a2a/no-interface', { pointer }, { reason: choice.reason }),
  );
  return undefined;
}

/** The verified origin of a card, and the part of it that is covered. */
interface TrustedCard {
  trust: Trust;
  card: JsonObject;
}

/**
 * Rejects unsigned cards and unknown signers when the operator requires signatures; of a signed card, only the signed
 * members are read.
 */
function readTrust(card: JsonObject, { cards }: ReadContext, found: Diagnostic[]): TrustedCard {
  const verdict = verifyCard(card, cards?.keys ?? []);
  const demanded = cards?.signatures === 'demand';
  const pointer = '/signatures';
  if (verdict.kind === 'verified') {
    const { kid, alg, covered } = verdict;
    reportUncovered(card, covered, found);
    return { trust: { verified: { card_signature: { kid, alg } } }, card: covered };
  }
  if (verdict.kind === 'wrong') {
    const { kid, reason } = verdict;
    found.push(diagnose(a2aDiagnostics, 'a2a/signature-wrong', { pointer }, { kid, reason }));
  } else if (verdict.kind === 'unknown') {
    const diagnostic = diagnose(a2aDiagnostics, 'a2a/signer-unknown', { pointer }, { kid: verdict.kid });
    found.push(demanded ? { ...diagnostic, severity: 'error' } : diagnostic);
  } else if (demanded) found.push(diagnose(a2aDiagnostics, 'a2a/unsigned', { pointer: '' }));
  const trust: Trust = verdict.kind === 'unknown' ? { claimed: { card_signature: { kid: verdict.kid } } } : {};
  return { trust, card };
}

function reportUncovered(card: JsonObject, covered: JsonObject, found: Diagnostic[]): void {
  const members = Object.keys(card).filter((member) => member !== 'signatures' && !Object.hasOwn(covered, member));
  if (members.length === 0) return;
  const shown = members.slice(0, 10).map((member) => `'${member.slice(0, 60)}'`);
  const more = members.length > shown.length ? ` and ${members.length - shown.length} more` : '';
  const parameters = { members: `${shown.join(', ')}${more}` };
  found.push(diagnose(a2aDiagnostics, 'a2a/not-signed', { pointer: '' }, parameters));
}

function reportExtensions(card: JsonObject, found: Diagnostic[]): void {
  const capabilities = memberOf(card, 'capabilities');
  const extensions = isJsonObject(capabilities) ? memberOf(capabilities, 'extensions') : undefined;
  for (const [at, each] of (Array.isArray(extensions) ? extensions.slice(0, 50) : []).entries()) {
    if (!isJsonObject(each) || each.required !== true || each.uri === operationsExtension) continue;
    const pointer = `/capabilities/extensions/${at}`;
    const uri = String(each.uri).slice(0, 200);
    found.push(diagnose(a2aDiagnostics, 'a2a/extension-required', { pointer }, { uri }));
  }
}

type Parts = Pick<EntryDraft, 'operations' | 'trust'> & { chosen: ChosenInterface };

function makeDraft(card: JsonObject, { chosen, operations, trust }: Parts, context: ReadContext): EntryDraft {
  const { uri, at, id } = context;
  const name = textOf(memberOf(card, 'name'), 200) ?? '';
  const version = textOf(memberOf(card, 'version'), 100);
  const provider = memberOf(card, 'provider');
  const publisher = isJsonObject(provider) ? textOf(memberOf(provider, 'organization'), 200) : undefined;
  const authentication = readAuthentication(card);
  const { signatures: _, ...content } = card;
  const rest = Object.fromEntries(Object.entries(card).filter(([member]) => !placed.includes(member)));
  return {
    id: id ?? nameService(chosen.agent, 'a2a-agent', chosen.agent),
    slug: toSlug(name, 'agent'),
    name,
    description: textOf(memberOf(card, 'description')) ?? '',
    ...(version === undefined ? {} : { version }),
    ...(publisher === undefined ? {} : { publisher }),
    status: 'active',
    capabilities: [...new Set(operations.flatMap(({ tags }) => tags))].slice(0, 50),
    tags: [],
    languages: [],
    endpoint: chosen.agent,
    ...(authentication === undefined ? {} : { authentication }),
    trust,
    operations,
    origin: { protocol: 'a2a', ...(uri === undefined ? {} : { uri }), hash: hashDocument(content), at },
    derived: ['/slug', '/status', '/capabilities', '/languages'],
    extra: { [extraMember]: rest },
  };
}
