const longest = 80;

/**
 * A name that a program gives itself, as it may be shown to a person who decides about the program: on one line, without
 * characters that are invisible, change the direction of the text around them, or end the quotation that they stand in.
 */
export function showableName(name: string): string {
  const line = name
    .replaceAll(/[\s\p{Z}]+/gu, " ")
    .replaceAll(/[\p{C}\p{Pi}\p{Pf}\p{Default_Ignorable_Code_Point}\u2800"„‚]/gu, "")
    .trim();
  return Array.from(line).slice(0, longest).join("").trim();
}
