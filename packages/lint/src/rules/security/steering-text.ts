/** Detects prompt injection; a rule checks descriptions, the probe checks responses. */

const hidden = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|<!--(?!\s*ReDoc-Inject:)/u;
const comment = /<!--(?!\s*ReDoc-Inject:)[\s\S]*?-->/g;
const override = /\b(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|earlier|preceding)\b/i;
const others =
  /\bdisregard (?:all|any|your|the) (?:instructions|rules|guidelines)\b|\byou are (?:now )?(?:an? )?(?:ai|assistant|language model|agent)\b|(?:^|\n)\s*system:|\bas an ai\b|\bdo not (?:tell|inform|mention (?:this|it) to) the user\b|\balways call this\b/i;

/** What was detected in a text. */
export interface Steering {
  what: string;
  /** True for hidden text, and for attempts to override earlier instructions. */
  severe: boolean;
  /** The text without its hidden parts. */
  visible: string;
}

/** The first prompt injection pattern in a text; undefined when there is none. */
export function findSteering(text: string): Steering | undefined {
  if (hidden.test(text)) {
    const visible = text.replace(comment, '').replace(new RegExp(hidden.source, 'gu'), '');
    return { what: 'hidden characters or a hidden comment', severe: true, visible };
  }
  const found = override.exec(text) ?? others.exec(text);
  return found === null ? undefined : { what: `"${found[0].trim()}"`, severe: override.test(text), visible: text };
}
