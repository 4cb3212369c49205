/** What a person reads differently in two signatures of a tool: its texts, and each input and output with type and bounds. */
import type { ToolInput, ToolOutput, ToolSignature } from '@dragoman/model';
import { isRequired, parameterType } from '@dragoman/model';

/** One place with its texts; an absent side means added or removed. */
export interface SignatureDifference {
  /** `description`, `input city`, `input city, description`, `output grid`. */
  place: string;
  before?: string;
  after?: string;
}

/** Longest text of a side in characters. */
const maxText = 2000;

/** The places that differ, in the order of the newer signature; removed ones come last. */
export function listDifferences(before: ToolSignature, after: ToolSignature): SignatureDifference[] {
  const was = placesOf(before);
  const is = placesOf(after);
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((place) => {
    const [old, now] = [was.get(place), is.get(place)];
    if (old === now) return [];
    return [{ place, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) }];
  });
}

function placesOf({ description, input_parameters, output_parameters }: ToolSignature): Map<string, string> {
  const texts: [string, string][] = [
    ['description', description],
    ...input_parameters.flatMap((input) => parameterPlaces('input', input, inputText(input))),
    ...output_parameters.flatMap((output) => parameterPlaces('output', output, output.type ?? 'string')),
  ];
  return new Map(texts.filter(([, text]) => text !== '').map(([place, text]) => [place, text.slice(0, maxText)]));
}

function parameterPlaces(
  subject: string,
  { name, description }: ToolInput | ToolOutput,
  contract: string,
): [string, string][] {
  return [
    [`${subject} ${name}`, contract],
    [`${subject} ${name}, description`, description],
  ];
}

/** The contract of an input: `string, required, at most 20 characters`. */
function inputText(input: ToolInput): string {
  const { min, max, maxLength, 'allowed-values': values = [] } = input;
  return [
    parameterType(input),
    isRequired(input) ? 'required' : 'optional',
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(values.length === 0 ? [] : [`one of ${values.map(({ name }) => name).join(', ')}`]),
  ].join(', ');
}
