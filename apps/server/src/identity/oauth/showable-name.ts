const longest = 80;

/**
 * A program's name for itself, made safe to show to the person who decides about the program: on one line, and without
 * characters that are invisible, change the direction of the surrounding text, or end the surrounding quotation.
 */
export function showableName(name: string): string {
  const line = name
    .replaceAll(/[\s\p{Z}]+/gu, " ")
    .replaceAll(/[\p{C}\p{Pi}\p{Pf}\p{Default_Ignorable_Code_Point}\u2800"„‚]/gu, "")
    .trim();
  return Array.from(line).slice(0, longest).join("").trim();
}
