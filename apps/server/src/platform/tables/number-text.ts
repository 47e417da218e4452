/** Returns the digits of an integer; throws a RangeError for anything else. */
export function integerText(value: string | number): string {
  if (typeof value === "number" ? Number.isSafeInteger(value) : /^-?\d+$/.test(value)) return BigInt(value).toString();
  throw new RangeError(`${JSON.stringify(value)} isn't an exact integer`);
}

/** Formats minor units as an exact decimal in major units: 2777778 with 2 decimals is "27777.78". */
export function moneyText(minorUnits: string | number, decimals: number): string {
  const text = integerText(minorUnits);
  if (decimals === 0) return text;
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length).padStart(decimals + 1, "0");
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * Formats seconds as decimal hours: 5400 is "1.5". Four decimals are enough to compute the exact seconds from the
 * hours.
 */
export function hoursText(seconds: string | number): string {
  const tenThousandths = (BigInt(integerText(seconds)) * 100n) / 36n;
  return moneyText(tenThousandths.toString(), 4).replace(/\.?0+$/, "");
}

/** Formats seconds as `h:mm:ss`, with as many hours as needed: 90061 is "25:01:01", -1 is "-0:00:01". */
export function durationText(seconds: string | number): string {
  const total = BigInt(integerText(seconds));
  const [sign, left] = total < 0n ? ["-", -total] : ["", total];
  const twoDigits = (part: bigint) => part.toString().padStart(2, "0");
  return `${sign}${left / 3600n}:${twoDigits((left / 60n) % 60n)}:${twoDigits(left % 60n)}`;
}
