import { PassThrough } from "node:stream";
import { serve, TextsHost } from "@traffic-policy/language-server";
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type PublishDiagnosticsParams,
} from "vscode-languageserver/node";

const [toServer, toClient] = [new PassThrough(), new PassThrough()];
const server = createConnection(
  new StreamMessageReader(toServer),
  new StreamMessageWriter(toClient),
);
serve(server, {
  host: new TextsHost({ protocol: "http" }),
  timers: {
    after(milliseconds, call) {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
  },
  version: "1.0.0",
});

const client = createProtocolConnection(
  new StreamMessageReader(toClient),
  new StreamMessageWriter(toServer),
);
client.listen();
await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
const found = new Promise<PublishDiagnosticsParams>((resolve) => {
  client.onNotification("textDocument/publishDiagnostics", resolve);
});
const uri = "file:///web.policy.yaml";
const text = `on_http_request:
  - expressions:
      - req.metod == 'POST'
    actions:
      - type: deny
`;
await client.sendNotification("textDocument/didOpen", {
  textDocument: { uri, languageId: "yaml", version: 1, text },
});
for (const { range, message } of (await found).diagnostics) {
  console.log(range.start.line + 1, message);
}
const position = { line: 2, character: "      - req.".length };
const items = await client.sendRequest<{ readonly label: string }[]>("textDocument/completion", {
  textDocument: { uri },
  position,
});
console.log(items.slice(0, 5).map(({ label }) => label));
await client.sendRequest("shutdown");
client.dispose();
