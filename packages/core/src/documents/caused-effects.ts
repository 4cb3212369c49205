/**
 * Sentences that say what a call causes instead of what the operation does: "After this call the old badge no longer
 * opens any door". Descriptions of reads hardly ever speak of the call as an event.
 */
import type { ConductEvidence } from './conduct-readings.js';
import { lastSegment, sentencesOf, words } from './conduct-readings.js';
import { maxSentences } from './effect-evidence.js';

const request = '(?:call|request|visit|invocation|hit)';
const requested = '(?:called|requested|visited|accessed|invoked|opened|fetched|hit|triggered)';
const own = '(?:it|this|(?:the|this) (?:endpoint|operation|address|ur[li]|page|link|resource|method|route|path))';

/** The call as an event: at the start of a sentence, or at its end where the event comes at once. */
const event = new RegExp(
  `^(?:when(?:ever)?|once|each time|every time|as soon as|the moment) (?:${own} is )?${requested}\\b|` +
    `\\b(?:as soon as|whenever|each time|every time|the moment) ${own} is ${requested}\\b|` +
    `^(?:after|upon) (?:this|the|each|every) ${request}\\b|` +
    `^(?:each|every|one|a single) ${request} (?!is\\b|must\\b|can\\b|may\\b|should\\b|has\\b|needs?\\b|counts?\\b)`,
  'i',
);

/** What such a sentence says of a read. */
const reading =
  /\b(?:returns?|returned|respon[ds]\w*|retriev\w*|lists?|shows?|contains?|includes?|errors?|limit(?:ed|s)?|results?|throttled|without|with no)\b/i;

/** Why an operation may act: a sentence says what a call causes, or the title has its verb as a noun. */
export function causedEffect({ path, summary, description }: ConductEvidence): string | undefined {
  const title = lightVerb(path, summary ?? description);
  if (title !== undefined) return `may change something: '${title}'`;
  return saidToCause(description);
}

/** "After this call the old badge no longer opens any door" */
export function saidToCause(description: string | undefined): string | undefined {
  const said = sentencesOf(description, maxSentences).find((each) => event.test(each) && !reading.test(each));
  return said === undefined ? undefined : `the description says what a call causes: '${said.slice(0, 80)}'`;
}

/** "Gives the gate a nudge" at `/gate/nudge`. */
function lightVerb(path: string, text: string | undefined): string | undefined {
  const [start = ''] = sentencesOf(text, 1);
  const [, noun = ''] = /^(?:gives?|takes?|makes?|do(?:es)?|has|have) (?:\w+ ){0,4}?an? (\w+)\b/i.exec(start) ?? [];
  const verb = noun.toLowerCase();
  if (verb === '' || verb !== lastSegment(path).toLowerCase() || !words.isVerb(verb)) return undefined;
  return words.familiesOf(verb).some((family) => /^(?:find|read|analyse)$/.test(family)) ? undefined : verb;
}
