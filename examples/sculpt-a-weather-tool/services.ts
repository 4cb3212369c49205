/**
 * The two upstream services as plain HTTP servers on this machine, with typical response formats: a geocoder
 * that returns GeoJSON, and a forecast by grid cells. Neither is suitable for a model directly.
 */
import { type DemoUpstream, startUpstream } from '@dragoman/cli';

const places: Record<string, { name: string; at: [number, number]; importance: number }> = {
  bergen: { name: 'Bergen, Vestland, Norway', at: [5.3221, 60.3913], importance: 0.72 },
  'key west': { name: 'Key West, Monroe County, Florida, United States', at: [-81.78, 24.5551], importance: 0.61 },
  // The name matches, but a person is unlikely to mean it.
  atlantis: { name: 'Atlantis Car Wash', at: [-97.1, 32.7], importance: 0.05 },
};

/** The geocoder; `trouble` is the number of upcoming requests that get 503. */
export async function startGeocoder(trouble: { left: number }): Promise<DemoUpstream> {
  return startUpstream({
    describe: (endpoint) => ({
      id: 'geocoder',
      name: 'Open Geocoder',
      description: 'Finds coordinates for names of places.',
      version: '2.1',
      capabilities: ['geocoding'],
      endpoint,
      operations: [
        {
          name: 'search',
          description: 'Places that match a text, best first, as GeoJSON.',
          impact: 'informational',
          inputs: {
            type: 'object',
            properties: { q: { type: 'string' }, limit: { type: 'integer', minimum: 1, maximum: 40 } },
            required: ['q'],
          },
          outputs: { type: 'object', properties: { features: { type: 'array' } }, required: ['features'] },
        },
      ],
    }),
    handle({ input }) {
      if (trouble.left > 0) {
        trouble.left -= 1;
        return { status: 503, body: { error: { code: 'AgentUnavailable', message: 'Busy.' } } };
      }
      const place = places[String(input.q).toLowerCase().split(',')[0]?.trim() ?? ''];
      const features = place === undefined ? [] : [featureOf(place)];
      return { body: { type: 'FeatureCollection', licence: 'ODbL 1.0', features } };
    },
  });
}

function featureOf({ name, at, importance }: (typeof places)[string]) {
  return {
    type: 'Feature',
    properties: { place_id: 298_143, osm_type: 'relation', category: 'boundary', importance, display_name: name },
    geometry: { type: 'Point', coordinates: at },
  };
}

/** The forecast by grid cells. */
export async function startGridForecast(): Promise<DemoUpstream> {
  return startUpstream({
    describe: (endpoint) => ({
      id: 'grid-forecast',
      name: 'Grid Forecast',
      description: 'Forecasts for cells of a grid of 2.5 km.',
      version: '3.0',
      capabilities: ['weather_forecast'],
      endpoint,
      operations: [
        {
          name: 'forecast',
          description: 'The periods of the coming days for the cell around a point.',
          impact: 'informational',
          inputs: {
            type: 'object',
            properties: {
              point: {
                type: 'object',
                properties: { latitude: { type: 'number' }, longitude: { type: 'number' } },
                required: ['latitude', 'longitude'],
              },
              units: { enum: ['si', 'us'] },
            },
            required: ['point'],
          },
          outputs: { type: 'object', properties: { properties: { type: 'object' } }, required: ['properties'] },
        },
      ],
    }),
    handle({ input }) {
      const { latitude, longitude } = input.point as { latitude: number; longitude: number };
      const grid = { gridX: Math.floor((longitude + 180) * 40), gridY: Math.floor((latitude + 90) * 40) };
      return { body: { type: 'Feature', properties: { ...grid, units: input.units, periods: periodsAt(latitude) } } };
    },
  });
}

/** Warm in the south, cool in the north, and different in every period. */
function periodsAt(latitude: number) {
  const noon = Math.round(30 - Math.abs(latitude) / 3);
  return ['Today', 'Tonight', 'Tomorrow'].map((name, at) => ({
    number: at + 1,
    name,
    startTime: `2026-06-0${at + 1}T06:00:00+02:00`,
    isDaytime: name !== 'Tonight',
    temperature: name === 'Tonight' ? noon - 8 : noon,
    temperatureUnit: 'C',
    probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: 40 },
    windSpeed: '7 m/s',
    windDirection: 'SW',
    shortForecast: noon < 15 ? 'Light rain' : 'Mostly sunny',
  }));
}
