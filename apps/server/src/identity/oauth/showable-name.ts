const longest = 80;

/**
 * Makes a program's name safe to show on the consent screen: a single line without characters that are invisible,
 * change the text direction or end the surrounding quotation.
 */
export function showableName(name: string): string {
  const line = name
    .replaceAll(/[\s\p{Z}]+/gu, " ")
    .replaceAll(/[\p{C}\p{Pi}\p{Pf}\p{Default_Ignorable_Code_Point}\u2800"„‚]/gu, "")
    .trim();
  return Array.from(line).slice(0, longest).join("").trim();
}
