/**
 * Scenarios that the gateway fails, with the reason; only those that the server on the official packages fails too. A
 * listed scenario that passes fails the run.
 */
export const expectedFailures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: {},
  '2025-11-25': {},
  '2026-07-28': {},
};
