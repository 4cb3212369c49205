/** Whether the gateway needs a stored credential to call a service. */

/** Kinds of authentication for which it does. */
export const storedKinds: readonly string[] = ['api_key', 'oauth2_bearer', 'oauth2', 'bearer', 'basic', 'mtls'];
