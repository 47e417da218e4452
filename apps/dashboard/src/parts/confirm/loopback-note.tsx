import { useSettingsWords } from "./use-settings-words.ts";

/** Warns of a link that only the machine of the server can open. */
export function LoopbackNote({ link }: { link: string | undefined }) {
  const words = useSettingsWords();
  const url = link === undefined ? null : URL.parse(link);
  if (url === null || !/^(localhost|(.+\.)localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)) return null;
  return <p className="notice">{words.onlyThisMachine(url.origin)}</p>;
}
