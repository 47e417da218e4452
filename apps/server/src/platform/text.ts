/** True for text that PostgreSQL and UTF-8 can hold as it is: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
