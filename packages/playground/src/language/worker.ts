import { serve, TextsHost } from "@traffic-policy/language-server";
import { isJsonObject, protocols, type Protocol } from "@traffic-policy/policy-language";
import { workerConnection } from "./worker-connection.ts";

// Serves the editors of the page.
const options: { protocol?: Protocol } = {};
const connection = workerConnection(self);
serve(
  {
    ...connection,
    onDidChangeConfiguration: (take) =>
      connection.onDidChangeConfiguration((change: { readonly settings: unknown }) => {
        setProtocol(change.settings);
        return take(change);
      }),
  },
  {
    host: new TextsHost(options),
    timers: {
      after(milliseconds, call) {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    version: "playground",
    // The page sends what was typed when there was a pause already.
    pauses: { text: 0, code: 200 },
  },
);

/** What the policies of the page are for; nothing for what lint finds out by itself. */
function setProtocol(settings: unknown): void {
  const own = isJsonObject(settings) ? settings["trafficPolicy"] : undefined;
  const name = isJsonObject(own) ? own["protocol"] : undefined;
  const protocol = protocols.find((one) => one === name);
  if (protocol === undefined) delete options.protocol;
  else options.protocol = protocol;
}
