/** Whether PostgreSQL and UTF-8 can store the text unchanged: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

// Matches a visible character. Invisible are white space, control and format characters, the fillers and selectors that
// Unicode calls ignorable, and the empty Braille pattern.
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function isVisibleText(text: string): boolean {
  return visible.test(text);
}

// Embeddings, overrides and isolates change the direction of the text after them. Marks such as U+200E and joiners are
// part of ordinary spelling.
const directions = /[\u202A-\u202E\u2066-\u2069]/g;
// Control codes and the separators of lines and paragraphs, except NUL, which is refused.
const breaks = /(?:(?!\0)[\p{Cc}\u2028\u2029])+/gu;
const outerBreaks = /^(?:(?!\0)[\p{Cc}\u2028\u2029])+|(?:(?!\0)[\p{Cc}\u2028\u2029])+$/gu;

/** Makes a name one line, and removes characters that change how the text around it is shown. */
export function cleanLine(text: string): string {
  return text.replaceAll(directions, "").replaceAll(outerBreaks, "").replaceAll(breaks, " ");
}

/**
 * Normalizes a name, so that names that look the same are equal: one line, composed, with ordinary blanks only inside.
 */
export function cleanName(text: string): string {
  const blanks = cleanLine(text).replaceAll(/[\u00A0\u2007\u202F]/g, " ");
  return blanks
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/g, "")
    .trim()
    .normalize("NFC");
}

/**
 * Escapes characters that could control a terminal or change the direction of its text, as JSON does. Line feeds and
 * tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /(?![\t\n])[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Escapes text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const nodeAdvice = /;? *if the root CA is installed locally, try running Node\.js with --use-system-ca/g;
const openSslError = /\b[0-9A-F]{8,}:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):\S*/g;

/**
 * Returns the message of a TLS error without the parts that do not help an operator: the advice to start Node with
 * another option, and the names of OpenSSL's functions and files.
 */
export function plainTlsText(message: string): string {
  return message.replaceAll(nodeAdvice, "").replaceAll(openSslError, "$1");
}

/** Returns the UTF-8 bytes of a text, one character per byte. */
export function toBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Returns the text that these bytes encode in UTF-8. */
export function readBytes(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString();
}
