// Before the first paint, so that nobody who chose dark sees a white flash, and before the first module runs, so that the
// files of a screen and the person are asked for together with it. A file of its own, because the content security
// policy allows no inline script.
(() => {
  let chosen = null;
  let language = null;
  let isLeaving = false;
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value");
    language = localStorage.getItem("stint-language");
    // The marks of src/device/leaving.ts: nothing of the person is asked for.
    isLeaving = ["stint-sign-out", "stint-session-over"].some((name) => localStorage.getItem(name) !== null);
  } catch {
    // Storage may be forbidden: the device decides.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.mantineColorScheme = dark ? "dark" : "light";
  // The language of the last visit, which src/state/settings/settings-provider.tsx keeps, or else the device's: for the outline.
  // scripts/frame-hints.ts lists the languages.
  const hints = JSON.parse(document.currentScript.dataset.hints);
  language ??= navigator.languages.map((each) => each.split("-", 1)[0]).find((each) => Object.hasOwn(hints, each));
  document.documentElement.lang = language ?? "en";

  // scripts/screen-files.ts lists them in the build.
  const files = JSON.parse(document.currentScript.dataset.files ?? "{}");
  const wanted = files[location.pathname === "/" ? "/time" : location.pathname];
  // A font that comes late moves everything.
  for (const href of [...(wanted ?? []), ...(files[""] ?? [])]) {
    const as = href.endsWith(".js") ? "script" : href.endsWith(".css") ? "style" : "font";
    const link = document.createElement("link");
    Object.assign(link, { rel: as === "script" ? "modulepreload" : "preload", as, href });
    link.crossOrigin = "";
    document.head.append(link);
  }
  if (isLeaving || wanted === undefined || location.pathname === "/sign-in") return;
  document.documentElement.dataset.frame = "";
  document.documentElement.style.setProperty("--frame-hint", JSON.stringify(hints[language] ?? hints.en));
  // As the SDK asks for it; src/api/client.ts hands it the reply.
  const early = { url: `${location.origin}/v1/me`, sentMs: Date.now() };
  early.reply = fetch(early.url, { redirect: "manual", cache: "no-store" }).then((response) => {
    early.receivedMs = Date.now();
    return response;
  });
  // Where it fails, it is asked for again.
  early.reply.catch(() => undefined);
  globalThis.early = early;
})();
