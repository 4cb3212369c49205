/**
 * Requests of an address with many connections start in turn with those of other addresses. Reading, authenticating and
 * refusing a request costs time before its caller is known, and many connections become readable at once.
 */
import { Failure } from '@dragoman/model';
import { addressAccount } from './address-account.js';
import type { Answerer } from './answerer.js';
import type { Turns } from './turns.js';

/** Maximum number of addresses whose accounts are remembered. */
const maxAddresses = 1000;

/** Wraps the answerer; `turns` count connections by address. */
export function createAnswerInTurn(answerer: Answerer, turns: Turns): Answerer {
  const accounts = new Map<string, string>();
  const accountAt = (address: string): string => {
    const known = accounts.get(address);
    if (known !== undefined) return known;
    if (accounts.size >= maxAddresses) accounts.clear();
    const account = addressAccount(address);
    accounts.set(address, account);
    return account;
  };
  return (request, origin) => {
    const account = accountAt(origin.remoteAddress);
    if (turns.mayStart(account, 'short')) return answerer(request, origin);
    return turns.wait(account, 'short', async () => {
      if (request.hasLeft()) throw new Failure('CANCELLED');
      return answerer(request, origin);
    });
  };
}
