import type { ReactNode } from "react";
import { type ApiCall, toCurl, toSdkCall } from "#api/api-call.ts";
import { useText } from "#i18n/text.ts";
import { announce } from "#ui/announce.ts";
import { MenuItem, MenuLabel } from "#ui/menu/menu.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";

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
  const copy = async (text: string | Promise<string>) => {
    try {
      await navigator.clipboard.writeText(await text);
      announce(entries.copied);
    } catch {
      announce(entries.notCopied);
    }
  };
  return (
    <>
      <MenuLabel>{entries.copyAsCall}</MenuLabel>
      <MenuItem onClick={() => void copy(toCurl(call))}>{entries.copyCurl}</MenuItem>
      <MenuItem onClick={() => void copy(toSdkCall(call))}>{entries.copySdk}</MenuItem>
    </>
  );
}
