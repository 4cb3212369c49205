/** Logins of people at the authorization servers of services (OAuth): start, finish, log out. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** What to log in to: a service by id, or an address that is not imported yet. */
export type LoginTarget = ({ service: string } | { url: string }) & {
  /** Whose calls use the login: only yours (the default), or everyone's (owners only). */
  for?: 'me' | 'everyone';
};

/** A login to start. */
export type LoginRequest = LoginTarget & {
  /** Where the browser returns: an http URL on 127.0.0.1, or the login page of the console. */
  redirect_uri: string;
  /** Scopes to request; by default those that the service names. */
  scope?: string;
  /** Authorization server, if the service names none or several. */
  issuer?: string;
  client_id?: string;
  client_secret?: string;
  /** Registers a new client, although one of an earlier login is known. */
  register?: boolean;
  /** Binds the tokens to a key (DPoP), although the service does not require it. */
  dpop?: boolean;
};

/** A started login. */
export interface StartedLogin {
  /** Where the person logs in. */
  authorization_url: string;
  /** Needed to finish; only the same caller can use it. */
  login: string;
  expires_at: string;
  issuer: string;
  /** Where the code is exchanged for tokens. */
  token_url: string;
  /** The service, as the authorization server knows it; absent where the authorization server does not ask for it. */
  resource?: string;
  scope?: string;
}

/** A finished login. */
export interface StoredLogin {
  id: string;
  kind: 'oauth2_login';
  name: string;
  for: 'everyone' | 'subject';
  subject?: string;
  created_at: string;
}

/** Calls for logins. */
export interface CredentialLoginCalls {
  start(request: LoginRequest, options?: CallOptions): Promise<StartedLogin>;
  /** Finishes with the query of the address that the browser returned to. */
  finish(login: string, response: string, options?: CallOptions): Promise<StoredLogin>;
  /** Deletes and revokes the tokens; returns the number of logins that there were. */
  end(target: LoginTarget, options?: CallOptions): Promise<number>;
}

/** Creates the calls over a transport. */
export function createCredentialLoginCalls(transport: Transport): CredentialLoginCalls {
  const post = (path: string[], body: object, options: CallOptions = {}) =>
    transport.send({ ...options, method: 'POST', to: ['credential-logins', ...path], body, repeatable: false });
  return {
    async start(request, options) {
      return read(await post([], request, options), 'authorization_url') as unknown as StartedLogin;
    },
    async finish(login, response, options) {
      return read(await post(['finish'], { login, response }, options), 'id') as unknown as StoredLogin;
    },
    async end(target, options) {
      const { body } = await post(['end'], target, options);
      return isJsonObject(body) && typeof body.removed === 'number' ? body.removed : 0;
    },
  };
}

function read({ body, status }: Incoming, member: string) {
  if (isJsonObject(body) && typeof body[member] === 'string') return body;
  throw clientError('INVALID_RESPONSE', { message: 'The response is not a login.', status });
}
