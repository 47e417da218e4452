let region: HTMLElement | undefined;

/** Announces the result of an action, such as a move, save or copy, to screen readers without moving the focus. */
export function announce(message: string): void {
  if (region === undefined) {
    region = document.createElement("div");
    region.setAttribute("role", "status");
    region.className = "visually-hidden";
  }
  // Announces inside an open dialog, because screen readers ignore everything outside it.
  const place = [...document.querySelectorAll("dialog")].at(-1) ?? document.body;
  if (region.parentElement !== place) place.append(region);
  // Screen readers announce a repeated message only if its text differs.
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}
