/** Scenarios that the gateway fails, with the reason. A listed scenario that passes fails the run. */
export const expectedFailures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Extensions of the authorization specification; logins by a person are complete without them.
  auth: {
    'auth/client-credentials-jwt': 'needs a client that authenticates with a signed assertion (private_key_jwt)',
    'auth/client-credentials-basic': 'needs the client-credentials grant at an authorization server that is discovered',
    'auth/enterprise-managed-authorization': 'needs an identity assertion of an enterprise identity provider',
    'auth/dpop': 'needs proofs of possession (DPoP)',
    'auth/dpop-nonce': 'needs proofs of possession (DPoP)',
    'auth/wif-jwt-bearer': 'needs the identity of a workload as a signed assertion',
  },
  '2025-11-25': {},
  '2026-07-28': {
    'tasks-required-task-error':
      'expects a refusal of clients without the tasks extension; the gateway follows the task for them instead',
  },
};
