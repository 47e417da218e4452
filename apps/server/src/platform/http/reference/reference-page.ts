import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { fixedDocument, sendFixed } from "#platform/http/replies/fixed-document.ts";

const swaggerUi = new URL("static/", import.meta.resolve("@fastify/swagger-ui/package.json"));
const assets: Record<string, string> = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "index.css": "text/css; charset=utf-8",
  "favicon-32x32.png": "image/png",
};
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** One sample call, as a shell command and in TypeScript. */
export interface Sample {
  curl: string;
  typescript: string;
}

// What Swagger UI leaves out, for assistive programs: levels of headings, names of fields, scrolling by keyboard.
const fillingIn = `const level = (number) => (heading) => (heading.ariaLevel = number);
const missing = {
  ".opblock-tag, .webhooks > h2, .models > h4, .modal-ux h3": level(2),
  ".opblock-body h4, .modal-ux h4": level(3),
  ".opblock-body h5, .modal-ux h5": level(4),
  "tr[data-param-name] :is(select, input, textarea)": (field) =>
    (field.ariaLabel = field.closest("tr").dataset.paramName),
  ".opblock-section-request-body textarea": (field) => (field.ariaLabel = "Request body"),
  "pre, .table-container": (box) => (box.tabIndex = 0),
  ".modal-ux": (dialog) => Object.assign(dialog, { role: "dialog", ariaLabel: "Authorize" }),
  ".close-modal": (button) => (button.ariaLabel = "Close"),
  // Their titles say the same.
  ".copy-to-clipboard, .copy-to-clipboard *": (named) => named.removeAttribute("aria-label"),
  ".modal-btn": (button) => (button.ariaLabel = button.textContent),
};
const fillIn = () => {
  for (const [selector, fill] of Object.entries(missing)) document.querySelectorAll(selector).forEach(fill);
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => {
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
  document.documentElement.classList.toggle("dark-mode", dark.matches);
};
`;

// `BaseLayout` is Swagger UI without its branded top bar. The samples appear above an operation's responses.
const script = (samples: Record<string, Sample>) => `const samples = ${JSON.stringify(samples)};
const withSamples = ({ fn: { resolveSubtree } }) => ({
  fn: {
    // Opening an operation parses the document that this gets. The other operations would take most of the time.
    resolveSubtree(document, path, options) {
      const only = (part) => (path[0] === part ? { [path[1]]: document[part][path[1]] } : {});
      return resolveSubtree({ ...document, paths: only("paths"), webhooks: only("webhooks") }, path, options);
    },
  },
  wrapComponents: {
    InfoContainer: (Original, { React }) => (props) =>
      React.createElement("section", { "aria-label": "About" }, React.createElement(Original, props)),
    // A link within the button that opens an operation cannot be reached by everyone. Opening it sets the address too.
    OperationSummaryPath: (Original, { React }) => (props) =>
      React.createElement(Original, { ...props, operationProps: props.operationProps.set("isDeepLinkingEnabled", false) }),
    responses: (Original, { React, specSelectors }) => (props) => {
      const element = React.createElement;
      const sample = samples[specSelectors.specJson().getIn(["paths", props.path, props.method, "operationId"])];
      const original = element(Original, props);
      if (sample === undefined) return original;
      const call = (title, code) => element("div", { style: { flex: "1 1 400px", minWidth: 0 } },
        element("h4", null, title), element("pre", { className: "microlight" }, code));
      const calls = element("div", { className: "opblock-description-wrapper", style: { display: "flex", flexWrap: "wrap", gap: "20px" } },
        call("TypeScript (@stint/sdk)", sample.typescript), call("curl", sample.curl));
      return element("div", null, calls, original);
    },
  },
});

${fillingIn}
window.onload = () => {
  followTheme();
  dark.addEventListener("change", followTheme);
  new MutationObserver(fillIn).observe(document.body, { childList: true, subtree: true });
  SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#swagger-ui",
    docExpansion: "list",
    deepLinking: true,
    // Its colours have too little contrast.
    syntaxHighlight: { activated: false },
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl, withSamples],
    layout: "BaseLayout",
  });
};
`;

// Swagger UI's own colours have too little contrast. There is only one server, so nobody needs to choose it.
const style = `
  .swagger-ui :is(.servers-title, .servers) { display: none; }
  .swagger-ui :is(.info .title small, .opblock.opblock-post .opblock-summary-method) { background: #1c6b43; }
  .swagger-ui :is(.info .title small.version-stamp, .opblock.opblock-get .opblock-summary-method) { background: #1141bc; }
  .swagger-ui .opblock:is(.opblock-put, .opblock-patch) .opblock-summary-method { background: #8a5200; }
  .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
  :root { --text: #3b4151; --link: #1141bc; --danger: #b3261e; }
  [data-theme=dark] { --text: #e4e6e6; --link: #9db8ff; --danger: #ff9d94; }
  .swagger-ui .info :is(a, .url, .base-url) { color: var(--link); }
  .swagger-ui .download-contents { background: #56606d; }
  .swagger-ui .json-schema-2020-12-expand-deep-button { color: var(--text); }
  .swagger-ui .btn.authorize { border-color: #1c6b43; color: #1c6b43; }
  .swagger-ui :is(.parameter__in, .opblock-description-wrapper h4, table.headers .header-col.header-col) { color: var(--text); }
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui .btn.cancel { border-color: var(--danger) !important; color: var(--danger) !important; }
  .swagger-ui .btn.execute { background: #1141bc; border-color: #1141bc; }
  @media (prefers-reduced-motion: reduce) { .swagger-ui * { animation: none !important; transition: none !important; } }
`;

function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/index.css">
<style>${style}</style>
<link rel="icon" type="image/png" href="/docs/static/favicon-32x32.png" sizes="32x32">
<body>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/show-document.js"></script>
</html>
`;
}

/**
 * Serves /docs, which shows /openapi.json in Swagger UI with the sample calls for each operation. The UI's files are
 * served from this host too.
 */
export async function addReferencePage(
  app: FastifyInstance,
  title: string,
  samples: Record<string, Sample>,
): Promise<void> {
  const add = (path: string, body: string | Buffer, type: string) => {
    const document = fixedDocument(body, { "content-type": type, "content-security-policy": policy });
    app.get(path, (request, reply) => sendFixed(request, reply, document));
  };
  add("/docs", page(title), "text/html; charset=utf-8");
  add("/docs/static/show-document.js", script(samples), "text/javascript; charset=utf-8");
  for (const [name, type] of Object.entries(assets))
    add(`/docs/static/${name}`, await readFile(new URL(name, swaggerUi)), type);
}
