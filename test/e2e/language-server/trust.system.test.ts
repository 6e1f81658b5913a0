import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { connectionTo, TestEditor } from "../../language-server/editor.ts";

const bin = fileURLToPath(new URL("../../../packages/cli/bin/traffic-policy.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "traffic-policy-trust-"));
const marker = join(folder, "ran");
const policy = join(folder, "web.policy.ts");
mkdirSync(folder, { recursive: true });
writeFileSync(
  policy,
  `import { writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(marker)}, "");
export default { inbound: [{ name: "Get", expressions: ["req.metod == 'GET'"], actions: [{ type: "deny" }] }] };
`,
);

afterEach(() => rmSync(marker, { force: true }));

test.each([
  { trust: ["--trust"], trusted: undefined, ran: true },
  { trust: [], trusted: undefined, ran: false },
  { trust: [], trusted: true, ran: true },
  { trust: ["--trust"], trusted: false, ran: false },
  // What a client may send that knows the setting as text.
  ...["true", "false", 1, {}, []].map((trusted) => ({ trust: ["--trust"], trusted, ran: false })),
])(
  "code of a workspace runs only when it is trusted: $trust, $trusted",
  async ({ trust, trusted, ran }) => {
    const child = spawn(process.execPath, [bin, "lsp", ...trust], {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const connection = connectionTo(child);
    const editor = await TestEditor.over(connection, { initializationOptions: { trusted } });
    const found = await editor.open(pathToFileURL(policy).href, readFileSync(policy, "utf8"));
    expect(found).toHaveLength(ran ? 1 : 0);
    expect(existsSync(marker)).toBe(ran);
    const status = new Promise((settle) => child.once("exit", settle));
    await editor.connection.sendRequest("shutdown");
    await editor.connection.sendNotification("exit");
    expect(await status).toBe(0);
  },
);
