/** Reads descriptions on the thread of the test. */
import type { DescriptionReading } from '../documents/description-reading.js';
import type { DescriptionReaders } from './read-descriptions.js';
import { findReferences, readDescriptions } from './read-descriptions.js';

/** Creates the port from readers. */
export function createReading(readers: DescriptionReaders): DescriptionReading {
  return {
    references: 'same-origin',
    read: (request) => readDescriptions(request, readers),
    findReferences: (document) => findReferences(document, 'same-origin', readers),
  };
}
