// Read once when the screen's code loads, so that the token stays neither in the address nor in the history.
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
if (token !== "") history.replaceState(null, "", location.pathname + location.search);

/** The token of the link that was opened, or "". */
export function linkToken(): string {
  return token;
}
