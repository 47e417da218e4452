/** Runs a function once a dialog or a list that is closing has moved the focus back, which takes two frames. */
export function afterClosing(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
