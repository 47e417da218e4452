/** Schemes of editors that have no dot, which RFC 8252 §7.1 asks for. */
const editorSchemes = new Set([
  "cursor:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "code-oss:",
  "windsurf:",
  "zed:",
]);
const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Whether codes may be sent there: https, http on the program's own machine, or a scheme that only an installed program
 * can register (RFC 8252 §7). Schemes that a browser itself understands, such as javascript:, must never be permitted.
 */
export function isPermittedRedirectUri(text: string): boolean {
  // Parsers drop or replace other characters, so that the address would not be the one that was compared.
  const url = /^[!-[\]-~]{1,2000}$/.test(text) ? URL.parse(text) : null;
  if (url === null || url.hash !== "" || text.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return url.hostname !== "";
  if (url.protocol === "http:") return loopbackHosts.has(url.hostname);
  return editorSchemes.has(url.protocol) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol);
}

/**
 * Whether the address of a request is one of the program's: exactly, except for the port on the program's own machine,
 * which it may choose for each request (RFC 8252 §7.3).
 */
export function matchesRedirectUri(asked: string, registered: readonly string[]): boolean {
  if (!isPermittedRedirectUri(asked)) return false;
  const bare = withoutPort(asked);
  return registered.some((uri) => uri === asked || (bare !== undefined && bare === withoutPort(uri)));
}

/** The host that gets the code, or the scheme of a program on the person's machine. */
export function describeRedirectUri(text: string): { host: string; isOwnMachine: boolean } {
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return { host: isWeb ? url.host : url.protocol, isOwnMachine: !isWeb || loopbackHosts.has(url.hostname) };
}

/** The address of a page on the program's own machine, without its port; undefined for any other address. */
function withoutPort(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "http:" || !loopbackHosts.has(url.hostname)) return undefined;
  return `http://${url.hostname}${url.pathname}${url.search}`;
}
