// Before the first paint, so that nobody who chose dark sees a white flash, and before the first module runs, so that the
// files of a screen are asked for together with it. A file of its own, because the content security policy allows no
// inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage may be forbidden: the device decides.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.mantineColorScheme = dark ? "dark" : "light";

  // scripts/screen-files.ts lists them in the build.
  const files = JSON.parse(document.currentScript.dataset.files ?? "{}");
  for (const href of files[location.pathname === "/" ? "/time" : location.pathname] ?? []) {
    const isScript = href.endsWith(".js");
    const link = document.createElement("link");
    Object.assign(link, { rel: isScript ? "modulepreload" : "preload", as: isScript ? "script" : "style", href });
    link.crossOrigin = "";
    document.head.append(link);
  }
})();
