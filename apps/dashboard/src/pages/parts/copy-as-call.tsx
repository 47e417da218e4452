import { Menu } from "@mantine/core";
import { Code } from "lucide-react";
import { type ApiCall, toCurl, toSdkCall } from "#api/api-call.ts";
import { useText } from "#api/settings.ts";
import { announce } from "#ui/announce.ts";
import classes from "./icon-button.module.css";

/** A button that copies the call behind a list or a form, as a command or in TypeScript. */
export function CopyAsCall({ call }: { call: ApiCall }) {
  const { entries } = useText();
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={entries.copyAsCall} title={entries.copyAsCall}>
          <Code size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyCallItems call={call} />
      </Menu.Dropdown>
    </Menu>
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
      <Menu.Item onClick={() => copy(toCurl(call))}>{entries.copyCurl}</Menu.Item>
      <Menu.Item onClick={() => copy(toSdkCall(call))}>{entries.copySdk}</Menu.Item>
    </>
  );
}
