/** Names of files in which bytes of third parties are saved. */
import { expect, it } from 'vitest';
import { fileName } from './media-list.js';

it.each([
  [{ mediaType: 'image/png' }, 'result.png'],
  [{ mediaType: 'image/jpeg', name: 'pier' }, 'pier.jpg'],
  [{ mediaType: 'application/pdf', name: 'manual.pdf' }, 'manual.pdf'],
  [{ mediaType: 'application/octet-stream', name: '../../.bashrc\u202e' }, '_.._.bashrc_'],
  [{ mediaType: 'text/html"><script>', name: '' }, 'result'],
])('%j is saved as %s', (media, name) => expect(fileName(media)).toBe(name));
