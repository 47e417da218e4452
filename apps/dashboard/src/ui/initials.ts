/** The first letters of the first and the last word, of what stands before the @ in an email address. */
export function initialsOf(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase()).join("");
}
