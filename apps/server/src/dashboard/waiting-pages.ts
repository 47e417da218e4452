import { hash } from "node:crypto";
import { fixedDocument } from "#platform/http/fixed-document.ts";

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0; }
`;

/** Allows only the page's own style. No script is needed, because the page reloads itself with a meta element. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
};

const others = `The <a href="/docs">API</a> and the <a href="/guide">guide</a> are available.`;

export const waitingPages = {
  building: fixedDocument(
    page(
      `<meta http-equiv="refresh" content="1">`,
      "The dashboard is being built",
      `After an installation or an update, this takes a few seconds. Then the page reloads itself. ${others}`,
    ),
    { ...headers, "retry-after": "1" },
  ),
  failed: fixedDocument(
    page(
      "",
      "The dashboard could not be built",
      `The service’s log explains why. The next start tries again. ${others}`,
    ),
    headers,
  ),
};

function page(meta: string, title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${meta}
<title>${title} – Stint</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`;
}
