/**
 * The two sample agents of all examples in the description. A test registers them and runs each example, so that the
 * examples match actual responses.
 */
import type { JsonObject } from '@dragoman/model';
import type { ExampleDescription } from '../../../transport/route.js';

/** An agent with two operations, as its provider sends it. */
export const freightDesk: JsonObject = {
  id: 'northquay-freight-desk',
  name: 'Northquay Freight Desk',
  description: 'Quotes container rates and tells where a booked container is.',
  version: '2.3.0',
  publisher: 'Northquay Forwarding',
  capabilities: ['freight_quote', 'shipment_tracking'],
  tags: ['logistics', 'sea'],
  endpoint: 'https://agents.northquay.example/desk',
  supported_languages: ['en', 'pl', 'de'],
  authentication: {
    type: 'oauth2_bearer',
    instructions: 'https://northquay.example/developers',
    scopes: ['freight.read'],
  },
  status: 'active',
  operations: [
    {
      name: 'quoteRate',
      description: 'Price of one container between two ports.',
      inputs: {
        type: 'object',
        properties: {
          from_port: { type: 'string' },
          to_port: { type: 'string' },
          container: { type: 'string', enum: ['20DC', '40HC'] },
        },
        required: ['from_port', 'to_port', 'container'],
        additionalProperties: false,
      },
      outputs: { type: 'object', properties: { price_eur: { type: 'number' } }, required: ['price_eur'] },
      examples: [
        { input: { from_port: 'Gdansk', to_port: 'Porto', container: '40HC' }, output: { price_eur: 1840.5 } },
      ],
    },
    {
      name: 'trackContainer',
      description: 'Last known position of a booked container.',
      inputs: { type: 'object', properties: { booking: { type: 'string' } }, required: ['booking'] },
      outputs: { type: 'object', properties: { position: { type: 'string' } } },
    },
  ],
};

/** A simple agent in the older form: type names, authentication as text, `provider`. */
export const pierWeather: JsonObject = {
  id: 'pier-weather-001',
  name: 'Pier Weather',
  description: 'Wind and wave forecast for a harbour pier.',
  capabilities: ['weather_forecast'],
  inputs: { harbour: 'string', hours_ahead: 'integer' },
  outputs: { wind_knots: 'number', wave_metres: 'number' },
  tags: ['Weather', 'Sea'],
  authentication: 'API Key',
  endpoint: 'https://pierweather.example/forecast',
  version: '1.0',
  provider: 'Pier Weather Co-operative',
};

/** The served form of the second. The first is served as it was sent. */
export const pierWeatherServed: JsonObject = {
  ...pierWeather,
  inputs: {
    type: 'object',
    properties: { harbour: { type: 'string' }, hours_ahead: { type: 'integer' } },
    required: ['harbour', 'hours_ahead'],
  },
  outputs: {
    type: 'object',
    properties: { wind_knots: { type: 'number' }, wave_metres: { type: 'number' } },
    required: ['wind_knots', 'wave_metres'],
  },
  authentication: { type: 'api_key' },
  publisher: 'Pier Weather Co-operative',
};

/** Summary of the first. */
export const freightDeskSummary: JsonObject = {
  id: 'northquay-freight-desk',
  name: 'Northquay Freight Desk',
  description: 'Quotes container rates and tells where a booked container is.',
  endpoint: 'https://agents.northquay.example/desk',
  capabilities: ['freight_quote', 'shipment_tracking'],
};

/** Summary of the second. */
export const pierWeatherSummary: JsonObject = {
  id: 'pier-weather-001',
  name: 'Pier Weather',
  description: 'Wind and wave forecast for a harbour pier.',
  endpoint: 'https://pierweather.example/forecast',
  capabilities: ['weather_forecast'],
};

const windQuestion = 'wind forecast for the harbour';

/** Example searches and their results among the two; a response has the key of its request. */
export const searchExamples: {
  requests: Readonly<Record<string, ExampleDescription>>;
  responses: Readonly<Record<string, ExampleDescription>>;
} = {
  requests: {
    by_task: { summary: 'A task in words', value: { query: windQuestion, top: 5 } },
    by_filters: { summary: 'Filters only', value: { filters: { tags: ['sea'], language: 'pl' }, top: 10 } },
    both: {
      summary: 'A task with a hard condition',
      value: { query: 'where is my container', filters: { capability: 'shipment_tracking' }, top: 5 },
    },
  },
  responses: {
    by_task: {
      summary: 'An object with scores',
      value: {
        results: [{ ...pierWeatherSummary, score: 0.87 }],
        count: 1,
        top: 5,
        skip: 0,
        query: windQuestion,
        search_time: 0.4,
      },
    },
    by_filters: { summary: 'A bare array, by name', value: [freightDeskSummary, pierWeatherSummary] },
    both: {
      summary: 'Only agents that match the filter',
      value: {
        results: [{ ...freightDeskSummary, score: 0.42 }],
        count: 1,
        top: 5,
        skip: 0,
        query: 'where is my container',
        search_time: 0.3,
      },
    },
  },
};
