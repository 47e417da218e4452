/** Editors' schemes, which lack the dot that RFC 8252 §7.1 requires. */
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
 * Whether codes may be sent to this URI: https, http on the program's own machine, or the scheme of an installed
 * program (RFC 8252 §7). Schemes that browsers handle themselves, such as javascript:, must never be permitted.
 */
export function isPermittedRedirectUri(text: string): boolean {
  // URL parsers drop or replace characters outside this set, so the browser would open a URL other than the one
  // compared.
  const url = /^[!-[\]-~]{1,2000}$/.test(text) ? URL.parse(text) : null;
  if (url === null || url.hash !== "" || text.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return url.hostname !== "";
  if (url.protocol === "http:") return loopbackHosts.has(url.hostname);
  return editorSchemes.has(url.protocol) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol);
}

/**
 * Whether the URI is one of the program's registered redirect URIs. Their texts must be identical, except for the port
 * of a loopback URI (RFC 8252 §7.3).
 */
export function matchesRedirectUri(asked: string, registered: readonly string[]): boolean {
  if (!isPermittedRedirectUri(asked)) return false;
  const bare = withoutPort(asked);
  return registered.some((uri) => uri === asked || (bare !== undefined && bare === withoutPort(uri)));
}

/** Returns the host that receives the code or, for an installed program, its scheme. */
export function describeRedirectUri(text: string): { host: string; isOwnMachine: boolean } {
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return { host: isWeb ? url.host : url.protocol, isOwnMachine: !isWeb || loopbackHosts.has(url.hostname) };
}

/** Returns the text of a loopback URI without its port; undefined for other URIs. */
function withoutPort(text: string): string | undefined {
  const [, start, rest] = /^(http:\/\/(?:[^/?#:@[]+|\[[^\]]*\]))(?::\d*)?([/?].*|)$/.exec(text) ?? [];
  const isLoopback = loopbackHosts.has(URL.parse(text)?.hostname ?? "");
  return start === undefined || !isLoopback ? undefined : `${start}${rest}`;
}
