import { isCheckout, ownCommand } from "#platform/process/own-command.ts";
import { hash } from "node:crypto";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { fixedDocument, sendFixed } from "#platform/http/replies/fixed-document.ts";

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
  app.get("/", (request, reply) => sendFixed(request, reply, page));
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

/** The dashboard's icon, as a PNG of 32 pixels in a gray that is visible on light and dark tabs. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAAXVBMVEUAAAB6gId6gId6gId6gId6gId6gId6gId6gId6gId6gId6gId6gId6gId6" +
  "gId6gIcKfU8KfU8KfU8KfU8KfU8KfU8KfU8KfU8KfU8KfU8KfU8KfU8KfU8KfU8KfU+8HWSBAAAAH3RSTlMAESIzRFVmd4iZqrvM3e7/ESIzRFVm" +
  "d4iZqrvM3e7/l7DpUQAAANdJREFUeNqtU8sOxCAIxEYTX8Ve7cH//8xVaxVqEzeb5SIZJjA8BPirSW2ds1q+RzeDoRmabY7rwEw/wsJf+O7cfnle" +
  "sHhFvaqgUJW9U0ZBUGXniPHIjypyPK+PVVdMKVbFSHVsPQ5nSid0xt2Lyb4CTgCVQdMIOOoNQtGFbX4jASWUFLJLFDNBdJk29wwzAfJsbHVcCO6N" +
  "0HFKuOfAcFqiTZKXoCLpfrpI2iax0SYdFF8gzqPmCcy8rHGAdFlk3SyuXw7mzv84mPXJLY92ffZffJz11/vVPkUdE/nZ74DdAAAAAElFTkSuQmCC";

/** Serves the icon that browsers request for a page that does not name one. */
export function addFavicon(app: HttpApp): void {
  const icon = fixedDocument(Buffer.from(png, "base64"), {
    "content-type": "image/png",
    "cache-control": "public, max-age=86400",
  });
  app.get("/favicon.ico", (request, reply) => sendFixed(request, reply, icon));
}
