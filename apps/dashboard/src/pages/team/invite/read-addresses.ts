export interface ReadAddress {
  /** The text that was typed, which stays in the field if the address isn't invited. */
  typed: string;
  name: string;
  email: string;
  isAddress: boolean;
}

// Commas and semicolons inside quotes belong to a name.
const part = /(?:"[^"\n]*"|[^,;\n])+/g;
const mail = /[^\s"<>()]*@[^\s"<>()]*/g;
const wholeMail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/**
 * Reads the addresses in a text as people copy them: separated by lines, commas, semicolons or blanks, with or without
 * a name, each address once.
 */
export function readAddresses(text: string): ReadAddress[] {
  const read = new Map<string, ReadAddress>();
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
  return [...read.values()];

  function add(address: Omit<ReadAddress, "isAddress">): void {
    const key = address.email.toLowerCase();
    if (!read.has(key)) read.set(key, { ...address, isAddress: wholeMail.test(address.email) });
  }
}

function withoutScheme(email: string): string {
  return email.replace(/^mailto:/i, "");
}

function nameIn(text: string): string {
  return text.replace(/["<>()\s]+/g, " ").trim();
}
