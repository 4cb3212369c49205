import { defineTool } from '@dragoman/middleware';

export const lookupWeather = defineTool({
  toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4',
  name: 'lookup_weather_by_city',
  description: 'Returns the weather in a city. Use it when somebody asks how warm it is or will be.',
  tags: ['weather'],
  inputs: {
    city: { name: 'City', description: 'Name of the city, as people say it.', maxLength: 80 },
    days: { name: 'Days Ahead', type: 'int', description: '0 is today.', min: 0, max: 7, required: false },
    unit: {
      name: 'Unit',
      type: 'enum',
      description: 'Unit of the temperature.',
      values: { CELSIUS: 'Degrees Celsius.', FAHRENHEIT: 'Degrees Fahrenheit.' },
    },
  },
  outputs: {
    temperature: { name: 'Temperature', type: 'int', description: 'In the unit asked for.' },
  },
  async run({ city, days = 0, unit }, { signal }) {
    const celsius = await forecast(city, days, signal);
    return { temperature: unit === 'CELSIUS' ? celsius : Math.round(celsius * 1.8 + 32) };
  },
});

export const tools = [lookupWeather];

/** What the API already does; a tool calls it without another hop. */
async function forecast(city: string, days: number, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  return 20 + ((city.length + days) % 10);
}
