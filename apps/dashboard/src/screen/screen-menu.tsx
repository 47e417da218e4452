import { type ReactNode, useEffect } from "react";
import type { ApiCall } from "#api/api-call.ts";
import { useText } from "#i18n/text.ts";
import { announce } from "#ui/announce.ts";
import { MenuItem, MenuLabel } from "#ui/menu/menu.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";

const loadCalls = () => import("#api/api-call.ts");

interface Props {
  call: ApiCall;
  /** Items above the API call. */
  children?: ReactNode;
}

/** A screen's menu. Its items copy the API call as a curl command or as TypeScript. */
export function ScreenMenu({ call, children }: Props) {
  const { entries } = useText();
  return (
    <MoreMenu label={entries.moreOfScreen}>
      {children}
      <CopyCallItems call={call} />
    </MoreMenu>
  );
}

/** Menu items that copy the API call, for a screen that already has a menu. */
export function CopyCallItems({ call }: { call: ApiCall }) {
  const { entries } = useText();
  useEffect(() => void loadCalls().catch(() => undefined), []);
  const copy = async (format: "toCurl" | "toSdkCall") => {
    try {
      const calls = await loadCalls();
      await navigator.clipboard.writeText(await calls[format](call));
      announce(entries.copied);
    } catch {
      announce(entries.notCopied);
    }
  };
  return (
    <>
      <MenuLabel>{entries.copyAsCall}</MenuLabel>
      <MenuItem onClick={() => void copy("toCurl")}>{entries.copyCurl}</MenuItem>
      <MenuItem onClick={() => void copy("toSdkCall")}>{entries.copySdk}</MenuItem>
    </>
  );
}
