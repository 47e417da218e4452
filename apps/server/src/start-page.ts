import { isCheckout, ownCommand } from "#platform/own-command.ts";
import { hash } from "node:crypto";
import type { HttpApp } from "./platform/http/server/create-http-app.ts";
import { fixedDocument, sendFixed } from "./platform/http/replies/fixed-document.ts";

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0; } small { opacity: 0.65; font-weight: normal; }
  code { font-size: 0.9em; } pre { overflow-x: auto; } li { margin: 0.3rem 0; }
`;

/** Permits only the page's own style. */
const policy = `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; frame-ancestors 'none'`;

/** Serves `/` when there is no dashboard. */
export function addStartPage(app: HttpApp, version: string): void {
  const page = fixedDocument(startPage(version), {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
  });
  app.get("/", { schema: { hide: true } }, (request, reply) => sendFixed(request, reply, page));
}

function startPage(version: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stint</title>
<style>${style}</style>
<h1>Stint <small>${version}</small></h1>
<p>A time tracker and a content API for blogs.</p>
<ul>
  <li><a href="/guide">Guide</a></li>
  <li><a href="/docs">API reference</a> and <a href="/openapi.json">OpenAPI document</a></li>
  <li><a href="/api/blogs/">Blog articles</a> as JSON</li>
  <li><a href="/healthz">Health</a>, <a href="/readyz">readiness</a>, <a href="/metrics">metrics</a></li>
</ul>
<p><a href="/sign-in">Sign in</a> to create an API key. To set up a new service, open the link that it printed when it started, or run this command${isCheckout ? " in Stint's folder" : ""}:</p>
<pre><code>${ownCommand} org create --name "My company" --owner-email me@example.com</code></pre>
<p>The command prints an API key. Send it as <code>Authorization: Bearer …</code>.</p>
</html>
`;
}
