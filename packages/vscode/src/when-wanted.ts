/** The workspace and the texts of an editor. */
export interface Editor {
  /** True when a file of the workspace matches a glob. */
  readonly hasFile: (glob: string) => Promise<boolean>;
  /** The texts that are open. */
  readonly texts: () => readonly string[];
  /** Calls back with each text that is opened or changed, until the result is called. */
  readonly onText: (listener: (text: string) => void) => () => void;
}

const words =
  /\b(?:inbound|outbound|on_tcp_connect|on_http_request|on_http_response|on_event_stream_message|traffic_?policy\w*|ngroktrafficpolicy)\b/i;

/** True for a text with a word of policies. Most YAML has none, and needs no server. */
export function isAboutPolicies(text: string): boolean {
  return words.test(text);
}

/**
 * Starts the server at once where the workspace has a file for which the extension is activated by its name, or an open
 * text is about policies; otherwise with the first text that is.
 *
 * @param events - the activation events of the extension
 * @returns a function that stops waiting
 */
export async function startWhenWanted(
  editor: Editor,
  events: readonly string[],
  start: () => Promise<void>,
): Promise<() => void> {
  const globs = events.flatMap((event) => /^workspaceContains:(.*)$/.exec(event)?.[1] ?? []);
  const isNamed = async (): Promise<boolean> =>
    (await Promise.all(globs.map((glob) => editor.hasFile(glob)))).includes(true);
  if (editor.texts().some(isAboutPolicies) || (await isNamed())) {
    await start();
    return () => {};
  }
  let isWaiting = true;
  const stop = editor.onText((text) => {
    if (!isWaiting || !isAboutPolicies(text)) return;
    isWaiting = false;
    stop();
    void start();
  });
  return stop;
}
