/** True for text that PostgreSQL and UTF-8 can hold as it is: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Whether it has the form of an e-mail address; whether somebody reads it only a message can tell. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text) && isStorableText(text) && text.length <= 320;
}
