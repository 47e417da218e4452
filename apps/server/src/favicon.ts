import type { HttpApp } from "./platform/http/server/create-http-app.ts";
import { fixedDocument, sendFixed } from "./platform/http/replies/fixed-document.ts";

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
  app.get("/favicon.ico", { schema: { hide: true } }, (request, reply) => sendFixed(request, reply, icon));
}
