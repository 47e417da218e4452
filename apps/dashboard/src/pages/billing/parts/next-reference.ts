/** Counts the last number of a reference up: `2026-009` becomes `2026-010`. Empty if it has none. */
export function nextReference(last = ""): string {
  const next = (digits: string) => String(BigInt(digits) + 1n).padStart(digits.length, "0");
  return /\d/.test(last) ? last.replace(/\d+(?=\D*$)/, next) : "";
}
