import { expect, test } from "vitest";
import type { WorkspaceEdit } from "vscode-languageserver";
import { ended, served } from "./served.ts";

const policy = `import { deny, policy, rule } from "traffic-policy";
export default policy().inbound(rule("Admins").do(deny()));
`;
const cases = `import web from "./web.policy.ts";
export default defineCases(web, [{ name: "A", expect: { matched: ["Admins"] } }]);
`;
const files = {
  "web.policy.ts": policy,
  "web.cases.ts": cases,
  "web.assertions.yaml": "assertions: [{ name: A, never: { matched: [Admins] } }]\n",
};

test.each([{ trusted: true }, { trusted: false }])(
  "a rule of a module is renamed in its cases and assertions, with or without trust: $trusted",
  async (initializationOptions) => {
    const server = await served(files, [], { initializationOptions });
    const { editor, uriOf } = server;
    await editor.open(uriOf("web.policy.ts"), policy);
    const { changes = {} } = await editor.request<WorkspaceEdit>(
      "textDocument/rename",
      uriOf("web.policy.ts"),
      { position: { line: 1, character: 40 }, newName: "Editors" },
    );
    expect(Object.keys(changes).toSorted()).toEqual(Object.keys(files).toSorted().map(uriOf));
    expect(await ended(server)).toBe(0);
  },
);
