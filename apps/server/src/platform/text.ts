/** Whether PostgreSQL and UTF-8 can store the text unchanged: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

// White space, control and format characters, the fillers and selectors that Unicode calls ignorable, and the empty
// Braille pattern are invisible.
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function isVisibleText(text: string): boolean {
  return visible.test(text);
}

/** Escapes text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
