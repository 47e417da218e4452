interface MediaRange {
  main: string;
  sub: string;
  indent: string | undefined;
  precedence: number;
}

/** Returns the JSON format that this Accept header requests by DRF's rules; undefined if it excludes JSON. */
export function negotiateJson(accept: string | undefined): { indent: number } | undefined {
  if (accept === undefined || accept === "") return { indent: 0 };
  let best: MediaRange | undefined;
  for (const token of accept.split(",")) {
    const range = parseRange(token);
    if (matchesJson(range) && (best === undefined || range.precedence > best.precedence)) best = range;
  }
  return best && { indent: parseIndent(best.indent) };
}

const anything = /(?:^|,)[ \t]*\*\/\*[ \t]*(?:;[ \t]*q=[\d.]*[ \t]*)?(?:,|$)/;

/** Whether the header certainly accepts compact JSON: a quick check for the headers of browsers and HTTP libraries. */
export function takesCompactJson(accept: string | undefined): boolean {
  return accept === undefined || accept === "*/*" || (anything.test(accept) && !/indent/i.test(accept));
}

// Parses a media range like DRF: types are case-insensitive, parameters raise precedence, and q is ignored.
function parseRange(token: string): MediaRange {
  const [type = "", ...parameters] = splitParameters(token);
  const slash = type.indexOf("/");
  const main = (slash === -1 ? type : type.slice(0, slash)).toLowerCase();
  const sub = slash === -1 ? "" : type.slice(slash + 1).toLowerCase();
  const values = new Map<string, string>();
  for (const parameter of parameters) {
    const at = parameter.indexOf("=");
    if (at >= 0) values.set(parameter.slice(0, at).trim().toLowerCase(), unquote(parameter.slice(at + 1).trim()));
  }
  const isPlain = values.size === 0 || (values.size === 1 && values.has("q"));
  const precedence = main === "*" ? 0 : sub === "*" ? 1 : isPlain ? 2 : 3;
  return { main, sub, indent: values.get("indent"), precedence };
}

function splitParameters(token: string): string[] {
  return (token.match(/(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []).map((part) => part.trim());
}

function unquote(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1).replace(/\\(.)/g, "$1")
    : value;
}

function matchesJson({ main, sub }: MediaRange): boolean {
  return (main === "*" || main === "application") && (sub === "*" || sub === "json");
}

// Parses like Python's int() and clamps to 0..8; zero means the compact form.
function parseIndent(text: string | undefined): number {
  if (text === undefined || !/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text)) return 0;
  return Math.max(0, Math.min(8, Number(text.replaceAll("_", ""))));
}
