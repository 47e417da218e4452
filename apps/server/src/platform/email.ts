import { domainToASCII } from "node:url";

const maxBytes = 254;
const maxLocalBytes = 64;
// Excludes white space, invisible characters, and characters that separate addresses in a header.
const atoms = /^[^\s\p{C}\p{Z}"(),.:;<>@[\\\]]+(?:\.[^\s\p{C}\p{Z}"(),.:;<>@[\\\]]+)*$/u;
const quoted = /^"(?:[^\s\p{C}\p{Z}"\\]|\\[!-~])+"$/u;
const domainText = /^[^\s\p{C}\p{Z}!-,/:-@[-^`{-~]+$/u;
const domainLabels = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Normalizes an email address to the one form that is stored and compared: lower case, ASCII domain (IDNA), no
 * surrounding blanks. Undefined for text that isn't an address.
 */
export function normalEmail(text: string): string | undefined {
  if (text.length > 4 * maxBytes || !text.isWellFormed()) return undefined;
  // `trim` would also remove line breaks, which must be refused.
  const address = text.replace(/^[ \t]+|[ \t]+$/g, "").normalize("NFC");
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(at, 0)).toLowerCase();
  const given = address.slice(at + 1);
  if (!(atoms.test(local) || quoted.test(local)) || !domainText.test(given)) return undefined;
  const domain = domainToASCII(given);
  // Refuses IPv4 addresses: `domainToASCII` converts every spelling of an IPv4 address to dotted digits.
  if (!domainLabels.test(domain) || /^[\d.]+$/.test(domain)) return undefined;
  const whole = `${local}@${domain}`;
  const isTooLong = Buffer.byteLength(whole) > maxBytes || Buffer.byteLength(local) > maxLocalBytes;
  return isTooLong ? undefined : whole;
}

/**
 * Splits `Name <address>` or a bare address; undefined if there is no valid address. Whatever characters the name
 * contains, it remains one name.
 */
export function parseSender(text: string): { name: string; address: string } | undefined {
  const [, name = "", address = text] = /^([^<>\p{C}]*)<([^<>]+)>$/u.exec(text) ?? [];
  if (normalEmail(address) === undefined) return undefined;
  const [, quoted] = /^"(.*)"$/u.exec(name.trim()) ?? [];
  return { name: quoted?.replaceAll(/\\(.)/gu, "$1") ?? name.trim(), address: address.trim() };
}

/**
 * Normalizes a person's input for lookups and attempt counters, so that all spellings of an address are equal. Text
 * that isn't an address matches no account, but attempts with it are counted too.
 */
export function comparedEmail(text: string): string {
  return normalEmail(text) ?? text.toLowerCase();
}
