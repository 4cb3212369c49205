/** Descriptions as text, for editors. */
import { objectWith } from './read-object.js';
import type { CallOptions, Transport } from './transport.js';

/** Where a description is: an address that the server fetches, or a service of the catalogue. */
export type DescriptionPlace = { url: string } | { service: string };

/** The text of a description. */
export interface DescriptionText {
  text: string;
  /** Final address after redirects. */
  uri?: string;
  /** Id of the service that it was written for. */
  service?: string;
}

/** Calls for descriptions. */
export interface DescriptionCalls {
  /** Reads a description; nothing is stored. */
  read(place: DescriptionPlace, options?: CallOptions): Promise<DescriptionText>;
}

/** Creates the calls over a transport. */
export function createDescriptionCalls(transport: Transport): DescriptionCalls {
  return {
    async read(place, options = {}) {
      const answer = await transport.send({
        ...options,
        method: 'POST',
        to: ['descriptions'],
        body: { ...place },
        repeatable: true,
      });
      return objectWith<DescriptionText>(answer, 'description', { text: 'string' });
    },
  };
}
