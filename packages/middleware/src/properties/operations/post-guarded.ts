/** HTTP client for caller-supplied URLs: https, public addresses only, checked in the DNS lookup of each connection. */
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

/**
 * Creates the function that sends a message and returns the status; redirects are not followed, and no body is read.
 */
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
