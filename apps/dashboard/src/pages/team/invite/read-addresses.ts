export interface ReadAddress {
  /** The text that was typed, which stays in the field if the address isn't invited. */
  typed: string;
  name: string;
  email: string;
  isAddress: boolean;
  /** Whether the same address comes before. */
  isDouble: boolean;
}

// Commas and semicolons inside quotes belong to a name.
const part = /(?:"[^"\n]*"|[^,;\n])+/g;
const mail = /[^\s"<>()]*@[^\s"<>()]*/g;
const wholeMail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/**
 * Reads the addresses in a text as people copy them: separated by lines, commas, semicolons or blanks, with or without
 * a name.
 */
export function readAddresses(text: string): ReadAddress[] {
  const read: ReadAddress[] = [];
  const known = new Set<string>();
  let before = "";
  for (const { 0: found, index } of text.matchAll(part)) {
    const typed = before + found.trim();
    before = "";
    const emails = found.match(mail) ?? [];
    const [first] = emails;
    if (first === undefined) {
      // This part is the first half of a name, as in "Winkel, Nora <nora@example.com>".
      if (text[index + found.length] === "," && /^,[^,;\n]*</.test(text.slice(index + found.length)))
        before = `${typed}, `;
      else if (typed !== "") add({ typed, name: "", email: typed });
    } else if (emails.length > 1)
      emails.forEach((email) => add({ typed: email, name: "", email: withoutScheme(email) }));
    else add({ typed, name: nameIn(typed.replace(first, "")), email: withoutScheme(first) });
  }
  return read;

  function add(address: Pick<ReadAddress, "typed" | "name" | "email">): void {
    const key = address.email.toLowerCase();
    read.push({ ...address, isAddress: wholeMail.test(address.email), isDouble: known.has(key) });
    known.add(key);
  }
}

function withoutScheme(email: string): string {
  return email.replace(/^mailto:/i, "");
}

function nameIn(text: string): string {
  return text.replace(/["<>()\s]+/g, " ").trim();
}
