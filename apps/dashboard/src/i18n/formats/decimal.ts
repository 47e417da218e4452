/** Converts minor units to an exact decimal number: `1234` with two digits is `12.34`. */
export function toDecimal(minor: number, digits: number): `${number}` {
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const sign = minor < 0 ? "-" : "";
  return `${sign}${whole}${digits === 0 ? "" : `.${text.slice(-digits)}`}` as `${number}`;
}
