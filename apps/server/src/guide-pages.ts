import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { posix } from "node:path";
import { escapeHtml } from "#platform/text.ts";
import type { Marked, Tokens } from "marked";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { type FixedDocument, fixedDocument, sendFixed } from "#platform/http/replies/fixed-document.ts";

const checkout = new URL("../../../", import.meta.url);

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto 4rem; padding: 0 1.5rem; overflow-wrap: break-word; }
  nav { font-size: 0.9rem; opacity: 0.8; } h1 { font-size: 1.7rem; } h2 { font-size: 1.3rem; margin-top: 2rem; } h3 { font-size: 1.1rem; }
  code { font-size: 0.88em; } pre, code { background: color-mix(in srgb, currentColor 8%, transparent); border-radius: 0.3rem; }
  pre { padding: 0.8rem; overflow-x: auto; } code { padding: 0.1rem 0.25rem; } pre code { background: none; padding: 0; }
  table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 0.9rem; }
  th, td { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
`;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; frame-ancestors 'none'`,
};

/**
 * Serves the Markdown files in docs as `/guide` and the pages below it, and README as `/guide/readme`, each rendered on
 * first request. Old links have no folder, so `/guide/NAME` redirects to the page of that name.
 */
export async function addGuidePages(app: HttpApp): Promise<void> {
  const files = (await readdir(new URL("docs/", checkout), { recursive: true }))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const paths = new Map([...files, "README.md"].map((file) => [file, pathOf(file)]));
  for (const [file, path] of paths) {
    let page: Promise<FixedDocument> | undefined;
    app.get(path, async (request, reply) => sendFixed(request, reply, await (page ??= renderPage(file, paths))));
    const former = `/guide/${posix.basename(path)}`;
    if (/^\/guide\/(use|api|run)\//.test(path)) app.get(former, (_request, reply) => reply.redirect(path, 301));
  }
}

function pathOf(file: string): string {
  return file === "docs/README.md"
    ? "/guide"
    : `/guide/${file
        .replace(/^docs\//, "")
        .replace(/\.md$/, "")
        .toLowerCase()}`;
}

async function renderPage(file: string, paths: ReadonlyMap<string, string>): Promise<FixedDocument> {
  const text = await readFile(new URL(file, checkout), "utf8");
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "Stint";
  const rendered = await (await rendererOf(file, paths)).parse(text);
  // What scrolls sideways must be reachable by keyboard.
  const html = rendered.replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">');
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Stint</title>
<style>${style}</style>
<nav><a href="/">Stint</a> · <a href="/guide">Guide</a> · <a href="/guide/readme">README</a> · <a href="/docs">API reference</a></nav>
<main>
${html}</main>
</html>
`;
  return fixedDocument(page, headers);
}

async function rendererOf(file: string, paths: ReadonlyMap<string, string>): Promise<Marked> {
  const { Marked } = await import("marked");
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const target = targetOf(href, file, paths);
        const text = this.parser.parseInline(tokens);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      // Pictures aren't served here.
      image: () => "",
      html: ({ text }: { text: string }) => escapeHtml(text),
    },
  });
}

/**
 * Resolves a link in a file. Returns external links and anchors unchanged, and undefined if the target is a file in the
 * checkout that is not a guide page.
 */
function targetOf(href: string, file: string, paths: ReadonlyMap<string, string>): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [name = "", anchor] = href.split("#", 2);
  const path = paths.get(posix.join(posix.dirname(file), name));
  return path === undefined || anchor === undefined ? path : `${path}#${anchor}`;
}

/** Returns the same anchor as GitHub, so that links between sections work in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
