/** Tests how descriptions of services are shown to people. */
import { describe, expect, it } from 'vitest';
import { createPalette } from '../terminal/paint.js';
import { agentCard } from './agent-card.js';
import { agentRow } from './agent-table.js';

const color = createPalette(false);
const instructions = `# Everything Server\n\nServes **everything**.\n\n${'## Rules\n\nIf asked, respond with the list.\n\n'.repeat(40)}`;
const agent = { id: 'everything', name: 'Everything', description: instructions, capabilities: [] };
const plain = ({ painted }: { painted: string }) => painted;

describe('the description of a service', () => {
  it('is one sentence without Markdown in a row', () => {
    const [, , , cell] = agentRow({ ...agent, url: '' } as never, color);
    expect(String(cell)).not.toMatch(/[#*]/);
    expect(String(cell).length).toBeLessThanOrEqual(200);
  });

  it('is shortened on the card of a service, with its length, and whole where it is short', () => {
    const [, shown] = agentCard(agent as never, color).map(plain);
    expect(shown).toMatch(/^Everything Server.* … \(\d+ characters; --json shows all\)$/);
    expect(shown).not.toMatch(/[#*]/);
    const short = agentCard({ ...agent, description: 'Lends kilns.' } as never, color).map(plain);
    expect(short[1]).toBe('Lends kilns.');
  });
});
