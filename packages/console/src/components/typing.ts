/** Whether a person types in a field: shortcuts are off meanwhile, and nothing may take the focus unasked. */

/** True for an element that takes text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // The editor's content lies in a shadow root.
  const element = (target.shadowRoot?.activeElement as HTMLElement | null) ?? target;
  const isToggle = element instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(element.type);
  return !isToggle && (element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName));
}

/** Resolves when nobody types: at once, or when the focus has left the field. */
export function untilNotTyping(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isTyping(document.activeElement)) return;
      removeEventListener('focusout', later);
      resolve();
    };
    // While the focus moves, no element has it.
    const later = () => void setTimeout(check);
    addEventListener('focusout', later);
    check();
  });
}
