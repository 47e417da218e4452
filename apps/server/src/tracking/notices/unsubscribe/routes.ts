import { hash } from "node:crypto";
import { visitorOf } from "#identity/visitor.ts";
import { preferencesOf } from "#identity/me/me-verbs.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { escapeHtml } from "#platform/text.ts";
import { type Language, texts } from "#texts/texts.ts";
import { findSubscription, unsubscribe } from "./unsubscribe.ts";
import { chooseLanguage } from "#tracking/notices/kind/reading.ts";

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  button { font: inherit; padding: 0.5rem 1rem; }
`;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

const TokenParams = Type.Object({ token: Type.String() });

/**
 * The page that emails link to. A GET only shows a button, because mail programs may open links by themselves. The
 * POST unsubscribes; the button and mail programs send it (RFC 8058).
 */
export async function unsubscribePages(app: HttpApp, { db }: { db: DatabasePool }): Promise<void> {
  app.removeAllContentTypeParsers();
  // Ignores the form that mail programs send (RFC 8058), because the token identifies the person and the kind of email.
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) => done(null));
  const options = { schema: { params: TokenParams } };

  app.get("/unsubscribe/:token", options, async ({ params, headers: { "accept-language": accepted } }, reply) => {
    const found = await findSubscription(db, params.token);
    const language = chooseLanguage(found === undefined ? null : preferencesOf(found.user).language, accepted);
    const { unsubscribePage: page, notices } = texts[language];
    void reply.code(found === undefined ? 404 : 200).headers(headers);
    if (found === undefined) return reply.send(pageOf(language, escapeHtml(page.gone)));
    const question = escapeHtml(page.question(notices[found.kind].mails));
    return reply.send(
      pageOf(language, `${question}</p><form method="post"><button>${escapeHtml(page.button)}</button></form><p>`),
    );
  });

  app.post("/unsubscribe/:token", options, async (request, reply) => {
    const found = await unsubscribe(db, request.params.token, visitorOf(request));
    const chosen = found === undefined ? null : preferencesOf(found.user).language;
    const language = chooseLanguage(chosen, request.headers["accept-language"]);
    const page = texts[language].unsubscribePage;
    void reply.code(found === undefined ? 404 : 200).headers(headers);
    return reply.send(pageOf(language, escapeHtml(found === undefined ? page.gone : page.done)));
  });
}

function pageOf(language: Language, body: string): string {
  const { title } = texts[language].unsubscribePage;
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Stint</title>
<style>${style}</style>
<h1>${escapeHtml(title)}</h1>
<p>${body}</p>
</html>
`;
}
