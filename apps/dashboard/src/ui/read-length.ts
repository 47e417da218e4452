/** A length that tokens.css registers, in pixels as it is now. */
export function readLength(name: `--${string}`): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
}
