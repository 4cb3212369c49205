/** The first sentence of a description, without headings, labels and the parameter lists of documentation comments. */
import { firstSentence } from '@dragoman/model';

/** Maximum length of intent and outcome (§13). */
const maxSentenceLength = 500;

/** `:param name:`, `@param name` and headings such as "Args:" begin the fields of a documentation comment. */
const commentFields =
  /(?:^|\s)(?:[:@\\](?:param|type|returns?|rtype|raises?|throws?|arg|keyword|yields?)\b|(?:Args|Arguments|Parameters|Params|Returns|Raises|Yields|Throws):\s).*$/s;

/** The first sentence of a plain text; empty when the text is only a list of parameters. */
export function leadSentence(text: string): string {
  const lead = firstSentence(text.replace(commentFields, ''), maxSentenceLength);
  const plain = lead.replace(/,? (?:as an example|for example|e\.g\.?|for instance)[, :].*$/is, '');
  // The next sentence may begin with a name in lower case: "Creates a session. validUntil is a time".
  const unlisted = plain
    // "Operates on a printout. given an ID."
    .replace(/(?<=[a-z]{4}\.)(?<!\b(?:approx|incl|excl|resp|spec|temp|para|prod|vers)\.) +(?=[a-z]+ [a-z]).*$/s, '')
    .replace(/(?<=[a-z)]\.)\s+[-•*]\s.*$/s, '');
  return unlisted.replace(/(?<=[a-z\d)]{3}\.)\s+(?=[*_`:@]|[a-z]+[A-Z]|Note\b|Caution\b).*$/s, '');
}

/** "Not for internal use.", "Requires authentication.": a sentence about access before the one about the action. */
const remark =
  /^\s*(?:(?:(?:not )?for )?internal use(?: only)?|async(?:hronous)?|(?:admins?|staff|superusers?) only|(?:authentication|authorization|login|an? api key) (?:is )?required|requires (?:authentication|authorization|login|admin)[^.]{0,60})[.!]\s+(?=[A-Z])/i;

/** A text without its headings in Markdown, and without a label such as "Note:". */
export function withoutHeadings(text: string): string {
  return (
    text
      .replaceAll(/^#{1,6}\s.*$/gm, '')
      .replaceAll(/<h([1-6])\b[^>]*>[^<]*<\/h\1>/gi, '')
      // A remark before the description.
      .replace(/^\s*[*_]{0,2}(?:note|important|warning)\b[^\n]*\n\s*\n(?=\S)/i, '')
      .replace(/^\s*[*_]{0,2}(?:note|important)[*_]{0,2}\s*:[*_]{0,2}\s*/i, '')
      .replace(
        /^\s*(?:[[(]?deprecated[\])]?[:.]?\s*)?(?:please )?use [^.\n]{3,80} instead\.?\s+(?:https?:\S+\s+)?(?:\[[A-Z]\w+\]\s*[\d./-]+\s+)?(?=[A-Z])/i,
        '',
      )
      .replace(remark, '')
      .trim()
  );
}
