import { Code } from "lucide-react";
import { type ApiCall, toCurl, toSdkCall } from "#api/api-call.ts";
import { useText } from "#api/settings.ts";
import { announce } from "#ui/announce.ts";
import { MenuButton, MenuItem } from "#ui/menu.tsx";
import classes from "./icon-button.module.css";

/** A button that copies the call behind a list or a form, as a command or in TypeScript. */
export function CopyAsCall({ call }: { call: ApiCall }) {
  const { entries } = useText();
  return (
    <MenuButton
      className={classes.button}
      aria-label={entries.copyAsCall}
      title={entries.copyAsCall}
      items={<CopyCallItems call={call} />}
    >
      <Code size={16} aria-hidden />
    </MenuButton>
  );
}

/** The same as two items of a menu. */
export function CopyCallItems({ call }: { call: ApiCall }) {
  const { entries } = useText();
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => announce(entries.copied),
      () => announce(entries.notCopied),
    );
  };
  return (
    <>
      <MenuItem onClick={() => copy(toCurl(call))}>{entries.copyCurl}</MenuItem>
      <MenuItem onClick={() => copy(toSdkCall(call))}>{entries.copySdk}</MenuItem>
    </>
  );
}
