/** The agent side of AGIS. Exports are listed explicitly. Needs `@dragoman/core`, unlike the rest of this package. */
export type { EndpointAnswer, EndpointCallOptions } from './call-endpoint.js';
export type { AgisAgent, AgisAgentOptions, FailedDiscovery } from './create-agent.js';
export { createAgisAgent } from './create-agent.js';
export type { DiscoveredService, DiscoveryOptions, DiscoveryStep } from './discover-service.js';
export type { Negotiated, Proposal } from './negotiate.js';
export { mostTurns } from './negotiate.js';
export { asPromptSlot, matchingInstructions } from './prompt-slot.js';
