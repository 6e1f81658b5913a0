import { serve, type TextsHostOptions } from "@traffic-policy/language-server";
import { isJsonObject, protocols, type Protocol } from "@traffic-policy/policy-language";
import { convert } from "./convert.ts";
import type { ConvertQuestion } from "./convert-question.ts";
import { PageHost } from "./page-host.ts";
import { workerConnection, type WorkerScope } from "./worker-connection.ts";

// Serves the editors of the page.
const options: { protocol?: Protocol } & TextsHostOptions = {};
const connection = workerConnection(self as unknown as WorkerScope);
connection.onConvert((question: ConvertQuestion) => convert(question));
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
    host: new PageHost(options, new URL("rules.json", import.meta.url)),
    timers: {
      after(milliseconds, call) {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    version: "playground",
    // What comes from the page comes after a pause already.
    pauses: { text: 0, code: 200 },
  },
);

function setProtocol(settings: unknown): void {
  const own = isJsonObject(settings) ? settings["trafficPolicy"] : undefined;
  const name = isJsonObject(own) ? own["protocol"] : undefined;
  const protocol = protocols.find((one) => one === name);
  if (protocol === undefined) delete options.protocol;
  else options.protocol = protocol;
}
