import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { shownCommand } from "#platform/process/own-command.ts";
import { fixedDocument, sendFixed } from "#platform/http/replies/fixed-document.ts";

const pages = new URL("../pages/", import.meta.url);

/** Serves the page for set-up, sign-in, invitation and password links on a service without a dashboard. */
export async function addSignInPages(app: HttpApp): Promise<void> {
  const html = await readFile(new URL("sign-in.html", pages), "utf8");
  const script = await readFile(new URL("sign-in.js", pages), "utf8");
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash("sha256", style, "base64")}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const page = fixedDocument(html, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
  });
  const code = fixedDocument(script.replace("{command}", shownCommand), {
    "content-type": "text/javascript; charset=utf-8",
  });
  for (const path of ["/set-up", "/sign-in", "/invitation", "/reset-password"])
    app.get(path, (request, reply) => sendFixed(request, reply, page));
  app.get("/sign-in.js", (request, reply) => sendFixed(request, reply, code));
}
