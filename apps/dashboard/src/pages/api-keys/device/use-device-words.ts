import { lazyText } from "#i18n/lazy-text.ts";
import { device } from "#i18n/en/device.ts";

export const useDeviceWords = lazyText(device, import.meta.glob(["/src/i18n/*/device.ts", "!**/en/*"]));
