let region: HTMLElement | undefined;

/** Says something to screen readers without moving the focus: results of moves, saves and copies. */
export function announce(message: string): void {
  if (region === undefined) {
    region = document.createElement("div");
    region.setAttribute("role", "status");
    region.className = "visually-hidden";
  }
  // Nothing is heard from outside of an open dialog.
  const place = [...document.querySelectorAll("dialog")].at(-1) ?? document.body;
  if (region.parentElement !== place) place.append(region);
  // The same message a second time is said only when the text changes.
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}
