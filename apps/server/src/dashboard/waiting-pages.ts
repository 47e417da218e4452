import { hash } from "node:crypto";
import { fixedDocument } from "#platform/http/replies/fixed-document.ts";

const style = `
  :root { color-scheme: light dark; --ink: light-dark(#16191d, #eceef0); --quiet: light-dark(#5b6168, #a2a8ae); --live: #0a7d4f; }
  body { font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: light-dark(#fafbfc, #111316); max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem; }
  h1 { font-size: 1.25rem; margin: 1rem 0 0.25rem; }
  p { color: var(--quiet); margin: 0; }
  a { color: inherit; }
  .progress { height: 3px; margin: 1.5rem 0 0; border-radius: 2px; background: linear-gradient(90deg, transparent, var(--live), transparent) 0 0 / 50% 100%; animation: run 1.5s linear infinite; }
  @keyframes run { from { background-position: -100% 0 } to { background-position: 200% 0 } }
  @media (prefers-reduced-motion: reduce) { .progress { animation: none; background-position: 50% 0 } }
`;

/**
 * Reloads the page once the build has succeeded or failed: only the reply during a build has Retry-After. A meta refresh would only jump within the page if the address has a fragment, as those of set-up links and invitations do.
 */
const script = `
  const ask = () => fetch(location.pathname, { cache: "no-store" })
    .then(({ headers }) => headers.has("retry-after"))
    .catch(() => true)
    .then((isBuilding) => isBuilding ? setTimeout(ask, 1000) : location.reload());
  ask();
`;

const sourceOf = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src ${sourceOf(style)}; script-src ${sourceOf(script)}; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
};

const logo = `<svg width="40" height="40" viewBox="0 0 32 32" fill="none" stroke-width="3.5" aria-hidden="true"><circle cx="16" cy="16" r="12" stroke="currentColor"/><path d="M16 9v7" stroke="#0a7d4f" stroke-linecap="round"/></svg>`;
const others = `The <a href="/docs">API</a> and the <a href="/guide">guide</a> are available.`;

export const waitingPages = {
  building: fixedDocument(
    page(
      `<noscript><meta http-equiv="refresh" content="1"></noscript>`,
      "The dashboard is being built",
      `After an installation or an update, this takes up to a minute. Then this page opens by itself. ${others}`,
      `<div class="progress"></div>\n<script>${script}</script>`,
    ),
    { ...headers, "retry-after": "1" },
  ),
  failed: fixedDocument(
    page(
      "",
      "The dashboard could not be built",
      `The service’s log explains why. The next start tries again. ${others}`,
      "",
    ),
    headers,
  ),
};

function page(meta: string, title: string, text: string, end: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${meta}
<title>${title} – Stint</title>
<style>${style}</style>
<main>
${logo}
<h1>${title}</h1>
<p>${text}</p>
${end}
</main>
</html>
`;
}
