/** The agent's side of AGIS. Each export is named by hand. Needs `@dragoman/core`, which the rest of this package does not. */
export type { EndpointAnswer, EndpointCallOptions } from './call-endpoint.js';
export type { AgisAgent, AgisAgentOptions, FailedDiscovery } from './create-agent.js';
export { createAgisAgent } from './create-agent.js';
export type { DiscoveredService, DiscoveryOptions, DiscoveryStep } from './discover-service.js';
export type { Negotiated, Proposal } from './negotiate.js';
export { mostTurns } from './negotiate.js';
export { asPromptSlot, matchingInstructions } from './prompt-slot.js';
