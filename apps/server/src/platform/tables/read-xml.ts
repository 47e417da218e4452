export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** The text directly in it. */
  text: string;
}

const token = /<\?xml [^?]*\?>\s*|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The root of a document of elements, attributes and text, for tests. Throws an Error where it is not well-formed. */
export function readXml(xml: string): Element {
  const document: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [document];
  token.lastIndex = 0;
  for (let at = 0; at < xml.length; at = token.lastIndex) {
    const found = token.exec(xml);
    const parent = open.at(-1);
    if (found === null || parent === undefined) throw malformed(xml, at);
    const [, closing, opening, attributes = "", selfClosing, text] = found;
    if (text !== undefined) parent.text += unescape(text);
    if (closing !== undefined && open.pop()?.name !== closing) throw malformed(xml, at);
    if (opening === undefined) continue;
    const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value = ""]) => [
      name,
      unescape(value),
    ]);
    const element = { name: opening, attributes: Object.fromEntries(pairs), children: [], text: "" };
    if (Object.keys(element.attributes).length !== pairs.length) throw malformed(xml, at);
    parent.children.push(element);
    if (selfClosing === "") open.push(element);
  }
  const [root, ...more] = document.children;
  if (root === undefined || more.length > 0 || open.length !== 1 || document.text.trim() !== "")
    throw malformed(xml, xml.length);
  return root;
}

// XML 1.0: line ends 2.11, characters 2.2, references 4.1.
function unescape(text: string): string {
  if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text)) throw malformed(text, 0);
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(/&([^;]*);?/g, (reference, name: string) => {
    const character = /^#\d+$/.test(name) ? String.fromCodePoint(Number(name.slice(1))) : entities[name];
    if (character === undefined || !reference.endsWith(";")) throw malformed(text, text.indexOf(reference));
    return character;
  });
}

function malformed(xml: string, at: number): Error {
  return new Error(`not well-formed: ${JSON.stringify(xml.slice(at, at + 60))}`);
}
