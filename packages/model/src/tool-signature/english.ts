/**
 * Detects text that is clearly not English: mostly in another script, or with many function words of another language.
 */

const otherWords =
  /\b(?:der|die|das|und|nicht|für|mit|eine?[nrms]?|wird|werden|sie|ist|le|les|des|une?|pour|dans|avec|est|sur|qui|los|las|para|con|una|por|que|como|del|della|degli|gli|nella|sono|het|een|voor|niet|van|wordt|jest|się|nie|dla|przez|och|för|som|att|inte)\b/giu;
const englishWords =
  /\b(?:the|of|and|to|for|with|by|a|an|in|on|is|are|be|when|use|this|that|from|at|or|it|its|not|as|one|all)\b/gi;

/** True unless most letters are of another script, or function words of another language outnumber the English ones. */
export function isMostlyEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 0 && latin * 2 < letters) return false;
  const foreign = text.match(otherWords)?.length ?? 0;
  const english = text.match(englishWords)?.length ?? 0;
  return foreign < 2 || foreign <= english;
}
