import { escapeHtml } from "#platform/text.ts";

export interface MailContent {
  language: string;
  title: string;
  text: string;
  /** A table below the text, such as members and their hours. */
  rows: readonly { label: string; value: string }[];
  note: string;
  action: { label: string; url: string };
  why: string;
  unsubscribe: { label: string; url: string };
}

export function renderText({ title, text, rows, note, action, why, unsubscribe }: MailContent): string {
  const table = rows.map(({ label, value }) => `${value.padStart(8)}  ${label}`).join("\n");
  const paragraphs = [title, text, table, note, `${action.label}:\n${action.url}`];
  const end = `-- \n${why}\n${unsubscribe.label}:\n${unsubscribe.url}\n`;
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n\n${end}`;
}

// The dark theme. The light theme uses inline styles, because some mail programs ignore style sheets. Thunderbird
// removes the button's background in the dark theme, so the button has a border.
const style = `
  @media (prefers-color-scheme: dark) {
    body, .page { background: #17191c !important; }
    .card { background: #212429 !important; border-color: #363b42 !important; }
    h1, p, td { color: #e8eaed !important; }
    .dim, .dim a { color: #a3a9b2 !important; }
    .button { background: #8fb4ff !important; border-color: #8fb4ff !important; color: #10141b !important; }
  }
`;

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Renders HTML for light and dark themes. It loads no images or other resources. */
export function renderHtml(content: MailContent): string {
  const { language, title, text, rows, note, action, why, unsubscribe } = content;
  const paragraph = (line: string) =>
    line === "" ? "" : `<p style="margin:0 0 16px;color:#24292f;white-space:pre-line">${escapeHtml(line)}</p>`;
  const cells = rows.map(
    ({ label, value }) => `<tr>
<td style="padding:4px 16px 4px 0;color:#24292f">${escapeHtml(label)}</td>
<td style="padding:4px 0;color:#24292f;text-align:right;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td>
</tr>`,
  );
  const table =
    rows.length === 0 ? "" : `<table style="border-collapse:collapse;margin:0 0 16px">${cells.join("\n")}</table>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f5f7;font-size:16px;line-height:1.5;${font}">
<div class="card" style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #d9dde3;border-radius:10px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#24292f">${escapeHtml(title)}</h1>
${paragraph(text)}
${table}
${paragraph(note)}
<p style="margin:0"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border:1px solid #1f5fd0;border-radius:6px;background:#1f5fd0;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
</div>
<p class="dim" style="max-width:560px;margin:16px auto 0;padding:0 28px;font-size:13px;color:#57606a">${escapeHtml(why)}
<a href="${escapeHtml(unsubscribe.url)}" style="color:#57606a">${escapeHtml(unsubscribe.label)}</a></p>
</body>
</html>
`;
}
