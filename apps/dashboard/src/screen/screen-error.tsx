import { Component, type ReactNode } from "react";
import { useText } from "#i18n/text.ts";
import button from "#ui/button/plain-button.module.css";

interface Props {
  /** Identifies the current screen. Rendering is retried when it changes. */
  at?: string | undefined;
  children: ReactNode;
}

/**
 * Shows an error in place of a screen that failed to render; the rest of the page keeps working. Error boundaries must
 * be class components in React.
 */
export class ScreenError extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.hasFailed && before.at !== this.props.at) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { shell } = useText();
  return (
    <div role="alert" style={{ display: "grid", justifyItems: "start", gap: 16 }}>
      <h1>{shell.somethingWrong}</h1>
      <button type="button" className={button.button} onClick={() => location.reload()}>
        {shell.reload}
      </button>
    </div>
  );
}
