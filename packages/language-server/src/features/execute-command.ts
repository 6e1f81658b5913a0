import type { CommandResult } from "../host.ts";
import type { ServerConnection } from "../connection.ts";

/** Shows the result of a command. A client that cannot show documents gets a message with their location. */
export async function showResult(
  connection: ServerConnection,
  { message, isError, document }: CommandResult,
  canShow: boolean,
): Promise<void> {
  const tell = (type: 1 | 3, text: string): Promise<void> =>
    connection.sendNotification("window/showMessage", { type, message: text });
  if (message !== undefined) await tell(isError === true ? 1 : 3, message);
  if (document === undefined) return;
  if (canShow) await connection.window.showDocument({ uri: document, takeFocus: true });
  else await tell(3, `The result is in ${document}`);
}
