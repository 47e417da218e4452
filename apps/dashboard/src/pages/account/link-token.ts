// Reads the token once, when the screen's code loads, and removes it from the URL and the history.
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
if (token !== "") history.replaceState(null, "", location.pathname + location.search);

/** The token of the opened link, or an empty string. */
export function linkToken(): string {
  return token;
}
