/**
 * Makes keys mean the same for everybody, before any other listener gets them.
 *
 * Enter and Escape may belong to an input method, with which people write Japanese or Chinese, for example. Chromium and
 * Firefox mark such events as `isComposing`; Safari sends the last one after the composition, with the key code 229.
 *
 * On a keyboard whose letters are not Latin, the position of a key decides, so Ctrl+Л is Ctrl+K.
 */
export function unifyKeyboards(): void {
  addEventListener("keydown", unify, { capture: true });
}

function unify(event: KeyboardEvent): void {
  // oxlint-disable-next-line typescript/no-deprecated -- Safari has no other sign of composition.
  if (event.isComposing || event.keyCode === 229) {
    event.stopImmediatePropagation();
    // Otherwise, Escape would also close the dialog.
    if (event.key === "Escape") event.preventDefault();
    return;
  }
  const key = latinKey(event);
  // Typed text is not affected: browsers insert it without looking at this property.
  if (key !== event.key) Object.defineProperty(event, "key", { value: key });
}

function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter === undefined || !/^(?!\p{Script=Latin})\p{L}$/u.test(key)) return key;
  return shiftKey ? letter : letter.toLowerCase();
}
