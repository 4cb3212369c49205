/** The way out to addresses that callers named: https, to public addresses only, each judged in the look-up of its connection. */
import { lookup } from 'node:dns/promises';
import { request as requestPlainly } from 'node:http';
import { request } from 'node:https';
import {
  type AddressGuard,
  admitsConnection,
  createGuardedLookup,
  type DnsLookup,
  parseAddress,
  requireCallable,
  type WebhookDelivery,
} from '@dragoman/core/http';

const lookUpAll: DnsLookup = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** Makes the function that sends a message and gives the status; redirects are not followed, and no answer is read. */
export function createGuardedPost(
  guard: AddressGuard,
  dnsLookup: DnsLookup = lookUpAll,
): (message: WebhookDelivery) => Promise<number> {
  return async ({ url: address, headers, body, signal }) => {
    const url = parseAddress(address);
    requireCallable(guard, url);
    const admits = (each: string) => admitsConnection(guard.policy, url, each);
    const text = JSON.stringify(body);
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(text) },
      lookup: createGuardedLookup(dnsLookup, admits),
      agent: false,
      signal,
    } as const;
    return new Promise((resolve, reject) => {
      const sending = (url.protocol === 'https:' ? request : requestPlainly)(url, options, (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      sending.on('error', reject).end(text);
    });
  };
}
