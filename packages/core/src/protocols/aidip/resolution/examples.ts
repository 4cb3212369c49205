/** Example resolutions over the sample agents; a response has the key of its request. */
import type { ExampleDescription } from '../../../transport/route.js';

const windIntent = 'wind forecast for the harbour of Gdansk in 6 hours';

/** Example requests and their responses. */
export const resolveExamples: {
  requests: Readonly<Record<string, ExampleDescription>>;
  responses: Readonly<Record<string, ExampleDescription>>;
} = {
  requests: {
    by_intent: { summary: 'An intent', value: { intent: windIntent, context: { holds: ['harbour'] }, top: 2 } },
    with_policy: {
      summary: 'A policy that no agent meets',
      value: { intent: windIntent, policy: { verified_only: true, max_impact: 'informational' } },
    },
  },
  responses: {
    by_intent: {
      summary: 'One operation that fits',
      value: {
        decision: 'found',
        candidates: [
          {
            id: 'pier-weather-001',
            name: 'Pier Weather',
            endpoint: 'https://pierweather.example/forecast',
            score: 0.83,
            reason:
              'Wind and wave forecast for a harbour pier; words: wind, forecast, harbour; still needs hours_ahead',
            reasons: {
              words: ['wind', 'forecast', 'harbour'],
              inputs: {
                given: [],
                held: ['harbour'],
                missing: [{ name: 'hours_ahead', detail: 'No value was given for hours ahead.' }],
              },
              notes: [],
            },
            invocation: {
              method: 'POST',
              content_type: 'application/json',
              operation: null,
              authentication: { type: 'api_key' },
              gateway: '/agents/pier-weather-001/invoke',
            },
          },
        ],
        excluded: [],
        matched_by: ['words'],
        notes: ['Meaning was not compared: this registry has no embedder.'],
      },
    },
    with_policy: {
      summary: 'Nothing rather than the nearest',
      value: {
        decision: 'nothing',
        candidates: [],
        excluded: [{ line: 'verified_only', count: 1, ids: ['pier-weather-001'] }],
        matched_by: ['words'],
        notes: ['No operation of this catalogue that you may see matches the intent.'],
      },
    },
  },
};
