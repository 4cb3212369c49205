/** The path of a request as logs and traces show it: the secret part of an address that receives webhooks is left out. */
export function shownPath(rawPath: string, longest: number): string {
  return rawPath.replace(/^(\/webhook-receivers\/[^/]*\/).*/, '$1…').slice(0, longest);
}
