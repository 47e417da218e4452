// Runs before the first paint, so people with the dark theme see no white flash. Runs before the first module, so the
// screen's files and the signed-in person are requested together with it. The content security policy allows no inline
// script, so this is a separate file.
(() => {
  let chosen = null;
  let language = null;
  let isLeaving = false;
  try {
    chosen = localStorage.getItem("stint-theme");
    language = localStorage.getItem("stint-language");
    // After a sign-out (src/device/leaving.ts sets these marks), nothing about the person is requested.
    isLeaving = ["stint-sign-out", "stint-session-over"].some((name) => localStorage.getItem(name) !== null);
  } catch {
    // If storage is forbidden, the device's preference decides.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  // The outline is in the language of the last visit, stored by src/state/settings/settings-provider.tsx, or else of
  // the device. scripts/frame-hints.ts lists the languages.
  const hints = JSON.parse(document.currentScript.dataset.hints);
  language ??= navigator.languages.map((each) => each.split("-", 1)[0]).find((each) => Object.hasOwn(hints, each));
  document.documentElement.lang = language ?? "en";
  const [hint, failed] = hints[language] ?? hints.en;
  // Replaces the outline if the scripts fail, for example because they vanished in an update.
  const tellFault = ({ target, filename }) => {
    // Errors of browser extensions don't count.
    if ((target.src ?? filename)?.startsWith(location.origin) !== true) return;
    document.documentElement.dataset.fault = "";
    const frame = document.getElementById("frame");
    frame?.replaceChildren(failed);
    frame?.removeAttribute("aria-hidden");
  };
  addEventListener("error", tellFault, true);

  // scripts/screen-files.ts adds this list to the build.
  const files = JSON.parse(document.currentScript.dataset.files ?? "{}");
  const wanted = files[location.pathname === "/" ? "/time" : location.pathname];
  // Includes the font, because a font that loads late shifts the layout.
  for (const href of [...(wanted ?? []), ...(files[""] ?? [])]) {
    const as = href.endsWith(".js") ? "script" : href.endsWith(".css") ? "style" : "font";
    const link = document.createElement("link");
    Object.assign(link, { rel: as === "script" ? "modulepreload" : "preload", as, href });
    link.crossOrigin = "";
    document.head.append(link);
  }
  if (isLeaving || wanted === undefined || location.pathname === "/sign-in") return;
  document.documentElement.dataset.frame = "";
  document.documentElement.style.setProperty("--frame-hint", JSON.stringify(hint));
  // Sends the same request as the SDK would. src/api/client.ts passes the reply to the SDK.
  const early = { url: `${location.origin}/v1/me`, sentMs: Date.now() };
  early.reply = fetch(early.url, { redirect: "manual", cache: "no-store" }).then((response) => {
    early.receivedMs = Date.now();
    return response;
  });
  // If this request fails, the SDK sends its own.
  early.reply.catch(() => undefined);
  globalThis.early = early;
})();
