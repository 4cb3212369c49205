import { defineTool } from '@dragoman/middleware';

const city = { name: 'City', description: 'Name of the city.' } as const;
const temperature = { name: 'Temperature', type: 'int', description: 'In degrees Celsius.' } as const;

export const lookupTemperature = defineTool({
  toolId: '5d2b8c1e-7f43-4a8e-9a55-0c1b7a9d4e10',
  name: 'lookup_temperature_by_city',
  // Version 1 has no handler: version 2 answers for it, without the outputs that version 1 did not have.
  earlier: [{ description: 'Returns the temperature.', inputs: { city }, outputs: { temperature } }],
  description: 'Returns the temperature in a city, now or later.',
  inputs: { city, hours: { name: 'Hours Ahead', type: 'int', description: '0 is now.', required: false } },
  outputs: { temperature, rain: { name: 'Rain', type: 'boolean', description: 'Whether it rains then.' } },
  run: ({ hours = 0 }) => ({ temperature: 20 - hours, rain: hours > 3 }),
});
