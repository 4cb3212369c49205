import { createWords } from '@dragoman/agis';
import { describe, expect, it } from 'vitest';
import { splitCompound } from './split-compound.js';

const words = createWords();

describe('words that an address writes together', () => {
  it.each([
    ['snmppoller', ['Read multiple SNMP poller settings'], 'snmp-poller'],
    ['berthip', ['Assign the berth an IP'], 'berth-ip'],
    ['openseasons', ['List all open schedule seasons'], 'open-seasons'],
    ['berthshavingcranes', ['fetchBerthsHavingCranesByDay'], 'berths-having-cranes'],
    ['boatplans', ['List the boat plans', 'Get one of the boatplans', 'Delete a boat plan'], 'boat-plans'],
  ])('splits /%s by the texts', (segment, texts, split) => {
    expect(splitCompound(segment, texts, words)).toBe(split);
  });

  it.each([
    ['harbors', ['List the harbors']],
    ['boatkit', ['Create a BoatKit session', 'createBoatKit']],
    ['worklist', ['Get the work of the list']],
    ['seasonsopen', ['List the seasons']],
  ])('leaves /%s alone', (segment, texts) => {
    expect(splitCompound(segment, texts, words)).toBe(segment);
  });
});
