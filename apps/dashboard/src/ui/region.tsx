import { Component, type ReactNode, useContext } from "react";
import { type FaultWords, UiWordsContext } from "./words.ts";
import { Button } from "./button/button.tsx";

type Field = HTMLInputElement | HTMLTextAreaElement;

const touched = new WeakSet<EventTarget>();

/** Remembers the fields in which somebody types, so that neither a fault nor a reload loses the text. */
export function followTyping(): void {
  addEventListener("input", ({ target }) => target !== null && touched.add(target), true);
}

/** The fields on the page that contain typed text. */
export function typedFields(): Field[] {
  const fields = document.querySelectorAll<Field>("textarea, input:not([type=password])");
  return [...fields].filter((field) => touched.has(field) && field.value !== "");
}

interface Props {
  /** Identifies what the region shows, such as a screen. Rendering is retried when it changes. */
  at?: string | undefined;
  /** Only needed outside a UiWordsContext. */
  words?: FaultWords;
  /** Surrounds the message. */
  frame?: ((message: ReactNode) => ReactNode) | undefined;
  children: ReactNode;
}

interface State {
  hasFailed: boolean;
  /** The texts that disappeared with the region. */
  typed: string[];
}

const sound: State = { hasFailed: false, typed: [] };

/**
 * A part of the page that can fail on its own: it shows a message in place of what failed to render, with the texts
 * that were typed there. Error boundaries must be class components in React.
 */
export class Region extends Component<Props, State> {
  override state = sound;
  private fields: Field[] = [];

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  /** Runs while the failed content is still on the page. */
  override getSnapshotBeforeUpdate(before: Props, { hasFailed }: State): null {
    if (this.state.hasFailed && !hasFailed) this.fields = before.at === this.props.at ? typedFields() : [];
    return null;
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.hasFailed && before.at !== this.props.at) this.setState(sound);
  }

  override componentDidCatch(): void {
    this.setState({ typed: this.fields.filter((field) => !field.isConnected).map(({ value }) => value) });
  }

  override render(): ReactNode {
    const { children, words, frame = (message) => message } = this.props;
    return this.state.hasFailed ? frame(<Fault words={words} typed={this.state.typed} />) : children;
  }
}

function Fault({ words, typed }: { words: FaultWords | undefined; typed: string[] }) {
  const known = useContext(UiWordsContext)?.fault ?? words;
  return (
    <div role="alert" style={{ display: "grid", justifyItems: "start", gap: 16, padding: 12 }}>
      <p>{known?.failed}</p>
      {typed.length > 0 && (
        <p style={{ whiteSpace: "pre-wrap" }}>
          {known?.typed} {typed.join("\n")}
        </p>
      )}
      <Button kind="main" onClick={() => location.reload()}>
        {known?.reload}
      </Button>
    </div>
  );
}
