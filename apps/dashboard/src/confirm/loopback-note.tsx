import { useSettingsWords } from "./use-settings-words.ts";
import classes from "./loopback-note.module.css";

/** Warns of a link that only the machine of the server can open. */
export function LoopbackNote({ link }: { link: string | undefined }) {
  const words = useSettingsWords();
  const url = link === undefined ? null : URL.parse(link);
  if (url === null || !/^(localhost|(.+\.)localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)) return null;
  return <p className={classes.note}>{words.onlyThisMachine(url.origin)}</p>;
}
