/** Outcomes of sentences that ask something: "Checks whether an address is free". */

/** "Analyze hosts to determine if they are safe" → "Whether the hosts are safe is returned". */
const aboutObject =
  /^(?:.{0,80}\bto )?[a-z]+ ((?:[\w-]+ ){1,4})to (?:check|determine|verify|see) (?:if|whether) (?:they|it) ([^.;]{5,120})/i;

/** "Checks whether an address is free" → "Whether an address is free is returned". */
export function questionOf(sentence: string): string | undefined {
  const [, things, rest = ''] = aboutObject.exec(sentence) ?? [];
  if (things !== undefined)
    return `Whether ${/^(?:an?|the) /i.test(things) ? things : `the ${things}`}${rest.trim()} is returned`;
  // "Validate email address is from a free provider"
  const [, article = '', thing, state = ''] =
    /^(?:checks?|verif(?:y|ies)|validates?) (an? |the )?(?!if |whether |that )((?:[a-z]+ ){1,3})((?:is|are|has|have|exists?|works?|matches|belongs|contains) [^.;]{3,120})/i.exec(
      sentence,
    ) ?? [];
  if (thing !== undefined && !/\b(?:if|whether|that) $/.test(thing))
    return `Whether ${article === '' ? 'the ' : article}${thing}${state.trim()} is returned`;
  const [, clause] =
    /\b(?:checks?|determines?|verif(?:y|ies)|validates?|detects?|tests?)\s+(?:if|whether)\s+([^.;]{5,160})/i.exec(
      sentence,
    ) ??
    /^(?:checks?|verif(?:y|ies))\s+that\s+([^.;]{5,160})/i.exec(sentence) ??
    /^(?:returns?|indicates?|tells?|shows?)\s+(?:if|whether)\s+([^.;]{5,160})/i.exec(sentence) ??
    [];
  // "they" stands for something that was said before.
  return clause === undefined || /^(?:they|it|these|this|that) /i.test(clause)
    ? undefined
    : `Whether ${clause
        .replace(/ or not\b/, '')
        .replace(
          /,\s+(?:primarily|mainly|usually|typically|used|useful|which|so|but|e\.g|i\.e|for example|by)\b.*$/,
          '',
        )
        .replace(
          /^(?=(?:[a-z]+|[A-Z]{2,}) (?:exists|is|has|belongs)\b)(?!(?:there|everything|something|someone)\b)/,
          'the ',
        )
        .replace(/,? by (?:providing|passing|using|supplying|specifying|giving) .*$/, '')
        .trim()} is returned`;
}
